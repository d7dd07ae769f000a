import {execFileSync, spawn} from 'node:child_process';
import {closeSync, mkdtempSync, openSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {repeat, type Clock} from '../../lib/clock.ts';
import {attachedServerMessages} from '../../messages/service-servers.ts';
import {openLog} from './server-log.ts';
import {isRunning, markOf, type ProcessMark} from './process-mark.ts';

/** How a process ended: its exit code, or the signal that ended it, or why it could not be started. */
export type ProcessEnd =
	| {code: number}
	| {signal: string}
	| {failure: string}
	/** Nobody can say of a process that was started by somebody else. */
	| {isUnknown: true};

/**
A process with everything that it starts itself, as long as those stay in its group. It does not depend on us: a
Ctrl-C in our terminal does not reach it, and its input and output stay open when we are gone.
*/
export type ProcessGroup = {
	/** Undefined where it could not be started. */
	pid: number | undefined;
	/** Resolves when the process is gone, and with it what it left behind. */
	ended: Promise<ProcessEnd>;
	/** To every process of the group; one that is gone hears nothing. */
	signal: (signal: NodeJS.Signals) => void;
	/** Lets it go on without us: its end is not looked for any more. */
	release: () => void;
};

type Options = {
	/** The program and its arguments; no shell reads them. */
	command: readonly string[];
	directory: string;
	env: NodeJS.ProcessEnv;
	/** Gets what the process says on stdout and stderr. */
	logFile: string;
};

/** Starts a process as the head of a group of its own. */
export function startProcessGroup({command, directory, env, logFile}: Options): ProcessGroup {
	const [program = '', ...args] = command;
	const input = openEndlessInput();
	const output = openLog(logFile);
	const child = spawn(program, args, {
		cwd: directory,
		env,
		detached: true,
		stdio: [input ?? 'pipe', output, output],
	});
	if (input !== undefined) closeSync(input);
	closeSync(output);
	const {pid} = child;
	child.stdin?.on('error', () => {});
	const signal = (name: NodeJS.Signals) => {
		if (pid !== undefined) signalGroup(pid, name);
	};
	const ended = new Promise<ProcessEnd>(resolve => {
		child.once('error', cause => resolve({failure: wordsOf(cause, program, directory)}));
		child.once('exit', (code, by) => {
			signal('SIGKILL');
			resolve(code === null ? {signal: by ?? 'SIGKILL'} : {code});
		});
	});
	return {pid, ended, signal, release: () => child.unref()};
}

/** How often a process that is not our child is looked for, in milliseconds. */
const lookMs = 500;

/** A process that an earlier service started and left running. */
export function adoptProcessGroup(mark: ProcessMark, clock: Clock): ProcessGroup {
	const signal = (name: NodeJS.Signals) => {
		if (isRunning(mark)) signalGroup(mark.pid, name);
	};
	const end = Promise.withResolvers<ProcessEnd>();
	const release = repeat(
		clock,
		() => lookMs,
		() => {
			if (isRunning(mark)) return;
			release();
			// What it left behind keeps its number from others; where another process has it, nothing is left.
			if (markOf(mark.pid) === undefined) signalGroup(mark.pid, 'SIGKILL');
			end.resolve({isUnknown: true});
		},
	);
	return {pid: mark.pid, ended: end.promise, signal, release};
}

/**
An input that has no end, not even when we are gone: some servers end when their input does. Whoever has a FIFO open
for reading and writing is its own writer. Undefined where the system has no FIFOs.
*/
function openEndlessInput(): number | undefined {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	const file = path.join(folder, 'input');
	try {
		execFileSync('mkfifo', ['-m', '600', file], {stdio: 'ignore'});
		return openSync(file, 'r+');
	} catch {
		return undefined;
	} finally {
		rmSync(folder, {recursive: true, force: true});
	}
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid, signal);
	} catch {
		// There is no such group.
	}
}

function wordsOf(cause: Error, program: string, directory: string): string {
	const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
	if (code === 'ENOENT') return attachedServerMessages.programMissing(program, directory);
	if (code === 'EACCES') return attachedServerMessages.programForbidden(program);
	return attachedServerMessages.programFailed(program, code);
}
