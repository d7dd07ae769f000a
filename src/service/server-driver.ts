import type {ProcessMark} from './power/process-mark.ts';
import type {ProfileRecord, ServerRecord} from './records.ts';

/** How a process ended: `quit` by a command, `crashed` on its own, `closed` or `killed` by us. */
export type ServerExit = 'quit' | 'crashed' | 'closed' | 'killed';

/** The process of a server and its console. */
export type RunningServer = {
	/** The console's port on the machine of the process. */
	readonly rconPort: number;
	/** The number of players; 0 during the boot and after the end. */
	players: () => number;
	/** Sends a message with the game's own command. Resolves to false if the console could not be reached. */
	say: (text: string) => Promise<boolean>;
	/** Runs one command on the console, on its own connection. Throws `ConsoleError`. */
	run: (command: string, options?: {timeoutMs?: number; signal?: AbortSignal}) => Promise<string>;
	/** The last lines of its output, oldest first, and how it ended; also available after the end. */
	log: () => readonly string[];
	/** Calls the listener once when the process has ended for any reason, or at once if it already has. */
	onExit: (listener: (how: ServerExit) => void) => void;
	/** Stops it gracefully, with time to save its world. */
	close: () => Promise<void>;
	/** Does the same when the service closes, without killing. Resolves to false if the process is left running. */
	release: () => Promise<boolean>;
	/** Kills it. */
	kill: () => Promise<void>;
	/** What `adopt` needs to find it again; undefined for a process that never outlives the service. */
	mark?: ProcessMark | undefined;
};

export type ServerOrder = {
	server: ServerRecord;
	/** Undefined if it was lost. */
	profile: ProfileRecord | undefined;
};

/**
Runs servers of one kind. The service has a driver for attached servers; the one for servers that it creates itself is
passed when it is opened. Drivers keep no records, but the store keeps the fields that they add to a server's record.
*/
export type ServerDriver = {
	/** Returns true if it can run servers of this game type. */
	supports: (gameType: string) => boolean;
	/** Starts the process, or adopts one left running. Resolves at once; an answer shows that it is ready. */
	start: (order: ServerOrder) => Promise<RunningServer>;
	/** Adopts the process of a server that is up, whoever started it. */
	adopt: (order: ServerOrder) => Promise<RunningServer>;
	/** Returns true if a process that an earlier service started still runs. */
	isLeftRunning: (server: ServerRecord) => boolean;
	/** Above this number of servers in the service, a server that is up is adopted only when first needed. */
	maxEager: number;
	/** The number of players on a server that is up and not adopted yet. */
	expectedPlayers: (server: ServerRecord) => number;
};
