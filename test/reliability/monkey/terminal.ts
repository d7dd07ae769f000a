import {existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {spawn} from '@lydell/node-pty';
import {openWaits} from '../../helpers/waits.ts';
import {openEmulator} from '../../tui/terminal/emulator.ts';
import {writeInParts} from '../../pty/write-in-parts.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** The longest time for a first screen, an answer to a resize, or an end, ms. */
const patienceMs = 20_000;
/** Length of the text that is kept of what was printed. */
const maxPrinted = 6000;
/** Keeps the terminal open after the program, to see what it leaves. */
const wrapper =
	'stty -g > "$BEFORE"; "$NODE" $HOOK "$TUI" $MODE; code=$?; stty -g > "$AFTER"; echo "$code" > "$CODE"; echo "end"; read line';

export type Terminal = ReturnType<typeof openTerminal>;

export type Size = readonly [columns: number, rows: number];

/** Starts the built program in a pseudo-terminal. `folder` keeps its files between sessions. */
export function openTerminal(folder: string, [columns, rows]: Size, env: Record<string, string>) {
	let size: Size = [columns, rows];
	const emulator = openEmulator(columns, rows, {convertEol: false});
	const screen = () => emulator.rows().join('\n');
	const {changed, until} = openWaits(patienceMs, screen);
	const files = mkdtempSync(path.join(folder, 'session-'));
	const [before, after, code] = [
		path.join(files, 'before'),
		path.join(files, 'after'),
		path.join(files, 'code'),
	];
	const pty = spawn('sh', ['-c', wrapper], {
		cols: columns,
		rows,
		cwd: files,
		env: {...env, ...environment(folder), BEFORE: before, AFTER: after, CODE: code},
	});
	let isClosed = false;
	let bytes = 0;
	let printed = '';
	pty.onData(data => {
		bytes += data.length;
		printed = (printed + data).slice(-maxPrinted);
		emulator.write(data);
		changed();
	});
	pty.onExit(() => {
		isClosed = true;
		changed();
	});
	// A file, because keys that come late are echoed among what the shell prints.
	const exitCode = () => (existsSync(code) ? readFileSync(code, 'utf8').trim() : '');
	const hasEnded = () => isClosed || exitCode() !== '';
	/** The processes of the terminal: the shell and the program. */
	const signal = (name: NodeJS.Signals) => {
		try {
			process.kill(-pty.pid, name);
		} catch {
			// It has ended in the meantime.
		}
	};
	const resize = (next: Size) => {
		const [nextColumns, nextRows] = next;
		size = next;
		emulator.resize(nextColumns, nextRows);
		pty.resize(nextColumns, nextRows);
	};
	return {
		screen,
		/** The newest text that line mode has printed. */
		printed: () => stripVTControlCharacters(printed),
		/** How much the program has sent to the terminal. */
		bytes: () => bytes,
		/** The process id of the program, the only child of the shell. */
		pid: () => childrenOf(pty.pid)[0],
		/** The states of the shell, and in parentheses of the program, as in `ps`: `S` waits, `R` computes, `T` is stopped. */
		state: () => stateOf(pty.pid),
		until,
		hasEnded,
		/** It has painted or printed something. */
		hasStarted: () => bytes > 0,
		write: writeInParts(pty),
		resize,
		/** Continues a program that Ctrl-Z suspended. */
		resumeIfStopped: () => {
			if (!hasEnded() && isStopped(pty.pid)) signal('SIGCONT');
		},
		/** Rejects if the program does not paint after a resize. */
		checkAlive: async () => {
			for (const next of [[121, 41], size] as const) {
				const seen = bytes;
				resize(next);
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
			const exited = Number(exitCode());
			signal('SIGKILL');
			return {code: exited, left: left.length > 0 ? left.join(', ') : undefined};
		},
		kill: () => signal('SIGKILL'),
	};
}

const childrenOf = (pid: number): number[] =>
	readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** The letter of a process, and those of its children. */
function stateOf(pid: number): string {
	try {
		const [letter = '?'] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').slice(1);
		return [letter[0], ...childrenOf(pid).map(child => `(${stateOf(child)})`)].join('');
	} catch {
		return 'ended';
	}
}

/** Whether the program, the only child of the shell, is stopped. */
function isStopped(shell: number): boolean {
	try {
		return [shell, ...childrenOf(shell)].some(pid => stateOf(pid).startsWith('T'));
	} catch {
		return false;
	}
}

/** Makes a home folder for sessions of the program, which show no welcome. */
export function makeHome(config = ''): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-terminal-'));
	for (const name of ['state', 'config']) mkdirSync(path.join(folder, name), {mode: 0o700});
	writeFileSync(path.join(folder, 'state/welcome-dismissed'), '');
	writeFileSync(path.join(folder, 'config/config.toml'), config, {mode: 0o600});
	return folder;
}

/** Ends the program with `quit`, unless it has ended. Returns what was wrong with its end. */
export async function endProgram(terminal: Terminal, quit: () => Promise<void>): Promise<string[]> {
	const failures: string[] = [];
	try {
		terminal.resumeIfStopped();
		if (!terminal.hasEnded()) await quit();
		const {code, left} = await terminal.end();
		if (code !== 0 && code !== 130) failures.push(`exit code ${code}:\n${terminal.screen()}`);
		if (left !== undefined) failures.push(`left the terminal in a bad state: ${left}`);
	} catch (error) {
		failures.push(`state ${terminal.state()}: ${error instanceof Error ? error.message : String(error)}`);
		terminal.kill();
	}
	return failures;
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
