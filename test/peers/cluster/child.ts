import {spawn, type ChildProcess} from 'node:child_process';
import {openSync, closeSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';

const [checkMs, readyMs, endMs] = [50, 60_000, 30_000];

type Options = {
	name: string;
	command: readonly [string, ...string[]];
	/** For its output: `NAME.log`. */
	folder: string;
	env?: NodeJS.ProcessEnv;
	user?: {uid?: number; gid?: number};
	isReady: () => Promise<boolean>;
};

/** A program that can be killed and started again. Its output is appended to a file. */
export type Child = ReturnType<typeof openChild>;

export function openChild({name, command, folder, env = process.env, user = {}, isReady}: Options) {
	const log = path.join(folder, `${name}.log`);
	let child: ChildProcess | undefined;
	const hasEnded = () => !child || child.exitCode !== null || child.signalCode !== null;
	const end = async (signal: NodeJS.Signals): Promise<number | undefined> => {
		const ending = child;
		if (!ending || hasEnded()) return undefined;
		const closed = new Promise<void>(resolve => ending.once('exit', () => resolve()));
		ending.kill(signal);
		const late = setTimeout(() => ending.kill('SIGKILL'), endMs);
		await closed;
		clearTimeout(late);
		return ending.exitCode ?? undefined;
	};
	return {
		name,
		pid: () => child?.pid ?? 0,
		log: () => readFileSync(log, 'utf8'),
		hasEnded,
		/** Resolves when it is ready. Rejects if it ends. */
		start: async (): Promise<void> => {
			const output = openSync(log, 'a');
			const [program, ...args] = command;
			child = spawn(program, args, {env, cwd: folder, stdio: ['ignore', output, output], ...user});
			closeSync(output);
			await until(`${name} is ready`, async () => {
				if (hasEnded()) throw new Error(`${name} has ended:\n${readFileSync(log, 'utf8').slice(-2000)}`);
				return isReady();
			});
		},
		/** Resolves when it has ended. */
		kill9: () => end('SIGKILL'),
		/** Resolves to the exit code; undefined if it had to be killed, or has ended before. */
		stop: () => end('SIGTERM'),
	};
}

/** Checks repeatedly until something is so. */
export async function until(
	what: string,
	isSo: () => Promise<boolean>,
	{limitMs = readyMs, more = () => ''}: {limitMs?: number; more?: () => string} = {},
): Promise<void> {
	const endsAt = performance.now() + limitMs;
	while (!(await isSo())) {
		if (performance.now() > endsAt) throw new Error(`Not within ${limitMs / 1000} s: ${what}. ${more()}`);
		await sleep(checkMs);
	}
}
