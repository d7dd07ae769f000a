import {systemClock} from '../../lib/time/clock.ts';
import {codeOf} from '../../lib/net/connection-problem.ts';
import {gameConsoleMessages} from '../../messages/service.ts';
import {ConsoleError, loginEnded} from './console-error.ts';

export type ConnectTarget = {
	host: string;
	port: number;
	/** Limit for connecting, in milliseconds. */
	timeoutMs: number;
	signal?: AbortSignal | undefined;
};

type Attempt<Link> = {
	succeed: (link: Link) => void;
	fail: (cause: Error) => void;
	/** True once the attempt has succeeded, failed, timed out or been canceled. */
	isOver: () => boolean;
};

/**
Connects to a game within the limit. `begin` starts the attempt and returns a function that aborts it. Rejects with
`ConsoleError`, or with the reason of `signal`.
*/
export function connectInTime<Link>(
	{host, port, timeoutMs, signal}: ConnectTarget,
	begin: (attempt: Attempt<Link>) => () => void,
): Promise<Link> {
	signal?.throwIfAborted();
	return new Promise((resolve, reject) => {
		let isOver = false;
		const settle = (outcome: () => void) => {
			if (isOver) return;
			isOver = true;
			cancelTimer();
			signal?.removeEventListener('abort', abandon);
			outcome();
		};
		const giveUp = (error: unknown) =>
			settle(() => {
				undo();
				reject(error);
			});
		const abandon = () => giveUp(signal?.reason);
		const undo = begin({
			succeed: link => settle(() => resolve(link)),
			fail: cause => giveUp(connectError(cause, host, port)),
			isOver: () => isOver,
		});
		const cancelTimer = systemClock.after(timeoutMs, () =>
			giveUp(new ConsoleError('timeout', gameConsoleMessages.notConnected(host, port, timeoutMs))),
		);
		signal?.addEventListener('abort', abandon, {once: true});
	});
}

/** Whether the machine answered that nothing listens. A failed lookup or a missing route proves nothing about the game. */
export const isNobodyThere = (cause: unknown): boolean => codeOf(cause) === 'ECONNREFUSED';

/** Returns the error of an attempt to connect. A peer that ends a connection before any data had accepted it. */
export function connectError(cause: Error, host: string, port: number): ConsoleError {
	const code = codeOf(cause);
	if (isNobodyThere(cause))
		return new ConsoleError('refused', gameConsoleMessages.notListening(host, port), {cause});
	if (code === 'ECONNRESET' || code === 'EPIPE') return loginEnded(cause);
	return new ConsoleError('timeout', gameConsoleMessages.notReached(host, port, code), {cause});
}
