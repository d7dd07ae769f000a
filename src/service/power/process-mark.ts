import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';

/** Identifies a started process. Process ids are reused, so the start time is part of it. */
export type ProcessMark = {pid: number; startedAt: string};

/** Returns the mark of a process, or undefined if none has this id. */
export function markOf(pid: number): ProcessMark | undefined {
	const startedAt = existsSync('/proc/self/stat') ? startInProc(pid) : startByPs(pid);
	return startedAt === undefined ? undefined : {pid, startedAt};
}

export function isRunning(mark: ProcessMark): boolean {
	return markOf(mark.pid)?.startedAt === mark.startedAt;
}

/** Returns the start time in ticks since the machine's boot. (proc_pid_stat(5): starttime) */
function startInProc(pid: number): string | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name in parentheses may itself contain spaces and parentheses.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		// A zombie no longer runs.
		return fields[0] === 'Z' ? undefined : fields[19];
	} catch {
		return undefined;
	}
}

function startByPs(pid: number): string | undefined {
	try {
		const answer = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		return answer.trim() || undefined;
	} catch {
		return undefined;
	}
}
