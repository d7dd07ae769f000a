/** Where the console of an attached server is and where its password is stored; never the password itself. */
export type AttachedConsole = {
	/** `source`: Source RCON. `econ`: the line console of Teeworlds and related games. */
	kind: 'source' | 'econ';
	host: string;
	port: number;
	password: {file: string} | {env: string};
};

/** How a real server is run. Its directory is in its server record. Commands are commands of its console. */
export type AttachedRecord = {
	/** The program and its arguments, run without a shell. The program must stay in the foreground. */
	command: string[];
	console: AttachedConsole;
	/** If undefined, SIGTERM is sent to its process group. */
	stopCommand?: string;
	/** If undefined, nothing runs before the stop. */
	saveCommand?: string;
	/** `{text}` stands for the message to players. If undefined, the game has no command for messages. */
	sayCommand?: string;
	/** Any harmless command. An answer means that the server is ready. A command that lists players is best. */
	probeCommand: string;
	/** Time limit of a requested stop, after which the server is killed. The close of the service kills nothing. */
	stopMs: number;
	/** How long the console may stay silent after the start before the server is stopped. */
	readyMs: number;
};

/** The required settings of an attached server. The others have defaults that depend on its game and console. */
export type AttachOptions = Pick<AttachedRecord, 'command' | 'console'> &
	Partial<AttachedRecord> & {
		name: string;
		/** Any word. The games in the table have default commands. */
		gameType: string;
		/** The absolute path of the working directory. */
		directory: string;
		/** True starts the server when the service is opened. */
		start?: boolean;
	};
