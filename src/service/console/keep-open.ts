import type {ConnectConsole, ConsoleConnection, ConsoleOptions, SendOptions} from './connection.ts';
import {asUnsent, ConsoleError} from './console-error.ts';
import {countdown} from './mailbox.ts';
import {backoffMs, delayAfterRefusal} from '../../lib/time/retry-delay.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {gameConsoleMessages} from '../../messages/service.ts';

type Run = Pick<ConsoleOptions, 'port' | 'password' | 'signal'> & {
	/** Default 127.0.0.1. */
	host?: string;
	command: string;
	/** Limit for the whole exchange, in milliseconds (default 5000). */
	timeoutMs?: number;
};

/**
Connects, logs in, runs one command and disconnects, as the real node agent does. Throws `ConsoleError`, or the reason of
`signal` if that was aborted. Before the command, its errors say that nothing was sent.
*/
export async function runOnce(
	connect: ConnectConsole,
	{command, host = '127.0.0.1', timeoutMs = 5000, ...target}: Run,
): Promise<string> {
	const leftMs = countdown(timeoutMs);
	const connection = await connect({host, timeoutMs, ...target}).catch((error: unknown) => {
		throw asUnsent(error);
	});
	try {
		return await connection.send(command, {timeoutMs: leftMs(), signal: target.signal});
	} finally {
		connection.close();
	}
}

export const consoleStates = ['connecting', 'idle', 'lost', 'open'] as const;
type Unbroken = Exclude<(typeof consoleStates)[number], 'lost'>;

/**
How a game's console can be reached at the moment. `lost` stays until a connection is
open again; its error may change meanwhile.
*/
export type ConsoleState = {kind: Unbroken} | {kind: 'lost'; error: ConsoleError};

export type CommandOptions = SendOptions & {
	/** Once aborted, the command is no longer sent; if it has been, its answer is awaited nevertheless. */
	unlessSent?: AbortSignal | undefined;
};

/** The console of one server for as long as the service runs. */
export type GameConsole = {
	/**
	Runs one command at a time, in the order of the calls. Connects first if needed. A command that may have been sent is
	never sent again. `timeoutMs` includes the wait for earlier commands and for the connection. Rejects with
	`ConsoleError`, whose `mayHaveRun` is true from when the command was sent, or with the reason of `signal`.
	*/
	send: (command: string, options: CommandOptions) => Promise<string>;
	/** Allows a login at once, although the last one was refused: the game has been restarted. */
	retry: () => void;
	state: () => ConsoleState;
	/** Disconnects. Rejects the commands that are waiting or running. */
	close: () => void;
};

export type KeepOpenOptions = Pick<ConsoleOptions, 'host' | 'port' | 'onLine'> & {
	connect: ConnectConsole;
	/** Reads the password again for each login. Throws an error with a message for the user. */
	password: () => string | Promise<string>;
	/** True for consoles that stream: stays connected, and reconnects with backoff. */
	isStreaming: boolean;
	clock: Clock;
	/** From 0 up to, not including, 1. */
	random: () => number;
	/** How long an unused connection of a console that does not stream is kept, in milliseconds (default 60,000). */
	idleMs?: number;
	onState?: (state: ConsoleState) => void;
};

/** The delays of reconnecting, before jitter, and how long a connection must last to start again with the first. */
const [firstDelayMs, maxDelayMs, stableMs] = [1000, 60_000, 30_000];

type Order = SendOptions & {
	command: string;
	endsAt: number;
	/** Set when the command is handed to the connection: from then on it may have run. */
	isSent: boolean;
	/** Canceled, late or closed before it was sent. */
	isOver: boolean;
	answer: PromiseWithResolvers<string>;
};

