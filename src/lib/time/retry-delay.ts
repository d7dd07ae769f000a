import {type Clock, maxServerDelayMs} from './clock.ts';

/** The delay before jitter: doubles with each failure after the first, up to a limit. */
export const backoffMs = (firstMs: number, maxMs: number, failures: number): number =>
	Math.min(maxMs, firstMs * 2 ** Math.min(failures, 20));

/**
The delay after a refusal that is probably permanent, such as 401 or 404: one minute at first, doubling up to 15
minutes. Retries never stop, because a gateway may have caused it. `refusals` counts the previous ones.
*/
export const delayAfterRefusal = (refusals: number): number => backoffMs(60_000, maxServerDelayMs, refusals);

export type Patience = {
	/** Whether it is time to ask. */
	isDue: () => boolean;
	refused: () => void;
	/** It was not refused, or the user wants to retry now. */
	reset: () => void;
};

/** Skips turns of a poll after refusals. */
export function createPatience(clock: Clock): Patience {
	let refusals = 0;
	let dueAt = Number.NEGATIVE_INFINITY;
	return {
		isDue: () => clock.monotonic() >= dueAt,
		refused: () => {
			dueAt = clock.monotonic() + delayAfterRefusal(refusals++);
		},
		reset: () => {
			refusals = 0;
			dueAt = Number.NEGATIVE_INFINITY;
		},
	};
}

/** Reads `Retry-After`, in seconds or as a date. Returns milliseconds from now, at most `maxServerDelayMs`. (RFC 9110, 10.2.3) */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
	if (value === undefined) return undefined;
	if (/^\s*\d+\s*$/.test(value)) return Math.min(maxServerDelayMs, Number(value) * 1000);
	const at = Date.parse(value);
	return Number.isNaN(at) ? undefined : Math.min(maxServerDelayMs, Math.max(0, at - now));
}
