import {readdirSync, readFileSync} from 'node:fs';

/** Clock ticks of Linux per second, in `/proc`. */
const ticksPerSecond = 100;

type Stat = {pid: number; parent: number; ticks: number};

/** Its own, and those of its children that have ended. */
const timesOf = (fields: readonly string[]) => fields.reduce((sum, field) => sum + Number(field), 0);

function statOf(pid: string): Stat | undefined {
	try {
		const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
		return {pid: Number(pid), parent: Number(fields[1]), ticks: timesOf(fields.slice(11, 15))};
	} catch {
		// It has ended in the meantime.
		return undefined;
	}
}

/** The CPU time of a process and of its descendants that run, in milliseconds. */
export function cpuMsOf(root: number): number {
	const all = readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.flatMap(name => statOf(name) ?? []);
	const family = new Set([root]);
	for (let size = 0; size < family.size;) {
		size = family.size;
		for (const {pid, parent} of all) if (family.has(parent)) family.add(pid);
	}
	const ticks = all.filter(({pid}) => family.has(pid)).reduce((sum, one) => sum + one.ticks, 0);
	return (ticks / ticksPerSecond) * 1000;
}

/** The resident memory of a process, in MB. */
export const residentMb = (pid: number): number =>
	Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
