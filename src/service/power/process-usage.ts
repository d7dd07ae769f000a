import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {runProgram} from '../../lib/process/run-program.ts';
import {withoutOwnVariables} from '../../lib/process/secret-variables.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {fieldsInProc} from './process-mark.ts';
import type {Usage} from './power-driver.ts';

type Process = {pid: number; parent: number; group: number; cpuMs: number; memoryBytes: () => number};

/** Returns the CPU and memory of a process, its group and all their descendants; undefined if the system does not report them. */
export type UsageOfProcess = (pid: number) => Promise<Usage | undefined>;

/** How long a list of all processes serves several servers, ms. */
const listedMs = 2000;
const psMs = 5000;
/** USER_HZ, which the kernel uses for all times that programs see. (proc_pid_stat(5): utime) */
const ticksPerSecond = 100;

/** Sums up processes from lists that the servers of this machine share. */
export function openUsageOfProcess(
	clock: Clock,
	env: NodeJS.ProcessEnv,
	list = existsSync('/proc/self/stat') ? listInProc : () => listByPs(env),
): UsageOfProcess {
	let listedAt = -Infinity;
	let listed: Promise<readonly Process[]> = Promise.resolve([]);
	return async pid => {
		if (clock.monotonic() - listedAt >= listedMs) {
			listedAt = clock.monotonic();
			listed = list();
		}
		const members = treeOf(await listed, pid);
		if (members.length === 0) return undefined;
		return {
			cpuMs: members.reduce((sum, {cpuMs}) => sum + cpuMs, 0),
			memoryBytes: members.reduce((sum, {memoryBytes}) => sum + memoryBytes(), 0),
		};
	};
}

function treeOf(all: readonly Process[], pid: number): Process[] {
	const children = Map.groupBy(all, ({parent}) => parent);
	const found = new Set(all.filter(process => process.pid === pid || process.group === pid));
	// A set that grows is followed to its end.
	for (const process of found) for (const child of children.get(process.pid) ?? []) found.add(child);
	return [...found];
}

async function listInProc(): Promise<readonly Process[]> {
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.flatMap(name => {
			const fields = fieldsInProc(Number(name)) ?? [];
			const [parent = Number.NaN, group = Number.NaN] = fields.slice(1, 3).map(Number);
			// Its own time and that of the children that have ended. (proc_pid_stat(5): utime to cstime)
			const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
			const cpuMs = (ticks * 1000) / ticksPerSecond;
			if (!Number.isFinite(parent + group + cpuMs)) return [];
			return {pid: Number(name), parent, group, cpuMs, memoryBytes: () => residentIn(name)};
		});
}

/** Returns the resident memory; 0 if the process has ended. (proc_pid_status(5): VmRSS) */
function residentIn(pid: string): number {
	try {
		const [, kibibytes = 0] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
		return Number(kibibytes) * 1024;
	} catch {
		return 0;
	}
}

/** Systems without `/proc`; none on those without ps(1), such as Windows. (POSIX ps: -A, -o; `rss` is in KiB everywhere) */
export async function listByPs(env: NodeJS.ProcessEnv): Promise<readonly Process[]> {
	const words = ['ps', '-A', '-o', 'pid=,ppid=,pgid=,rss=,time='];
	const {signal} = new AbortController();
	const end = await runProgram(words, {env: withoutOwnVariables(env), timeoutMs: psMs, signal});
	return end.kind === 'exited' && end.code === 0 ? end.output.split('\n').flatMap(readPsLine) : [];
}

/** `time` is `[[dd-]hh:]mm:ss`, on macOS with hundredths. */
export function readPsLine(line: string): Process[] {
	const read = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(?:(\d+)-)?((?:\d+:)?\d+:\d+(?:\.\d+)?)\s*$/.exec(line);
	if (!read) return [];
	const [pid = 0, parent = 0, group = 0, kibibytes = 0, days = 0] = read
		.slice(1, 6)
		.map(field => Number(field ?? 0));
	const seconds = (read[6] ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
	return [{pid, parent, group, cpuMs: (days * 86_400 + seconds) * 1000, memoryBytes: () => kibibytes * 1024}];
}
