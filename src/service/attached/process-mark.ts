import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';

/** A process that was started, so that it can be found again: ids come back, moments do not. */
export type ProcessMark = {pid: number; startedAt: string};

/** Undefined where no such process runs. */
export function markOf(pid: number): ProcessMark | undefined {
	const startedAt = existsSync('/proc/self/stat') ? startInProc(pid) : startByPs(pid);
	return startedAt === undefined ? undefined : {pid, startedAt};
}

export function isRunning(mark: ProcessMark): boolean {
	return markOf(mark.pid)?.startedAt === mark.startedAt;
}

/** Ticks between the machine's start and the process's. (proc_pid_stat(5): starttime) */
function startInProc(pid: number): string | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name, in brackets, may have spaces and brackets itself.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		// A zombie runs no more.
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
