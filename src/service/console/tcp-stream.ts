import {connect, type Socket} from 'node:net';
import {systemClock} from '../../lib/clock.ts';
import {gameConsoleMessages} from '../../messages/service-servers.ts';
import {ConsoleError} from './console-error.ts';

/** Cuts a stream of bytes into messages. */
export type Decoder = {
	/**
	Takes the next bytes, however they were split, and reports each completed message. Throws `ConsoleError` `malformed` if
	the bytes do not follow the protocol; the stream cannot be read further.
	*/
	push: (chunk: Buffer) => void;
	/** Whether more bytes must follow: a pause is not the end of anything. */
	isMidMessage: () => boolean;
};

/** A TCP connection that is read message by message, by one reader at a time. */
export type TcpStream<Message> = {
	send: (bytes: string | Uint8Array) => void;
	/**
	Reads the next message. `quiet`: no byte came for `quietMs`, and no message is incomplete. `late`: `leftMs` have passed.
	`closed`: the connection has ended and everything was read. Rejects with the signal's reason if aborted, or with
	`ConsoleError` `malformed`.
	*/
	read: (wait: Wait) => Promise<{message: Message} | 'quiet' | 'late' | 'closed'>;
	/** Until the next `send`, messages are not kept for `read`; `onMessage` gets them, and those that were not read. */
	rest: () => void;
	/** How the connection ended; undefined while it is open. `orderly`: without an error. */
	ending: () => {orderly: boolean; cause?: Error} | undefined;
	/** Resolves once the connection has ended: to the error, or to undefined after `close`. */
	ended: Promise<ConsoleError | undefined>;
	isMidMessage: () => boolean;
	close: () => void;
};

type Wait = {quietMs?: number | undefined; leftMs: number; signal?: AbortSignal | undefined};

type Options<Message> = {
	host: string;
	port: number;
	/** Limit for connecting, in milliseconds. */
	timeoutMs: number;
	signal?: AbortSignal | undefined;
	decoder: (onMessage: (message: Message) => void) => Decoder;
	/** Gets the messages that arrive while the connection rests (default: they are discarded). */
	onMessage?: (message: Message) => void;
	/**
	Ends the connection with a reset, also if the game ends it first. If a server closes first, its port is blocked for a
	minute, and one that restarts in that time may come up without its console. (Seen on teeworlds 0.7.5)
	*/
	resets?: boolean;
};

/** Games that vanish without closing are noticed after some minutes, even if no command is sent. */
const keepAliveMs = 60_000;

/** Connects. Rejects with `ConsoleError`, or with the reason of `signal`. */
export function openTcpStream<Message>(options: Options<Message>): Promise<TcpStream<Message>> {
	const {host, port, timeoutMs, signal, resets = false} = options;
	signal?.throwIfAborted();
	return new Promise((resolve, reject) => {
		const socket = connect({
			host,
			port,
			noDelay: true,
			keepAlive: true,
			keepAliveInitialDelay: keepAliveMs,
			allowHalfOpen: resets,
		});
		const settle = (outcome: () => void) => {
			cancelTimer();
			signal?.removeEventListener('abort', abandon);
			socket.off('connect', connected).off('error', failed);
			outcome();
		};
		const giveUp = (error: unknown) =>
			settle(() => {
				socket.on('error', () => {}).destroy();
				reject(error);
			});
		const connected = () => settle(() => resolve(streamOver(socket, options)));
		const failed = (cause: Error) =>
			giveUp(new ConsoleError('refused', gameConsoleMessages.notListening(host, port), {cause}));
		const abandon = () => giveUp(signal?.reason);
		const cancelTimer = systemClock.after(timeoutMs, () =>
			giveUp(new ConsoleError('timeout', gameConsoleMessages.notConnected(host, port, timeoutMs))),
		);
		signal?.addEventListener('abort', abandon, {once: true});
		socket.once('connect', connected).once('error', failed);
	});
}

