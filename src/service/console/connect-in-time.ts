import {systemClock} from '../../lib/clock.ts';
import {gameConsoleMessages} from '../../messages/service-servers.ts';
import {ConsoleError} from './console-error.ts';

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
			fail: cause =>
				giveUp(new ConsoleError('refused', gameConsoleMessages.notListening(host, port), {cause})),
			isOver: () => isOver,
		});
		const cancelTimer = systemClock.after(timeoutMs, () =>
			giveUp(new ConsoleError('timeout', gameConsoleMessages.notConnected(host, port, timeoutMs))),
		);
		signal?.addEventListener('abort', abandon, {once: true});
	});
}
