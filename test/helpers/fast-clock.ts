import {type Clock, systemClock} from '../../src/lib/time/clock.ts';

/** Ten times as fast as the real clock, for what happens every few seconds. */
export const fastClock: Clock = {
	now: systemClock.now,
	monotonic: () => 10 * systemClock.monotonic(),
	after: (delayMs, task) => systemClock.after(delayMs / 10, task),
};
