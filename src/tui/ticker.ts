import {restStepMs} from '../app/screen-at-rest.ts';
import type {Clock} from '../lib/time/clock.ts';

export type Ticker = {
	/** The current second, epoch ms. */
	now: () => number;
	/** The current second of `clock.monotonic`, ms. */
	tick: () => number;
	/** The times are those of the last step, so they may be up to `restStepMs` old. */
	isAtRest: () => boolean;
	/** Ends the rest as soon as it is over, instead of with the next step. */
	wake: () => void;
	subscribe: (listener: () => void) => () => void;
};

/**
Notifies its listeners every second, or every `restStepMs` while `mayRest` returns true; without listeners it stops.
*/
export function createTicker(clock: Clock, mayRest: () => boolean = () => false): Ticker {
	const listeners = new Set<() => void>();
	let cancelTimer = () => {};
	let rest: Record<'now' | 'tick', number> | undefined;
	const current = () => ({now: secondOf(clock.now()), tick: secondOf(clock.monotonic())});
	const wait = () => {
		const stepMs = rest ? restStepMs : 1000;
		cancelTimer = clock.after(stepMs - (clock.now() % stepMs), () => {
			rest = mayRest() ? current() : undefined;
			wait();
			for (const listener of listeners) listener();
		});
	};
	return {
		now: () => (rest ?? current()).now,
		tick: () => (rest ?? current()).tick,
		isAtRest: () => rest !== undefined,
		wake: () => {
			if (!rest || mayRest()) return;
			rest = undefined;
			cancelTimer();
			wait();
		},
		subscribe: listener => {
			listeners.add(listener);
			if (listeners.size === 1) wait();
			return () => {
				listeners.delete(listener);
				if (listeners.size > 0) return;
				cancelTimer();
				rest = undefined;
			};
		},
	};
}

/** React requires stable snapshots, so the clock is rounded down to the second. */
const secondOf = (ms: number) => Math.floor(ms / 1000) * 1000;
