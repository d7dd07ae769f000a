import {pause, type Clock} from '../../../lib/clock.ts';
import {gameConsoleMessages} from '../../../messages/service-servers.ts';
import {ConsoleError} from '../console-error.ts';

/**
How many commands a game accepts; it ignores others without a word. A bucket of `burst` commands that empties by one each
`periodMs`, and `spacingMs` between two commands.
*/
export type PaceLimits = {burst: number; periodMs: number; spacingMs: number};

/**
Both limits for an address: ioquake3 has a bucket of 10 that empties by one a second (`SVC_RateLimitAddress` in
code/server/sv_main.c), Quake III and Call of Duty ignore commands within 500 ms of another.
*/
export const usualLimits: PaceLimits = {burst: 9, periodMs: 1050, spacingMs: 520};

/** Waits until the game accepts another command. Nothing was sent when it rejects with `refused`. */
export type Pace = (leftMs: number, signal: AbortSignal | undefined) => Promise<void>;

export function createPace({burst, periodMs, spacingMs}: PaceLimits, clock: Clock): Pace {
	/** The time at which the bucket is empty, and the earliest for the next command. */
	let emptyAt = -Infinity;
	let nextAt = -Infinity;
	return async (leftMs, signal) => {
		const now = clock.monotonic();
		const at = Math.max(now, nextAt, emptyAt - (burst - 1) * periodMs);
		if (at - now > leftMs) throw new ConsoleError('refused', gameConsoleMessages.tooManyCommands);
		emptyAt = Math.max(emptyAt, at) + periodMs;
		nextAt = at + spacingMs;
		if (at > now) await pause(clock, at - now, signal);
	};
}
