import type {ByName} from '../lib/json/maps.ts';
import type {Readable} from 'node:stream';
import {type ProgramToRun, runPrograms} from '../lib/process/run-programs.ts';
import {programProblems} from '../messages/custom-commands.ts';
import type {Output} from './terminal/tty-output.ts';
import {asciiOnly} from './theme/ascii.ts';
import {plainViewMessages} from '../messages/screens.ts';

type ProgramOptions = {
	stdin: Readable & {setRawMode?: (isRaw: boolean) => unknown};
	output: () => Output;
	env: ByName<string | undefined>;
	/** Releases the terminal while the task runs. */
	lend: (task: () => Promise<void>) => Promise<void>;
	background: boolean;
};

/** Runs programs on the terminal's normal screen, then waits for Enter so that the user can read their output. */
export async function runInTerminal(
	programs: readonly ProgramToRun[],
	{stdin, output, env, lend, background}: ProgramOptions,
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

type Options = {
	stdin: Readable & {setRawMode?: (isRaw: boolean) => unknown};
	/** The target of the text; never blocks. */
	output: () => Output;
	/** Releases the terminal while the task runs. */
	lend: (task: () => Promise<void>) => Promise<void>;
	/** The terminal shows only ASCII. */
	ascii: boolean;
};

/** Keys that return: Enter, q, Esc and Ctrl-C. */
const leaves = /[\r\nq\x1b\x03]/;

/**
Shows a text on the terminal's normal screen, without the TUI, so that the terminal's own selection and
scrollback work; Enter returns. Raw mode stays on: Ctrl-C must not end the TUI, nor Ctrl-S freeze it.
*/
export async function showPlainly(text: string, {stdin, output, lend, ascii}: Options): Promise<void> {
	await lend(async () => {
		const out = output();
		const leaving = keyThatLeaves(stdin);
		try {
			const whole = text.trimEnd().split('\n');
			const rows = ascii ? whole.map(asciiRow) : whole;
			await writeText(out, ['', ...rows, '', plainViewMessages.leads].join('\r\n'));
			await leaving.pressed;
			await writeText(out, '\r\n');
		} finally {
			leaving.stop();
			out.close();
		}
	});
}

/** Tabs stay, because spreadsheets split pasted text at them. */
const asciiRow = (row: string): string => row.split('\t').map(asciiOnly).join('\t');

const writeText = (out: Output, text: string) =>
	new Promise<void>(resolve => out.write(Buffer.from(text), () => resolve()));

/** Waits for a key that returns to the TUI. */
function keyThatLeaves(stdin: Options['stdin']) {
	const {promise: pressed, resolve} = Promise.withResolvers<void>();
	const onReadable = () => {
		for (let keys: unknown = stdin.read(); keys !== null; keys = stdin.read()) {
			if (leaves.test(String(keys))) resolve();
		}
	};
	// A terminal that disappears ends the wait, and with it the TUI.
	const onGone = () => resolve();
	stdin.setRawMode?.(true);
	stdin.on('readable', onReadable).once('end', onGone).once('error', onGone);
	return {
		pressed,
		stop: () => {
			stdin.off('readable', onReadable).off('end', onGone).off('error', onGone);
			stdin.setRawMode?.(false);
		},
	};
}
