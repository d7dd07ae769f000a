import type {Clock} from '../lib/clock.ts';

export type Ticker = {
	/** The present second, epoch ms. */
	now: () => number;
	/** The present second of `clock.monotonic`, ms. */
	tick: () => number;
	subscribe: (listener: () => void) => () => void;
};

/** Tells its listeners of every new second; without listeners it rests. */
export function createTicker(clock: Clock): Ticker {
	const listeners = new Set<() => void>();
	let callOff: (() => void) | undefined;
	const wait = () => {
		callOff = clock.after(1000 - (clock.now() % 1000), () => {
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
				if (listeners.size === 0) callOff?.();
			};
		},
	};
}

/** A snapshot of React must be the same however often it is taken: a clock is read once for it. */
const secondOf = (ms: number) => Math.floor(ms / 1000) * 1000;