/** Opens the console of one server. Connects at once if it streams, else with the first command. */
export function openConsole(options: KeepOpenOptions): GameConsole {
	const {clock} = options;
	const line = openLine(options);
	const orders: Order[] = [];
	let isRunning = false;
	let isClosed = false;

	const runAll = async () => {
		if (isRunning) return;
		isRunning = true;
		for (let order = orders[0]; order; order = orders[0]) {
			await runOrder(line, order, clock);
			if (orders[0] === order) orders.shift();
		}
		isRunning = false;
		line.rest();
	};
	const remove = (order: Order, error: unknown) => {
		if (order.isSent) return;
		order.isOver = true;
		order.answer.reject(error);
		// The first one is removed when its turn ends.
		const at = orders.indexOf(order);
		if (at > 0) orders.splice(at, 1);
	};
	return {
		state: line.state,
		retry: line.retry,
		send: async (command, {timeoutMs, signal, onSilence, unlessSent}) => {
			signal?.throwIfAborted();
			if (isClosed) throw new ConsoleError('refused', gameConsoleMessages.consoleClosed);
			const answer = Promise.withResolvers<string>();
			const order: Order = {
				command,
				timeoutMs: connectMs,
				signal,
				onSilence,
				endsAt: clock.monotonic() + timeoutMs,
				isSent: false,
				isOver: false,
				answer,
			};
			const abandon = () => remove(order, signal?.reason);
			const giveUp = () => remove(order, notSentInTime(orders[0] === order));
			const cancelTimer = clock.after(timeoutMs, giveUp);
			unlessSent?.addEventListener('abort', giveUp, {once: true});
			signal?.addEventListener('abort', abandon, {once: true});
			orders.push(order);
			if (unlessSent?.aborted) giveUp();
			void runAll();
			try {
				return await answer.promise;
			} finally {
				cancelTimer();
				signal?.removeEventListener('abort', abandon);
				unlessSent?.removeEventListener('abort', giveUp);
			}
		},
		close: () => {
			isClosed = true;
			const {consoleClosed, consoleClosedMeanwhile} = gameConsoleMessages;
			for (const order of orders.splice(0)) {
				if (order.isSent) order.answer.reject(new ConsoleError('dropped', consoleClosedMeanwhile));
				else remove(order, new ConsoleError('refused', consoleClosed));
			}
			line.close();
		},
	};
}

/** Connects and sends. If the connection turns out to have ended before the command, it is opened again once. */
async function runOrder(line: Line, order: Order, clock: Clock): Promise<void> {
	const {command, signal, onSilence, answer} = order;
	const settled = answer.promise.then(
		() => undefined,
		() => undefined,
	);
	for (let attempt = 1; ; attempt++) {
		let connection: ConsoleConnection | undefined;
		try {
			connection = await Promise.race([line.open(), settled]);
			if (!connection || order.isOver) return;
			order.isSent = true;
			const timeoutMs = Math.max(0, order.endsAt - clock.monotonic());
			answer.resolve(await connection.send(command, {timeoutMs, signal, onSilence}));
			line.succeeded();
			return;
		} catch (error) {
			const failure = error instanceof ConsoleError ? error : undefined;
			const isRetried = connection !== undefined && failure?.reason === 'refused' && attempt === 1;
			// In all other cases, a late answer may follow.
			if (connection && failure?.reason !== 'unsendable' && failure?.reason !== 'rejected') {
				line.leave(connection, isRetried ? undefined : failure);
			}
			if (!isRetried) {
				answer.reject(connection ? error : asUnsent(error));
				return;
			}
			order.isSent = false;
		}
	}
}

/** Unlike a refused connection, a pending one does not prove that nothing listens. */
const notSentInTime = (isFirst: boolean) => {
	// Only the connection is before the first one.
	const text = isFirst ? gameConsoleMessages.notConnectedInTime : gameConsoleMessages.notSentInTime;
	return new ConsoleError('refused', text, {cause: new ConsoleError('timeout', text)});
};

type Line = {
	/** Resolves to the open connection or to a new one. Rejects with `ConsoleError`. */
	open: () => Promise<ConsoleConnection>;
	/** Gives up a connection, with the error that broke it. Without an error, the game may well be there. */
	leave: (connection: ConsoleConnection, error?: ConsoleError) => void;
	succeeded: () => void;
	/** No commands are left. */
	rest: () => void;
	retry: () => void;
	state: () => ConsoleState;
	close: () => void;
};

