import type {Clock} from '../../src/lib/time/clock.ts';

export type ManualClock = Clock & {
	/** Advances the time, runs due timers in order, and lets promises settle in between. */
	advance: (ms: number) => Promise<void>;
	/** Sets the wall clock ahead, as a user may; timers and `monotonic` are unaffected. */
	setAhead: (ms: number) => void;
};

export function manualClock(startAt = Date.UTC(2026, 10, 21, 3, 0, 0)): ManualClock {
	let now = startAt;
	let ahead = 0;
	/** The next one is the last; of those at the same time, the oldest. */
	const timers: {at: number; task: () => void}[] = [];
	const add = (timer: {at: number; task: () => void}) => {
		let [low, high] = [0, timers.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((timers[middle]?.at ?? 0) > timer.at) low = middle + 1;
			else high = middle;
		}
		timers.splice(low, 0, timer);
	};
	return {
		now: () => now + ahead,
		monotonic: () => now,
		after: (delayMs, task) => {
			const timer = {at: now + (Number.isNaN(delayMs) ? Infinity : Math.max(0, delayMs)), task};
			add(timer);
			return () => {
				const place = timers.lastIndexOf(timer);
				if (place !== -1) timers.splice(place, 1);
			};
		},
		advance: async ms => {
			const until = now + ms;
			await settle();
			for (let next = timers.at(-1); next && next.at <= until; next = timers.at(-1)) {
				timers.pop();
				now = next.at;
				next.task();
				await settle();
			}
			now = until;
		},
		setAhead: ms => {
			ahead += ms;
		},
	};
}

/** Runs promise chains and I/O callbacks that are already due. */
async function settle(): Promise<void> {
	for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setImmediate(resolve));
}
