import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, readlinkSync, realpathSync} from 'node:fs';
import {withoutOwnVariables} from '../../lib/process/secret-variables.ts';

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

/**
Returns the mark of the first process that has this file as its input and leads a group; later ones are its helpers. A
service that was killed right after the start of the process could not store the mark. Undefined without `/proc`.
*/
export function markByInput(inputFile: string): ProcessMark | undefined {
	if (!existsSync(inputFile) || !existsSync('/proc/self/stat')) return undefined;
	const file = realpathSync(inputFile);
	const leaders = readdirSync('/proc')
		.map(Number)
		.filter(id => id > 0 && inputOf(id) === file && fieldsInProc(id)?.[2] === String(id))
		.flatMap(id => markOf(id) ?? []);
	return leaders.sort((a, b) => Number(a.startedAt) - Number(b.startedAt) || a.pid - b.pid)[0];
}

/** Returns the ids of the processes that this one has started and that still run. */
export function childrenOf(pid: number): number[] {
	if (existsSync('/proc/self/stat')) {
		const ids = readdirSync('/proc').map(Number);
		return ids.filter(id => id > 0 && fieldsInProc(id)?.[1] === String(pid));
	}
	return linesOf('pgrep', ['-P', String(pid)]).map(Number);
}

function inputOf(pid: number): string | undefined {
	try {
		return readlinkSync(`/proc/${pid}/fd/0`);
	} catch {
		// The process has ended, or belongs to another user.
		return undefined;
	}
}

/** Returns the start time in ticks since the machine's boot. (proc_pid_stat(5): starttime) */
function startInProc(pid: number): string | undefined {
	const fields = fieldsInProc(pid);
	// A zombie no longer runs.
	return fields?.[0] === 'Z' ? undefined : fields?.[19];
}

/** Returns the fields from the state on: state, parent, group, … */
export function fieldsInProc(pid: number): string[] | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name in parentheses may itself contain spaces and parentheses.
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	} catch {
		return undefined;
	}
}

function startByPs(pid: number): string | undefined {
	return linesOf('ps', ['-o', 'lstart=', '-p', String(pid)])[0];
}

/** Returns the lines that a program prints; none if it fails. */
function linesOf(program: string, args: readonly string[]): string[] {
	try {
		const answer = execFileSync(program, args, {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
			env: withoutOwnVariables(process.env),
		});
		return answer.split('\n').flatMap(line => line.trim() || []);
	} catch {
		return [];
	}
}