/** Keeps the one connection to the game. */
function openLine(options: KeepOpenOptions): Line {
	const {clock, random, isStreaming, idleMs = 60_000} = options;
	const {state, change, lose} = trackState(options);
	let current: ConsoleConnection | undefined;
	let connecting: Promise<ConsoleConnection> | undefined;
	let failures = 0;
	let isResting = true;
	let cancelTimer = () => {};
	const closed = new AbortController();
	const {logIn, forget} = createLogin(options, closed.signal);

	/** Streaming consoles reconnect by themselves. */
	const reconnect = () => {
		cancelTimer();
		if (!isStreaming || closed.signal.aborted) return;
		const delayMs = backoffMs(firstDelayMs, maxDelayMs, failures++) * (0.5 + random() / 2);
		cancelTimer = clock.after(delayMs, () => void open().catch(() => {}));
	};
	const leave = (connection: ConsoleConnection, error?: ConsoleError) => {
		connection.close();
		if (current !== connection) return;
		current = undefined;
		if (closed.signal.aborted) return;
		if (error) lose(error);
		else change('idle');
		reconnect();
	};
	const connect = async () => {
		try {
			const connection = await logIn();
			current = connection;
			change('open');
			// A connection that ends at once again and again does not count as a success.
			if (isStreaming) cancelTimer = clock.after(stableMs, () => void (failures = 0));
			void connection.ended.then(error => {
				// Games may close a connection that is not used; a broken one has a cause.
				const isHarmless = isResting && !isStreaming && error?.cause === undefined;
				leave(connection, isHarmless ? undefined : error);
			});
			return connection;
		} catch (error) {
			if (error instanceof ConsoleError && !closed.signal.aborted) lose(error);
			reconnect();
			throw error;
		} finally {
			connecting = undefined;
		}
	};
	const open = (): Promise<ConsoleConnection> => {
		if (closed.signal.aborted) return Promise.reject(closed.signal.reason);
		isResting = false;
		if (!isStreaming || !current) cancelTimer();
		if (current) return Promise.resolve(current);
		if (connecting) return connecting;
		change('connecting');
		return (connecting = connect());
	};
	if (isStreaming) void open().catch(() => {});
	return {
		open,
		leave,
		retry: forget,
		state,
		succeeded: () => void (failures = 0),
		rest: () => {
			isResting = true;
			const connection = current;
			if (isStreaming || !connection) return;
			cancelTimer();
			cancelTimer = clock.after(idleMs, () => leave(connection));
		},
		close: () => {
			closed.abort();
			cancelTimer();
			current?.close();
			current = undefined;
			change('idle');
		},
	};
}

function trackState({onState}: KeepOpenOptions) {
	let state: ConsoleState = {kind: 'idle'};
	const become = (next: ConsoleState) => {
		state = next;
		onState?.(state);
	};
	return {
		state: () => state,
		change: (kind: Unbroken) => {
			if (state.kind === kind || (state.kind === 'lost' && kind === 'connecting')) return;
			become({kind});
		},
		lose: (error: ConsoleError) => {
			if (state.kind !== 'lost') become({kind: 'lost', error});
			else if (state.error.message !== error.message) become({...state, error});
		},
	};
}

/** The pause after a login that the game refused for sure, and after one that it may not have been ready for. */
const pauseMs = (error: ConsoleError, refusals: number): number =>
	delayAfterRefusal(refusals) / (error.reason === 'wrong-password' && !error.isUnclear ? 1 : 2);

/** For connecting and logging in. */
const connectMs = 10_000;

/**
Logs in, but not again with a password that was refused, or to what is no such console, until a long pause has passed: games
ban who guesses.
*/
function createLogin(options: KeepOpenOptions, signal: AbortSignal) {
	const {host, port, onLine, clock, random} = options;
	let refused: {password: string; until: number; error: ConsoleError} | undefined;
	let refusals = 0;
	const forget = () => {
		refused = undefined;
		refusals = 0;
	};
	const logIn = async (): Promise<ConsoleConnection> => {
		const password = await readPassword(options.password);
		if (refused && password === refused.password && clock.monotonic() < refused.until) throw refused.error;
		try {
			const connection = await options.connect({
				host,
				port,
				password,
				timeoutMs: connectMs,
				signal,
				...(onLine && {onLine}),
			});
			if (signal.aborted) connection.close();
			signal.throwIfAborted();
			forget();
			return connection;
		} catch (error) {
			if (error instanceof ConsoleError && isRefusal(error)) {
				const delayMs = pauseMs(error, refusals++) * (1 + random() / 2);
				refused = {password, until: clock.monotonic() + delayMs, error: asPaused(error)};
			}
			throw error;
		}
	};
	return {logIn, forget};
}

const isRefusal = ({reason}: ConsoleError) => ['wrong-password', 'untrusted', 'malformed'].includes(reason);

const asPaused = ({reason, message, isUnclear, certificate, cause}: ConsoleError): ConsoleError =>
	new ConsoleError(reason, message, {
		isPaused: true,
		isUnclear,
		cause,
		...(certificate !== undefined && {certificate}),
	});

/** Rejects with `ConsoleError` `no-password` if the password cannot be read. */
export async function readPassword(read: KeepOpenOptions['password']): Promise<string> {
	try {
		return await read();
	} catch (cause) {
		const message = cause instanceof Error ? cause.message : String(cause);
		throw new ConsoleError('no-password', message, {cause});
	}
}
