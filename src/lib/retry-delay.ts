import {maxServerDelayMs, type Clock} from './clock.ts';

/** Doubles with each failure after the first, up to a limit; before jitter. */
export const backoffMs = (firstMs: number, maxMs: number, failures: number): number =>
	Math.min(maxMs, firstMs * 2 ** Math.min(failures, 20));

/**
After a refusal that most likely stays, such as 401 or 404: one minute, then ever more slowly up to a quarter of an
hour. It may be a passing fault of a gateway all the same, so asking never ends. `refusals` counts those before this one.
*/
export const delayAfterRefusal = (refusals: number): number => backoffMs(60_000, maxServerDelayMs, refusals);

export type Patience = {
	/** Whether to ask now. */
	isDue: () => boolean;
	refused: () => void;
	/** It was not refused, or somebody wants it to be asked now. */
	reset: () => void;
};

/** For what is read in turns anyway: leaves turns out after refusals. */
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
