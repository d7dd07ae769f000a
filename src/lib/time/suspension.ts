import {type Clock, repeat} from './clock.ts';

/** A jump of the clock by more than this means that the process was stopped or the machine was asleep, ms. */
const maxJumpMs = 2000;
/** Between two checks at most this long, so that every longer jump is noticed, ms. */
const beatMs = 500;

export type SuspensionWatch = {
	/** Call before acting on anything that waited: calls `onSuspended` first if the process was suspended. */
	check: () => void;
	/** How often the process was suspended. */
	count: () => number;
	stop: () => void;
};

/**
Notices when the process was stopped (Ctrl-Z, SIGSTOP) or its machine slept. After waking, input may be handled before the
timers that are due, and a timer that is due before any beat: whoever sends checks first. Monotonic clocks stand still
while Linux sleeps, and the wall clock may be set, so a jump of either counts.
*/
export function watchSuspensions(
	clock: Clock,
	onSuspended: (ms: number) => void = () => {},
): SuspensionWatch {
	const read = () => ({wall: clock.now(), tick: clock.monotonic()});
	let last = read();
	let count = 0;
	const check = () => {
		const before = last;
		last = read();
		const jumpMs = Math.max(Math.abs(last.wall - before.wall), last.tick - before.tick);
		if (jumpMs <= maxJumpMs) return;
		count++;
		onSuspended(jumpMs);
	};
	return {check, count: () => count, stop: repeat(clock, () => beatMs, check)};
}
