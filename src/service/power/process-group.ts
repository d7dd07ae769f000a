import {execFileSync, spawn} from 'node:child_process';
import {closeSync, constants, fstatSync, openSync, rmSync, writeSync} from 'node:fs';
import {type Clock, repeat} from '../../lib/time/clock.ts';
import {serverInputMessages, serverProcessMessages} from '../../messages/service.ts';
import {openLog} from './server-log.ts';
import {terminalSize, terminalType} from '../console/terminal-screen.ts';
import {childrenOf, isRunning, markOf, type ProcessMark} from './process-mark.ts';
import {withoutOwnVariables} from '../../lib/process/secret-variables.ts';
import {ConsoleError} from '../console/console-error.ts';

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
	/** Whether it runs in a terminal. */
	terminal?: true | undefined;
};

/**
Returns the words that run a program in a terminal of its own, which passes input and output on: script(1) of util-linux,
or that of BSD and macOS. Its size is set, and the terminal repeats no input.
*/
function inTerminal(command: readonly string[], platform = process.platform): string[] {
	const {rows, columns} = terminalSize;
	const setUp = `stty -echo rows ${rows} cols ${columns} && exec "$@"`;
	const words = ['/bin/sh', '-c', setUp, 'sh', ...command];
	if (platform !== 'linux') return ['script', '-q', '/dev/null', ...words];
	// A shell in between would end at a signal before the program.
	return ['script', '-qfec', `exec ${words.map(quoted).join(' ')}`, '/dev/null'];
}

const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Starts a process as the leader of its own group. */
export function startProcessGroup({
	command,
	directory,
	env,
	logFile,
	inputFile,
	terminal,
}: Options): ProcessGroup {
	const [program = '', ...args] = terminal ? inTerminal(command) : command;
	const input = openInput(inputFile);
	const output = openLog(logFile);
	const child = spawn(program, args, {
		cwd: directory,
		env: terminal ? {...env, SHELL: '/bin/sh', TERM: terminalType} : env,
		detached: true,
		stdio: [input ?? 'pipe', output, output],
	});
	if (input !== undefined) closeSync(input);
	closeSync(output);
	const {pid} = child;
	child.stdin?.on('error', () => {});
	const signal = (name: NodeJS.Signals) => {
		if (pid !== undefined) signalServer(pid, name, terminal);
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
export function adoptProcessGroup(mark: ProcessMark, clock: Clock, terminal: true | undefined): ProcessGroup {
	const signal = (name: NodeJS.Signals) => {
		if (isRunning(mark)) signalServer(mark.pid, name, terminal);
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

/** What runs in a terminal has a group of its own; its terminal ends with it. */
function signalServer(pid: number, name: NodeJS.Signals, terminal: true | undefined): void {
	const inside = terminal ? childrenOf(pid) : [];
	for (const id of inside) signalGroup(id, name);
	if (inside.length === 0 || name === 'SIGKILL') signalGroup(pid, name);
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

/** A FIFO takes this much or nothing in one write. (pipe(7): PIPE_BUF) */
const maxBytes = 4096;

/**
Opens a new input for a process: a FIFO at this path, which only its owner may use. It never ends, not even after we exit,
because some servers exit at the end of their input: a FIFO that is open for reading and writing is its own writer.
Undefined if the system has no FIFOs.
*/
export function openInput(file: string): number | undefined {
	try {
		rmSync(file, {force: true});
		execFileSync('mkfifo', ['-m', '600', file], {stdio: 'ignore', env: withoutOwnVariables(process.env)});
		return openSync(file, 'r+');
	} catch {
		return undefined;
	}
}

/** Writes to the input of a process. Throws `ConsoleError` if it could not be written; then nothing was. */
export function writeInput(file: string, text: string): void {
	const bytes = Buffer.from(text);
	if (bytes.length > maxBytes)
		throw new ConsoleError('unsendable', serverInputMessages.tooLong(bytes.length, maxBytes));
	const descriptor = openForWriting(file);
	try {
		if (!fstatSync(descriptor).isFIFO()) throw new ConsoleError('refused', serverInputMessages.none);
		writeSync(descriptor, bytes);
	} catch (cause) {
		// The FIFO is full.
		throw cause instanceof ConsoleError
			? cause
			: new ConsoleError('refused', serverInputMessages.notRead, {cause});
	} finally {
		closeSync(descriptor);
	}
}

function openForWriting(file: string): number {
	const {O_WRONLY, O_NONBLOCK, O_NOFOLLOW} = constants;
	try {
		return openSync(file, O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
	} catch (cause) {
		// Nobody has it open, or it does not exist.
		throw new ConsoleError('refused', serverInputMessages.none, {cause});
	}
}
