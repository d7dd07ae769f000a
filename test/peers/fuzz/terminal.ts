import {mkdtempSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {spawn} from '@lydell/node-pty';
import {openWaits} from '../../helpers/waits.ts';
import {openEmulator} from '../../tui/terminal/emulator.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const columns = 80;
const rows = 24;
/** The longest time for a first screen, an answer to a resize, or an end, ms. */
const patienceMs = 20_000;
/** Keeps the terminal open after the program, to see what it leaves. */
const wrapper =
	'stty -g > "$BEFORE"; "$NODE" "$TUI"; echo "exit $?"; stty -g > "$AFTER"; echo "end"; read line';

export type Terminal = ReturnType<typeof openTerminal>;

/** Starts the built TUI in a pseudo-terminal of 80 columns and 24 rows. `folder` keeps its files between sessions. */
export function openTerminal(folder: string, env: Record<string, string>) {
	const emulator = openEmulator(columns, rows, {convertEol: false});
	const screen = () => emulator.rows().join('\n');
	const {changed, until} = openWaits(patienceMs, screen);
	const files = mkdtempSync(path.join(folder, 'session-'));
	const [before, after] = [path.join(files, 'before'), path.join(files, 'after')];
	const pty = spawn('sh', ['-c', wrapper], {
		cols: columns,
		rows,
		cwd: files,
		env: {...env, ...environment(folder), BEFORE: before, AFTER: after},
	});
	let isClosed = false;
	let bytes = 0;
	pty.onData(data => {
		bytes += data.length;
		emulator.write(data);
		changed();
	});
	pty.onExit(() => {
		isClosed = true;
		changed();
	});
	const exitCode = () => /^exit (\d+)[^]*^end$/m.exec(screen())?.[1];
	const hasEnded = () => isClosed || exitCode() !== undefined;
	/** The processes of the terminal: the shell and the program. */
	const signal = (name: NodeJS.Signals) => {
		try {
			process.kill(-pty.pid, name);
		} catch {
			// It has ended in the meantime.
		}
	};
	const resize = (nextColumns: number, nextRows: number) => {
		emulator.resize(nextColumns, nextRows);
		pty.resize(nextColumns, nextRows);
	};
	return {
		screen,
		until,
		hasEnded,
		write: (keys: string) => pty.write(keys),
		/** Continues a program that Ctrl-Z suspended. */
		resumeIfStopped: () => {
			if (!hasEnded() && isStopped(pty.pid)) signal('SIGCONT');
		},
		/** Rejects if the program does not paint after a resize. */
		checkAlive: async () => {
			for (const [nextColumns, nextRows] of [
				[120, 40],
				[columns, rows],
			] as const) {
				const seen = bytes;
				resize(nextColumns, nextRows);
				await until('answer to a resize', () => bytes > seen || hasEnded());
			}
		},
		/** Waits for the end. `left`: what the program did not restore. */
		end: async () => {
			await until('end of the program', hasEnded);
			const {_core: core} = emulator.terminal as unknown as {_core: {coreService: {isCursorHidden: boolean}}};
			const {bracketedPasteMode, mouseTrackingMode} = emulator.terminal.modes;
			const left = [
				emulator.isAlternate() ? 'the second screen' : '',
				bracketedPasteMode ? 'bracketed paste' : '',
				mouseTrackingMode === 'none' ? '' : 'mouse reports',
				core.coreService.isCursorHidden ? 'a hidden cursor' : '',
				isClosed || readFileSync(before, 'utf8') === readFileSync(after, 'utf8') ? '' : 'stty',
			].filter(Boolean);
			const code = Number(exitCode() ?? 0);
			signal('SIGKILL');
			return {code, left: left.length > 0 ? left.join(', ') : undefined};
		},
		kill: () => signal('SIGKILL'),
	};
}

/** Whether the program, the only child of the shell, is stopped. */
function isStopped(shell: number): boolean {
	try {
		const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ');
		return [String(shell), ...children].some(
			pid => pid !== '' && /^\d+ \(.*\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')),
		);
	} catch {
		return false;
	}
}

const environment = (folder: string): Record<string, string> => ({
	PATH: process.env['PATH'] ?? '',
	HOME: folder,
	TERM: 'xterm-256color',
	LANG: 'C.UTF-8',
	TZ: 'UTC',
	EDITOR: 'true',
	PAGER: 'cat',
	RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
	RCONDECK_STATE_DIR: path.join(folder, 'state'),
	XDG_CACHE_HOME: path.join(folder, 'cache'),
	NODE: process.execPath,
	TUI: path.join(root, 'dist/rcondeck.mjs'),
});
