import type {Clock} from '../../lib/clock.ts';
import type {ConnectConsole, ConsoleOptions, SendOptions} from './connection.ts';
import type {ConsoleError} from './console-error.ts';

/** How a game's console can be reached at the moment. `sinceMs` is epoch milliseconds. */
export type ConsoleState =
	| {kind: 'idle' | 'connecting' | 'open'; sinceMs: number}
	| {kind: 'lost'; sinceMs: number; error: ConsoleError};

/** The console of one server for as long as the service runs. */
export type GameConsole = {
	/**
	Runs one command at a time, in the order of the calls. Connects first if needed. A command that may have been sent is
	never sent again. Rejects with `ConsoleError`, or with the reason of `signal`.
	*/
	send: (command: string, options: SendOptions) => Promise<string>;
	state: () => ConsoleState;
	close: () => void;
};

export type KeepOpenOptions = Pick<ConsoleOptions, 'host' | 'port' | 'onLine'> & {
	connect: ConnectConsole;
	/** Reads the password again for each login. Throws an error with a message for the user. */
	password: () => string;
	/** True for consoles that stream: stays connected, and reconnects with backoff. */
	isStreaming: boolean;
	clock: Clock;
	onState?: (state: ConsoleState) => void;
};
