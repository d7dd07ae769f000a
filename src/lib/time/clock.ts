/** The only source of time. Times are epoch milliseconds, durations are milliseconds. */
export type Clock = {
	/** The wall clock, for times that are shown or stored. Jumps when the system time is set. */
	now: () => number;
	/** Milliseconds since an arbitrary point, unaffected by clock changes: for latencies, deadlines and countdowns. */
	monotonic: () => number;
	/** Runs `task` once after `delayMs`, however long, never earlier. Returns a function that cancels it. */
	after: (delayMs: number, task: () => void) => () => void;
};

/** The longest delay of a Node timer, 24.8 days. With a longer one Node warns, and fires after 1 ms. */
const longestTimerMs = 2 ** 31 - 1;

/** Limits a delay to what a timer accepts. NaN becomes the longest delay, because 0 would make a loop spin. */
export function clampDelay(delayMs: number): number {
	return Number.isNaN(delayMs) ? longestTimerMs : Math.min(Math.max(0, delayMs), longestTimerMs);
}

/** The longest wait that a service may ask for, so that a wrong or hostile number cannot stop the program for a day. */
export const maxServerDelayMs = 15 * 60_000;

export const systemClock: Clock = {
	now: () => Date.now(),
	monotonic: () => Number(process.hrtime.bigint()) / 1e6,
	after: (delayMs, task) => {
		let timer: NodeJS.Timeout;
		const wait = (leftMs: number) => {
			const stepMs = clampDelay(leftMs);
			timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : task()), stepMs);
		};
		wait(delayMs);
		return () => clearTimeout(timer);
	},
};

/** A clock for one owner. `stop` cancels its timers; later ones never fire. */
export function ownClock(clock: Clock): Clock & {stop: () => void} {
	const cancels = new Set<() => void>();
	let isStopped = false;
	return {
		...clock,
		after: (delayMs, task) => {
			if (isStopped) return () => {};
			const cancelTimer = clock.after(delayMs, () => {
				cancels.delete(cancel);
				task();
			});
			const cancel = () => {
				cancels.delete(cancel);
				cancelTimer();
			};
			cancels.add(cancel);
			return cancel;
		},
		stop: () => {
			isStopped = true;
			for (const cancel of cancels) cancel();
		},
	};
}

/** Resolves after the input and output that is ready now. */
export const nextTurn = (): Promise<void> => new Promise(resolve => void setImmediate(resolve));

/** Like `systemClock.after`, but does not keep the process alive. */
export function afterUnlessDone(delayMs: number, task: () => void): () => void {
	const timer = setTimeout(task, clampDelay(delayMs)).unref();
	return () => clearTimeout(timer);
}

/** Resolves after `delayMs`, or rejects with the signal's reason if it is aborted first. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) {
			reject(signal.reason);
			return;
		}
		const cancelTimer = clock.after(delayMs, () => {
			signal?.removeEventListener('abort', abandon);
			resolve();
		});
		const abandon = () => {
			cancelTimer();
			reject(signal?.reason);
		};
		signal?.addEventListener('abort', abandon, {once: true});
	});
}

/** Runs `task` repeatedly, each time `delayMs()` after the previous run. Returns a function that stops it. */
export function repeat(clock: Clock, delayMs: () => number, task: () => void): () => void {
	let cancelTimer = () => {};
	let ended = false;
	const next = () => {
		if (ended) return;
		cancelTimer = clock.after(delayMs(), () => {
			task();
			next();
		});
	};
	next();
	return () => {
		ended = true;
		cancelTimer();
	};
}
