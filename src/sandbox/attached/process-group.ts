import {spawn} from 'node:child_process';
import {systemClock} from '../../lib/clock.ts';
import {openRing} from './ring.ts';

/** How a process ended: its exit code, or the signal that ended it, or why it could not be started. */
export type ProcessEnd = {code: number} | {signal: string} | {failure: string};

/** A process with everything that it starts itself, as long as those stay in its group. */
export type ProcessGroup = {
	/** Undefined where it could not be started. */
	pid: number | undefined;
	/** What it said on stdout and stderr, oldest first; the last lines only. */
	log: () => readonly string[];
	/** Resolves when the process is gone, and with it what it left behind. */
	ended: Promise<ProcessEnd>;
	/** To every process of the group; one that is gone hears nothing. */
	signal: (signal: NodeJS.Signals) => void;
};

type Options = {
	/** The program and its arguments; no shell reads them. */
	command: readonly string[];
	directory: string;
	env: NodeJS.ProcessEnv;
};

/** How long those that the process left behind may hold its output open, in milliseconds. */
const leftBehindMs = 1000;

/** Starts a process as the head of a group of its own: a Ctrl-C in our terminal does not reach it. */
export function startProcessGroup({command, directory, env}: Options): ProcessGroup {
	const [program = '', ...args] = command;
	const ring = openRing();
	// Some servers end when their input does, so it stays open.
	const child = spawn(program, args, {cwd: directory, env, detached: true, stdio: ['pipe', 'pipe', 'pipe']});
	const {pid} = child;
	child.stdin.on('error', () => {});
	child.stdout.on('data', ring.add);
	child.stderr.on('data', ring.add);
	const signal = (name: NodeJS.Signals) => {
		if (pid !== undefined) signalGroup(pid, name);
	};
	if (pid !== undefined) forgetAtExit(pid, child);
	const ended = new Promise<ProcessEnd>(resolve => {
		child.once('error', cause => resolve({failure: wordsOf(cause, program, directory)}));
		child.once('exit', (code, by) => {
			signal('SIGKILL');
			const end = code === null ? {signal: by ?? 'SIGKILL'} : {code};
			const callOff = systemClock.after(leftBehindMs, () => resolve(end));
			child.once('close', () => {
				callOff();
				resolve(end);
			});
		});
	});
	return {pid, log: ring.lines, ended, signal};
}

/** False where there is no such group. */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
	try {
		return process.kill(-pid, signal);
	} catch {
		return false;
	}
}

const alive = new Set<number>();
let isWatching = false;

/** What still runs when we leave in a hurry is asked to leave too. */
function forgetAtExit(pid: number, child: {once: (event: 'exit', task: () => void) => unknown}): void {
	alive.add(pid);
	child.once('exit', () => alive.delete(pid));
	if (isWatching) return;
	isWatching = true;
	process.once('exit', () => {
		for (const pid of alive) signalGroup(pid, 'SIGTERM');
	});
}

function wordsOf(cause: Error, program: string, directory: string): string {
	const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
	if (code === 'ENOENT') return `${program} or the directory ${directory} does not exist`;
	if (code === 'EACCES') return `${program} may not be run`;
	return `${program} could not be started (${code})`;
}
