/** How long the node takes for things, in milliseconds. */
export type Timings = {
	/** From the launch of the process until the game listens. */
	bootMs: number;
	/** How often a booting server is probed over RCON, and how soon after its end a process is seen to be gone. */
	probeMs: number;
	/** The graceful stop, counted from its beginning: three numbers and STOP are said, the world is saved, the game told to exit. */
	countdownMs: [number, number, number, number];
	saveMs: number;
	exitMs: number;
	/** How long the exit may take before the process is killed. */
	graceMs: number;
	/** Between the restart message and the restart. */
	restartNoticeMs: number;
	installMs: number;
	moveMs: number;
	backupMs: number;
	deleteMs: number;
	heartbeatMs: number;
};

/** As the real node agent has them. (service-facts: Transitions; What players see) */
export const trueTimings: Timings = {
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

/** The same in the same order, for those who wait in front of a screen. */
export const shortTimings: Timings = {
	bootMs: 3000,
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
