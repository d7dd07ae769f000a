/** How often all states are recorded; also the error of the end time of a session that was killed, ms. */
export const recordedEveryMs = 60_000;
