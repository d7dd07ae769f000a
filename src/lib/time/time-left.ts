/** Before this, a pace says little. */
const minElapsedMs = 2000;

/** Returns how much longer the work takes at its current pace, ms; undefined if unknown. `done` goes from 0 to 1. */
export const timeLeft = (done: number, elapsedMs: number): number | undefined =>
	done > 0 && done < 1 && elapsedMs >= minElapsedMs ? (elapsedMs * (1 - done)) / done : undefined;
