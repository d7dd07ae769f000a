import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {spawn} from '@lydell/node-pty';
import {openWaits} from '../helpers/waits.ts';
import {openEmulator} from '../tui/terminal/emulator.ts';

const timeoutMs = 15_000;
/** The prompts of the outer shell, and of a shell inside another program. */
const prompts = {outer: /^shell>$/, inner: /^inner>$/};

/** Opens a shell in a real pseudo-terminal, in which other terminal programs can be started. */
export async function openShell(columns: number, rows: number) {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-terminals-'));
	const emulator = openEmulator(columns, rows, {convertEol: false});
	const screen = () => emulator.rows().join('\n');
	const {changed, until} = openWaits(timeoutMs, screen);
	const pty = spawn('/bin/sh', ['-i'], {cols: columns, rows, cwd: folder, env: environment(folder)});
	pty.onData(data => {
		emulator.write(data);
		changed();
	});
	/** True if the last row that is not empty is an empty prompt. */
	const isAsking = (which: keyof typeof prompts) =>
		prompts[which].test(emulator.rows().findLast(row => row.trim() !== '' && !isStatus(row)) ?? '');
	await until('prompt', () => isAsking('outer'));
	return {
		folder,
		emulator,
		screen,
		until,
		isAsking,
		sees: (text: string) => until(text, () => screen().includes(text)),
		write: (keys: string) => pty.write(keys),
		resize: (nextColumns: number, nextRows: number) => {
			emulator.resize(nextColumns, nextRows);
			pty.resize(nextColumns, nextRows);
		},
		close: () => {
			pty.kill('SIGKILL');
			rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
		},
	};
}

export type Shell = Awaited<ReturnType<typeof openShell>>;

/** True for the status line of tmux. */
const isStatus = (row: string) => row.startsWith('[');

/** The environment of a login, with the command that starts the TUI: `sh -c "$TUI"`. */
export function environment(folder: string): Record<string, string> {
	const root = path.resolve(import.meta.dirname, '../..');
	return {
		PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
		HOME: folder,
		SHELL: '/bin/sh',
		TERM: 'xterm-256color',
		LANG: 'C.UTF-8',
		PS1: 'shell> ',
		RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
		RCONDECK_STATE_DIR: path.join(folder, 'state'),
		TUI: `exec '${process.execPath}' '${path.join(root, 'dist/rcondeck.mjs')}'`,
	};
}
