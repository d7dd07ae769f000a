import type {ConsoleError} from './console-error.ts';

/** A line that the game printed without being asked. */
export type ConsoleLine = {text: string; kind: 'output' | 'chat'};

export type ConsoleOptions = {
	host: string;
	port: number;
	/** Empty if the console has none. */
	password: string;
	/** Limit for connecting and logging in, in milliseconds. */
	timeoutMs: number;
	signal?: AbortSignal | undefined;
	/** Called with each line of a console that streams, without its line break. */
	onLine?: (line: ConsoleLine) => void;
};

export type SendOptions = {
	/** Limit for the whole exchange, in milliseconds. */
	timeoutMs: number;
	signal?: AbortSignal | undefined;
	/** Called before an answer is returned whose end only silence shows: more may have followed. */
	onSilence?: (() => void) | undefined;
};

/** One connection to the console of a game, logged in. It never reconnects; see `keep-open.ts`. */
export type ConsoleConnection = {
	/**
	Sends a command and resolves to the complete answer; '' if the game answers nothing. Callers send one command at a
	time. Rejects with `ConsoleError`, or with the reason of `signal`. After `refused` and `unsendable` nothing was sent.
	*/
	send: (command: string, options: SendOptions) => Promise<string>;
	/** Resolves once the connection has ended: to the error that broke it, or to undefined after `close`. */
	ended: Promise<ConsoleError | undefined>;
	close: () => void;
};

/** Connects and logs in. Rejects with `ConsoleError`, or with the reason of `signal`. */
export type ConnectConsole = (options: ConsoleOptions) => Promise<ConsoleConnection>;
