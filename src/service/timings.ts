/** The announcements of a graceful stop to the players, line by line. */
export const countdown = ['3', '2', '1', 'STOP'];

/** Durations of a node's operations, in milliseconds. */
export type Timings = {
	/** How often a booting server is probed over RCON, and how soon the end of a process is noticed. */
	probeMs: number;
	/** When a graceful stop announces each line of `countdown`, saves and sends the exit command, counted from its start. */
	countdownMs: [number, number, number, number];
	saveMs: number;
	exitMs: number;
	/** Time limit of the exit before the process is killed. */
	graceMs: number;
	/** The time between the restart message and the restart. */
	restartNoticeMs: number;
	installMs: number;
	moveMs: number;
	backupMs: number;
	deleteMs: number;
	heartbeatMs: number;
};

/** The same order as on the real node agent, but shorter, for interactive use. */
export const defaultTimings: Timings = {
	probeMs: 500,
	countdownMs: [2000, 3000, 4000, 5000],
	saveMs: 5000,
	exitMs: 5500,
	graceMs: 3000,
	restartNoticeMs: 1000,
	installMs: 10_000,
	moveMs: 5000,
	backupMs: 3000,
	deleteMs: 1000,
	heartbeatMs: 5000,
};
