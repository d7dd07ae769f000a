/** CPU time of this thread, ms: other processes do not count. The system may count it in steps of up to 4 ms. */
export function cpuMs(): number {
	const {user, system} = process.threadCpuUsage();
	return (user + system) / 1000;
}
