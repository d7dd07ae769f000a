import type {SampledUsage} from '../power/usage.ts';
import type {ProfileRecord, ServerRecord} from '../records/records.ts';

/** How a process ended: `quit` by a command, `crashed` on its own, `closed` or `killed` by us. */
export type ServerExit = 'quit' | 'crashed' | 'closed' | 'killed';

/** A simulated game and its console. */
export type RunningServer = {
	/** The console's port on the machine of the process. */
	readonly rconPort: number;
	/** The number of players; 0 during the boot and after the end. */
	players: () => number;
	/** Sends a message with the game's own command. Resolves to false if the console could not be reached. */
	say: (text: string) => Promise<boolean>;
	/** Runs one command on the console, on its own connection. Throws `ConsoleError`. */
	run: (command: string, options?: {timeoutMs?: number; signal?: AbortSignal}) => Promise<string>;
	/** Calls the listener once when the process has ended for any reason, or at once if it already has. */
	onExit: (listener: (how: ServerExit) => void) => void;
	/** Stops it gracefully, with time to save its world. */
	close: () => Promise<void>;
	/** Kills it. */
	kill: () => Promise<void>;
};

export type ServerOrder = {
	server: ServerRecord;
	/** Undefined if it was lost. */
	profile: ProfileRecord | undefined;
};

/**
Runs simulated servers. It keeps no records, but the store keeps the fields that it adds to a server's record.
*/
export type ServerDriver = {
	/** Returns true if it can run servers of this game type. */
	supports: (gameType: string) => boolean;
	/** Starts a game. Resolves at once; an answer shows that it is ready. */
	start: (order: ServerOrder) => Promise<RunningServer>;
	/** Opens the game of a server that is up already. */
	adopt: (order: ServerOrder) => Promise<RunningServer>;
	/** Above this number of servers in the service, the game of a server that is up is opened only when first needed. */
	maxEager: number;
	/** The number of players on a server that is up and whose game is not open yet. */
	expectedPlayers: (server: ServerRecord) => number;
	/** The CPU and memory of a running server with a given number of players; absent: unknown. */
	usage?: (server: ServerRecord, players: number) => SampledUsage;
};
