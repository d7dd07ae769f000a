import {spawn} from 'node:child_process';
import {closeSync} from 'node:fs';
import {repeat, type Clock} from '../../lib/clock.ts';
import {serverProcessMessages} from '../../messages/service-servers.ts';
import {openInput} from './process-input.ts';
import {openLog} from './server-log.ts';
import {isRunning, markOf, type ProcessMark} from './process-mark.ts';

/** How a process ended: its exit code, the signal that ended it, or why it could not be started. */
export type ProcessEnd =
	| {code: number}
	| {signal: string}
	| {failure: string}
	/** The end of a process that another process started cannot be known. */
	| {isUnknown: true};

/**
A process and its descendants, as long as they stay in its group. It is independent of this process: Ctrl-C in our
terminal does not reach it, and its input and output stay open after we exit.
*/
export type ProcessGroup = {
	/** Undefined if it could not be started. */
	pid: number | undefined;
	/** Resolves when the process and its remaining descendants have ended. */
	ended: Promise<ProcessEnd>;
	/** Signals every process of the group. Does nothing if it has ended. */
	signal: (signal: NodeJS.Signals) => void;
	/** Detaches from the process, which continues without us. Its end is no longer watched. */
	release: () => void;
};

type Options = {
	/** The program and its arguments, run without a shell. */
	command: readonly string[];
	directory: string;
	env: NodeJS.ProcessEnv;
	/** Receives stdout and stderr of the process. */
	logFile: string;
	/** The FIFO for its input, which is replaced. */
	inputFile: string;
};

/** Starts a process as the leader of its own group. */
export function startProcessGroup({command, directory, env, logFile, inputFile}: Options): ProcessGroup {
	const [program = '', ...args] = command;
	const input = openInput(inputFile);
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
		child.once('error', cause => resolve({failure: describeFailure(cause, program, directory)}));
		child.once('exit', (code, by) => {
			signal('SIGKILL');
			resolve(code === null ? {signal: by ?? 'SIGKILL'} : {code});
		});
	});
	return {pid, ended, signal, release: () => child.unref()};
}

/** How often to check whether a process that is not our child still runs, in milliseconds. */
const checkEveryMs = 500;

/** Adopts a process that an earlier service started and left running. */
export function adoptProcessGroup(mark: ProcessMark, clock: Clock): ProcessGroup {
	const signal = (name: NodeJS.Signals) => {
		if (isRunning(mark)) signalGroup(mark.pid, name);
	};
	const end = Promise.withResolvers<ProcessEnd>();
	const release = repeat(
		clock,
		() => checkEveryMs,
		() => {
			if (isRunning(mark)) return;
			release();
			// Remaining descendants keep the group id in use. If another process has the id, none remain.
			if (markOf(mark.pid) === undefined) signalGroup(mark.pid, 'SIGKILL');
			end.resolve({isUnknown: true});
		},
	);
	return {pid: mark.pid, ended: end.promise, signal, release};
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(-pid, signal);
	} catch {
		// The group no longer exists.
	}
}

function describeFailure(cause: Error, program: string, directory: string): string {
	const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
	if (code === 'ENOENT') return serverProcessMessages.programMissing(program, directory);
	if (code === 'EACCES') return serverProcessMessages.programForbidden(program);
	return serverProcessMessages.programFailed(program, code);
}
