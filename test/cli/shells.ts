import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {spawn} from '@lydell/node-pty';
import {onTestFinished} from 'vitest';
import {openWaits} from '../helpers/waits.ts';
import {openEmulator} from '../tui/terminal/emulator.ts';
import {runCli} from './run-cli.ts';
import {homeForShell} from './state-with-names.ts';

/** The script of `rcondeck completion SHELL`, in a home that knows the names of these servers. */
export async function scriptFor(
	shell: string,
	servers?: readonly object[],
): Promise<{script: string; env: Record<string, string>}> {
	const env = await homeForShell(servers);
	const script = path.join(env['HOME'] ?? '', `completion.${shell}`);
	writeFileSync(script, (await runCli(['completion', shell])).out);
	return {script, env};
}

/** A shell at its prompt, `ready> `, on a separate terminal. */
export async function openShell(program: string, args: string[], env: Record<string, string>, setUp: string) {
	const shell = spawn(program, args, {cols: 100, rows: 24, env});
	const emulator = openEmulator(100, 24, {convertEol: false});
	const {changed, until} = openWaits(15_000, () => emulator.rows().join('\n'));
	shell.onData(data => {
		emulator.write(data);
		changed();
	});
	const ended = new Promise(resolve => shell.onExit(resolve));
	onTestFinished(async () => {
		shell.kill('SIGKILL');
		await ended;
	});
	const sees = (row: RegExp) => until(String(row), () => emulator.rows().some(text => row.test(text)));
	const clear = async () => {
		shell.write('\u0015\u000C');
		await sees(/^ready>\s*$/);
	};
	shell.write(`${setUp}; clear\r`);
	await sees(/^ready>\s*$/);
	return {
		/** The command line after Tab; Ctrl-U and Ctrl-L then clear line and screen. */
		completed: async (typed: string) => {
			shell.write(`${typed}\t`);
			await until(`more than ${typed}`, () => {
				const row = emulator.rows().find(text => text.startsWith(`ready> ${typed}`));
				return row !== undefined && row.trimEnd().length > `ready> ${typed}`.length;
			});
			const line = emulator.rows().findLast(row => row.startsWith('ready>'));
			await clear();
			return line?.trimEnd().slice('ready> '.length);
		},
		/** Waits until pressing Tab twice has listed this row. */
		lists: async (typed: string, row: RegExp) => {
			shell.write(`${typed}\t\t`);
			await sees(row);
			await clear();
		},
	};
}
