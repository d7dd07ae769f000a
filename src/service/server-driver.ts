import type {ProcessMark} from './attached/process-mark.ts';
import type {ProfileRecord, ServerRecord} from './records.ts';

/** How a process came to its end: `quit` by a command, `crashed` by itself, `closed` and `killed` by us. */
export type ServerExit = 'quit' | 'crashed' | 'closed' | 'killed';

/** The process of a server, and its console. */
export type RunningServer = {
	/** Where the console is, on the machine of the process. */
	readonly rconPort: number;
	/** People who are on; 0 while it boots and after its end. */
	players: () => number;
	/** Says something to the players with the game's own command. False when the console could not be reached. */
	say: (text: string) => Promise<boolean>;
	/** One command on the console, on a connection of its own. Throws `RconError`. */
	run: (command: string, options?: {timeoutMs?: number; signal?: AbortSignal}) => Promise<string>;
	/** The last lines of its output, oldest first, and what became of it; also after its end. */
	log: () => readonly string[];
	/** Called once, when the process is gone for whatever reason; at once when that was before. */
	onExit: (listener: (how: ServerExit) => void) => void;
	/** Ends it in good order: one that saves its world when it stops gets the time for that. */
	close: () => Promise<void>;
	/** The same because the service ends, which kills nothing: false where the process is left running. */
	release: () => Promise<boolean>;
	/** Ends it as the system does on a kill. */
	kill: () => Promise<void>;
	/** By which `adopt` finds it again; undefined for a process that never outlives the service. */
	mark?: ProcessMark | undefined;
};

export type ServerOrder = {
	server: ServerRecord;
	/** Undefined where it was lost. */
	profile: ProfileRecord | undefined;
};

/**
Runs servers of one kind. The service has one for attached servers; one for servers that it creates itself is given to
it when it is opened. Drivers keep no records. A field of their own in a server's record is kept by the store.
*/
export type ServerDriver = {
	/** Whether it can run servers of this game type. */
	supports: (gameType: string) => boolean;
	/** Starts the process, or adopts one that was left running. Resolves at once: an answer of its console shows that it is ready. */
	start: (order: ServerOrder) => Promise<RunningServer>;
	/** The process of a server that is up already, whoever started it. */
	adopt: (order: ServerOrder) => Promise<RunningServer>;
	/** Whether a process that an earlier service has started still runs. */
	isLeftRunning: (server: ServerRecord) => boolean;
	/** In a service with more servers than this, one that is up is adopted when somebody first needs it. */
	maxEager: number;
	/** The players of a server that is up and was not adopted yet. */
	expectedPlayers: (server: ServerRecord) => number;
};
