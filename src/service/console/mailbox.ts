import {systemClock} from '../../lib/time/clock.ts';
import {gameConsoleMessages} from '../../messages/service.ts';
import {ConsoleError} from './console-error.ts';

/** How a connection ended: with the error, if there was one. */
export type Ending = {cause?: Error};

export type Wait = {
	quietMs?: number | undefined;
	/** The same in the middle of a message (default: it is waited for). */
	midMs?: number | undefined;
	leftMs: number;
	signal?: AbortSignal | undefined;
};

/** The messages of a connection, read by one reader at a time. */
export type Reader<Message> = {
	/**
	Reads the next message. `quiet`: nothing came for `quietMs`, or for `midMs` if a message is incomplete. `late`: `leftMs` have passed.
	`closed`: the connection has ended and everything was read. Rejects with the signal's reason if aborted, or with
	`ConsoleError` `malformed`.
	*/
	read: (wait: Wait) => Promise<{message: Message} | 'quiet' | 'late' | 'closed'>;
	/** From now on, messages are kept for `read`. */
	attend: () => void;
	/** From now on, `onMessage` gets the messages, and those that were not read. */
	rest: () => void;
	/** Undefined while the connection is open. */
	ending: () => Ending | undefined;
	/** Resolves once the connection has ended: to the error, or to undefined after `close`. */
	ended: Promise<ConsoleError | undefined>;
};

export type Mailbox<Message> = Reader<Message> & {
	put: (message: Message) => void;
	/** Bytes have arrived. */
	wake: () => void;
	/** The connection has ended, with the error that its reader gets. Only the first call counts. */
	end: (ending: Ending, failure?: ConsoleError) => void;
	/** We ended the connection. */
	close: () => void;
};

type Options<Message> = {
	onMessage: (message: Message) => void;
	/** Whether more bytes must follow: a pause is not the end of anything. */
	isMidMessage: () => boolean;
};

export function createMailbox<Message>({onMessage, isMidMessage}: Options<Message>): Mailbox<Message> {
	// Cannot grow without limit: a reader takes all messages of a chunk before the next chunk arrives.
	const unread: Message[] = [];
	let isResting = false;
	let ending: Ending | undefined;
	let failure: ConsoleError | undefined;
	let wake = () => {};
	const over = Promise.withResolvers<ConsoleError | undefined>();
	const take = (): {message: Message} | 'closed' | undefined => {
		const message = unread.shift();
		if (message !== undefined) return {message};
		if (failure) throw failure;
		return ending && 'closed';
	};
	return {
		put: message => {
			if (isResting) onMessage(message);
			else unread.push(message);
		},
		wake: () => wake(),
		end: (how, why) => {
			if (ending) return;
			[ending, failure] = [how, why];
			const {cause} = how;
			over.resolve(why ?? new ConsoleError('dropped', gameConsoleMessages.closedByGame, cause && {cause}));
			wake();
		},
		close: () => {
			over.resolve(undefined);
			ending ??= {};
			wake();
		},
		attend: () => void (isResting = false),
		rest: () => {
			isResting = true;
			for (const message of unread.splice(0)) onMessage(message);
		},
		ending: () => ending,
		ended: over.promise,
		read: createRead({take, isMidMessage, onWake: task => void (wake = task)}),
	};
}

type Source<Message> = {
	take: () => {message: Message} | 'closed' | undefined;
	isMidMessage: () => boolean;
	/** Sets the callback for arrived bytes and for the end of the connection. */
	onWake: (task: () => void) => void;
};

function createRead<Message>({take, isMidMessage, onWake}: Source<Message>): Reader<Message>['read'] {
	return async ({quietMs, midMs, leftMs, signal}) => {
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
				const ms = isMidMessage() ? midMs : quietMs;
				if (ms !== undefined) stopListening = systemClock.after(ms, () => check('quiet'));
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
