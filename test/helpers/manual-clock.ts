import type {Clock} from '../../src/lib/clock.ts';

export type ManualClock = Clock & {
	/** Advances the time, runs due timers in order, and lets promises settle in between. */
	advance: (ms: number) => Promise<void>;
	/** Sets the wall clock ahead, as a user may; timers and `monotonic` are unaffected. */
	setAhead: (ms: number) => void;
};

export function manualClock(startAt = Date.UTC(2026, 10, 21, 3, 0, 0)): ManualClock {
	let now = startAt;
	let ahead = 0;
	let nextId = 0;
	const due = new Map<number, {at: number; task: () => void}>();
	const first = (until: number) =>
		[...due.entries()].filter(([, {at}]) => at <= until).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];
	return {
		now: () => now + ahead,
		monotonic: () => now,
		after: (delayMs, task) => {
			const id = nextId++;
			due.set(id, {at: now + (Number.isNaN(delayMs) ? Infinity : Math.max(0, delayMs)), task});
			return () => void due.delete(id);
		},
		advance: async ms => {
			const until = now + ms;
			await settle();
			for (let next = first(until); next; next = first(until)) {
				const [id, {at, task}] = next;
				due.delete(id);
				now = at;
				task();
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