function streamOver<Message>(socket: Socket, options: Options<Message>): TcpStream<Message> {
	const {onMessage = () => {}, resets = false} = options;
	// Cannot grow without limit: a reader takes all messages of a chunk before the next chunk arrives.
	const unread: Message[] = [];
	let isResting = false;
	let ending: ReturnType<TcpStream<Message>['ending']>;
	let failure: ConsoleError | undefined;
	let wake = () => {};
	const over = Promise.withResolvers<ConsoleError | undefined>();
	const decoder = options.decoder(message => {
		if (isResting) onMessage(message);
		else unread.push(message);
	});
	const hangUp = () => void (resets ? socket.resetAndDestroy() : socket.destroy());
	const end = (orderly: boolean, cause?: Error) => {
		if (!ending) {
			ending = {orderly, ...(cause && {cause})};
			over.resolve(
				failure ?? new ConsoleError('dropped', gameConsoleMessages.closedByGame, cause && {cause}),
			);
			hangUp();
		}
		wake();
	};
	socket.on('data', chunk => {
		if (ending) return;
		try {
			decoder.push(chunk);
			wake();
		} catch (error) {
			if (!(error instanceof ConsoleError)) throw error;
			failure = error;
			end(false);
		}
	});
	socket.on('error', cause => end(false, cause));
	socket.on('end', () => end(true));
	socket.on('close', () => end(true));

	const take = (): {message: Message} | 'closed' | undefined => {
		const message = unread.shift();
		if (message !== undefined) return {message};
		if (failure) throw failure;
		return ending && 'closed';
	};
	return {
		send: bytes => {
			isResting = false;
			if (socket.writable) socket.write(bytes);
		},
		rest: () => {
			isResting = true;
			for (const message of unread.splice(0)) onMessage(message);
		},
		ending: () => ending,
		ended: over.promise,
		isMidMessage: decoder.isMidMessage,
		close: () => {
			over.resolve(undefined);
			ending ??= {orderly: true};
			hangUp();
			wake();
		},
		read: createReader({take, isMidMessage: decoder.isMidMessage, onWake: task => void (wake = task)}),
	};
}

type Source<Message> = {
	take: () => {message: Message} | 'closed' | undefined;
	isMidMessage: () => boolean;
	/** Sets what runs when bytes have arrived or the connection has ended. */
	onWake: (task: () => void) => void;
};

function createReader<Message>({take, isMidMessage, onWake}: Source<Message>): TcpStream<Message>['read'] {
	return async ({quietMs, leftMs, signal}) => {
		signal?.throwIfAborted();
		// A game that never stops sending must not keep its reader beyond the deadline.
		const ready = leftMs > 0 ? take() : 'late';
		if (ready !== undefined) return ready;
		return new Promise((resolve, reject) => {
			const check = (otherwise?: 'quiet' | 'late') => {
				try {
					signal?.throwIfAborted();
					const got = take() ?? otherwise;
					if (got !== undefined) settle(() => resolve(got));
					else listen();
				} catch (error) {
					settle(() => reject(error));
				}
			};
			let stopListening = () => {};
			const listen = () => {
				stopListening();
				if (quietMs === undefined || isMidMessage()) return;
				stopListening = systemClock.after(quietMs, () => check('quiet'));
			};
			const stopWaiting = systemClock.after(leftMs, () => check('late'));
			const abandon = () => check();
			const settle = (outcome: () => void) => {
				stopListening();
				stopWaiting();
				signal?.removeEventListener('abort', abandon);
				onWake(() => {});
				outcome();
			};
			signal?.addEventListener('abort', abandon, {once: true});
			onWake(check);
			listen();
		});
	};
}

/** Returns a function for the milliseconds left of `timeoutMs`, at least 0. Network timeouts need the real clock. */
export function countdown(timeoutMs: number): () => number {
	const endsAt = performance.now() + timeoutMs;
	return () => Math.max(0, endsAt - performance.now());
}
