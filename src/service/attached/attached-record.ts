/** Where the console of an attached server is, and where its password is kept: never the password itself. */
export type AttachedConsole = {
	/** `source`: Source RCON. `econ`: the line console of Teeworlds and its kin. */
	kind: 'source' | 'econ';
	host: string;
	port: number;
	password: {file: string} | {env: string};
};

/** How a real server is run. Its directory is that of its server record. Commands are those of its console. */
export type AttachedRecord = {
	/** The program and its arguments; no shell reads them. It has to stay in the foreground. */
	command: string[];
	console: AttachedConsole;
	/** Undefined: SIGTERM to its process group. */
	stopCommand?: string;
	/** Undefined: nothing is to be done before it stops. */
	saveCommand?: string;
	/** `{text}` is what the players are to read. */
	sayCommand: string;
	/** Any harmless command: an answer means that the server is ready. One that tells who plays is best. */
	probeCommand: string;
	/** How long a stop that was asked for may take, before it is killed; the end of the service kills nothing. */
	stopMs: number;
	/** How long its console may be silent after the start, before it is stopped. */
	readyMs: number;
};

/** What a server that is to be attached must say; the rest follows from its game and its console. */
export type AttachOptions = Pick<AttachedRecord, 'command' | 'console'> &
	Partial<AttachedRecord> & {
		name: string;
		/** Any word; CS2, ARK_ASCENDED and ARK_EVOLVED bring their commands with them. */
		gameType: string;
		/** A full path: where it is started. */
		directory: string;
		/** True starts it when the service is opened. */
		start?: boolean;
	};
