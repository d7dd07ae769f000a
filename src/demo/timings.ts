import {defaultTimings, type Timings} from '../service/timings.ts';

/** Durations of nodes and simulated games, in milliseconds. */
export type DemoTimings = Timings & {
	/** The time from the launch of the process until the game listens. */
	bootMs: number;
};

export const shortTimings: DemoTimings = {...defaultTimings, bootMs: 3000};

/** The timings of the real node agent. (public documentation: Transitions; What players see) */
export const trueTimings: DemoTimings = {
	bootMs: 90_000,
	probeMs: 10_000,
	countdownMs: [7000, 8000, 9000, 10_000],
	saveMs: 10_000,
	exitMs: 20_000,
	graceMs: 30_000,
	restartNoticeMs: 1000,
	installMs: 180_000,
	moveMs: 60_000,
	backupMs: 20_000,
	deleteMs: 10_000,
	heartbeatMs: 10_000,
};
