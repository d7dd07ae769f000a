/** The only source of time. Times are epoch milliseconds, spans are milliseconds. */
export type Clock = {
	/** The wall clock: for moments that are shown or stored. It jumps when somebody sets it. */
	now: () => number;
	/** Milliseconds since some fixed moment, never set: for latencies, deadlines and countdowns. */
	monotonic: () => number;
	/** Runs `task` once after `delayMs`, however long that is and never sooner; the returned function calls it off. */
	after: (delayMs: number, task: () => void) => () => void;
};

/** The longest that a timer of Node can wait, 24.8 days: with more it warns, and fires after 1 ms. */
const longestTimerMs = 2 ** 31 - 1;

/** A delay that a timer can take. What is not a number waits longest: in a loop, 0 would never rest. */
export function clampDelay(delayMs: number): number {
	return Number.isNaN(delayMs) ? longestTimerMs : Math.min(Math.max(0, delayMs), longestTimerMs);
}

/** The longest wait that a service may ask for: a wrong or hostile number must not stop the program for a day. */
export const maxServerDelayMs = 15 * 60_000;

export const systemClock: Clock = {
	now: () => Date.now(),
	monotonic: () => performance.now(),
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

/** As `systemClock.after`, but a process that has nothing else left to do does not stay for it. */
export function afterUnlessDone(delayMs: number, task: () => void): () => void {
	const timer = setTimeout(task, clampDelay(delayMs)).unref();
	return () => clearTimeout(timer);
}

/** Resolves after `delayMs`, or rejects with the signal's reason when it is aborted first. */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) {
			reject(signal.reason);
			return;
		}
		const callOff = clock.after(delayMs, () => {
			signal?.removeEventListener('abort', abandon);
			resolve();
		});
		const abandon = () => {
			callOff();
			reject(signal?.reason);
		};
		signal?.addEventListener('abort', abandon, {once: true});
	});
}

/** Runs `task` again and again, each time `delayMs()` after the last; the returned function ends it. */
export function repeat(clock: Clock, delayMs: () => number, task: () => void): () => void {
	let callOff = () => {};
	let ended = false;
	const next = () => {
		if (ended) return;
		callOff = clock.after(delayMs(), () => {
			task();
			next();
		});
	};
	next();
	return () => {
		ended = true;
		callOff();
	};
}
