import type {Clock} from '../lib/clock.ts';

export type Ticker = {
	/** The current second, epoch ms. */
	now: () => number;
	/** The current second of `clock.monotonic`, ms. */
	tick: () => number;
	subscribe: (listener: () => void) => () => void;
};

/** Notifies its listeners every second; without listeners it stops. */
export function createTicker(clock: Clock): Ticker {
	const listeners = new Set<() => void>();
	let cancelTimer: (() => void) | undefined;
	const wait = () => {
		cancelTimer = clock.after(1000 - (clock.now() % 1000), () => {
			wait();
			for (const listener of listeners) listener();
		});
	};
	return {
		now: () => secondOf(clock.now()),
		tick: () => secondOf(clock.monotonic()),
		subscribe: listener => {
			listeners.add(listener);
			if (listeners.size === 1) wait();
			return () => {
				listeners.delete(listener);
				if (listeners.size === 0) cancelTimer?.();
			};
		},
	};
}

/** React requires stable snapshots, so the clock is rounded down to the second. */
const secondOf = (ms: number) => Math.floor(ms / 1000) * 1000;
