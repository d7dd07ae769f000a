/** How long a node takes for things, in milliseconds. */
export type Timings = {
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

/** In the order of the real node agent, and shorter, for those who wait in front of a screen. */
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
