import {type ChildProcess, spawn, type StdioOptions} from 'node:child_process';
import {systemClock} from '../time/clock.ts';
import {codeOf} from '../net/connection-problem.ts';
import type {ShellCommand} from './shell-command.ts';

type Kill = (pid: number, signal: NodeJS.Signals) => unknown;
type Run = (program: string, args: readonly string[]) => unknown;

/** Windows has no process groups; a program in one of its own would open a window. */
export const groupOptions = (platform = process.platform): {detached: boolean; windowsHide: true} => ({
	detached: platform !== 'win32',
	windowsHide: true,
});

/** Kills a process that was started with `groupOptions`, and its descendants. */
export function killGroup(
	pid: number,
	platform = process.platform,
	{kill = process.kill, run = runQuietly}: {kill?: Kill; run?: Run} = {},
): void {
	if (platform === 'win32') return void run('taskkill', ['/pid', String(pid), '/t', '/f']);
	try {
		kill(-pid, 'SIGKILL');
	} catch {
		// It has ended.
	}
}

function runQuietly(program: string, args: readonly string[]): void {
	spawn(program, args, {stdio: 'ignore', windowsHide: true}).on('error', () => {});
}

/** How a program ended, with the end of its output. */
export type ProgramEnd =
	| {kind: 'exited'; code: number; output: string; errors: string}
	/** Ended by a signal. */
	| {kind: 'killed'; signal: string}
	/** Killed by us, because its time was up. */
	| {kind: 'timeout'; seconds: number}
	/** `code`: Node's error code. */
	| {kind: 'notStarted'; code: string};

export type RunOptions = {
	env: NodeJS.ProcessEnv;
	timeoutMs: number;
	signal: AbortSignal;
	/**
	A descriptor that receives stdout and stderr; then `output` and `errors` are empty. For programs that start something
	to outlive us: an abort only ends the wait for them.
	*/
	writeTo?: number;
	/** Of a command line for a shell. */
	shellOptions?: ShellCommand['options'];
};

/** Of each of stdout and stderr, only the end is kept. */
const maxBytes = 4 * 1024 * 1024;
/** How long to wait for output after the exit: a descendant that keeps the pipe open may live forever. */
const drainMs = 200;

/**
Runs a program without a shell, input or terminal, in a process group of its own, which is killed when its time is up or
the signal is aborted. Rejects only with the signal's reason.
*/
export function runProgram(words: readonly string[], options: RunOptions): Promise<ProgramEnd> {
	const {env, timeoutMs, signal, writeTo, shellOptions} = options;
	const [program = '', ...args] = words;
	return new Promise((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		let child: ChildProcess;
		try {
			const output = writeTo ?? 'pipe';
			const stdio: StdioOptions = ['ignore', output, output];
			child = spawn(program, args, {env, stdio, ...shellOptions, ...groupOptions()});
		} catch (cause) {
			// Node emits some reasons for not starting a program, and throws the others.
			return resolve({kind: 'notStarted', code: codeOf(cause)});
		}
		const output = keepEnd(child.stdout);
		const errors = keepEnd(child.stderr);
		let stopDraining = () => {};
		const settle = (finish: () => void) => {
			stopTimer();
			stopDraining();
			signal.removeEventListener('abort', abandon);
			child.stdout?.destroy();
			child.stderr?.destroy();
			finish();
		};
		const abandon = () => {
			if (writeTo === undefined) kill(child);
			settle(() => reject(signal.reason));
		};
		const stopTimer = systemClock.after(timeoutMs, () => {
			kill(child);
			settle(() => resolve({kind: 'timeout', seconds: timeoutMs / 1000}));
		});
		signal.addEventListener('abort', abandon, {once: true});
		child.on('error', cause => settle(() => resolve({kind: 'notStarted', code: codeOf(cause)})));
		child.on('exit', (code, by) => {
			stopTimer();
			const end: () => ProgramEnd = () =>
				code === null
					? {kind: 'killed', signal: by ?? ''}
					: {kind: 'exited', code, output: output(), errors: errors()};
			const finish = () => settle(() => resolve(end()));
			child.once('close', finish);
			stopDraining = systemClock.after(drainMs, finish);
		});
	});
}

/** Returns a function that decodes the last bytes of a stream. */
function keepEnd(stream: NodeJS.ReadableStream | null): () => string {
	const chunks: Buffer[] = [];
	let size = 0;
	stream?.on('data', (chunk: Buffer) => {
		chunks.push(chunk);
		size += chunk.length;
		while (size - (chunks[0]?.length ?? 0) >= maxBytes) size -= chunks.shift()?.length ?? 0;
	});
	stream?.on('error', () => {});
	return () => Buffer.concat(chunks).subarray(-maxBytes).toString('utf8');
}

const kill = ({pid}: ChildProcess): void => {
	if (pid !== undefined) killGroup(pid);
};
