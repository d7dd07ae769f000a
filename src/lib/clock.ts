/** The only source of time. Times are epoch milliseconds, spans are milliseconds. */
export type Clock = {
	now: () => number;
	/** Runs `task` once after `delayMs`; the returned function calls it off. */
	after: (delayMs: number, task: () => void) => () => void;
};

export const systemClock: Clock = {
	now: () => Date.now(),
	after: (delayMs, task) => {
		const timer = setTimeout(task, Math.max(0, delayMs));
		return () => clearTimeout(timer);
	},
};

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
