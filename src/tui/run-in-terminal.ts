import type {Readable} from 'node:stream';
import {runPrograms, type ProgramToRun} from '../lib/run-programs.ts';
import {programProblems} from '../messages/custom-commands.ts';
import {keyThatLeaves} from './plain-view.ts';
import type {Output} from './terminal/tty-output.ts';

type Options = {
	stdin: Readable & {setRawMode?: (isRaw: boolean) => unknown};
	output: () => Output;
	env: Readonly<Record<string, string | undefined>>;
	/** Releases the terminal while the task runs. */
	lend: (task: () => Promise<void>) => Promise<void>;
	background: boolean;
};

/** Runs programs on the terminal's normal screen, then waits for Enter so that the user can read their output. */
export async function runInTerminal(
	programs: readonly ProgramToRun[],
	{stdin, output, env, lend, background}: Options,
): Promise<string | undefined> {
	const words = programProblems;
	if (background) return runPrograms(programs, {env, background, announce: () => {}, words});
	let problem: string | undefined = programProblems.noTerminal;
	await lend(async () => {
		const out = output();
		const write = (text: string) =>
			new Promise<void>(resolve => out.write(Buffer.from(text), () => resolve()));
		try {
			problem = await runPrograms(programs, {
				env,
				background,
				announce: line => out.writeSync(Buffer.from(`${line}\r\n`)),
				words,
			});
			const leaving = keyThatLeaves(stdin);
			await write(['', problem ?? '', programProblems.back, ''].join('\r\n'));
			await leaving.pressed;
			leaving.stop();
		} finally {
			out.close();
		}
	});
	return problem;
}
