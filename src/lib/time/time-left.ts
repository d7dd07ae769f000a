/** Earlier, the pace is not yet reliable. */
const minElapsedMs = 2000;

/** Work that has not ended never has 0 seconds left. */
const minLeftMs = 1000;

/** Returns how much longer the work takes at its current pace, ms; undefined if unknown. `done` goes from 0 to 1. */
export const timeLeft = (done: number, elapsedMs: number): number | undefined =>
	done > 0 && done < 1 && elapsedMs >= minElapsedMs
		? Math.max(minLeftMs, (elapsedMs * (1 - done)) / done)
		: undefined;
