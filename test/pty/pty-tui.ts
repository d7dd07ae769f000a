import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {spawn, type IPty} from '@lydell/node-pty';
import {shellWords} from '../helpers/shell-words.ts';
import {openWaits} from '../helpers/waits.ts';
import {openEmulator} from '../tui/terminal/emulator.ts';
import {writeInParts} from './write-in-parts.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** How long a wait lasts before it fails and shows the screen, ms. */
const timeoutMs = 60_000;
/** Throws an uncaught error when the test asks for it. */
const bug = `process.on('SIGUSR2', () => { throw new Error('a bug made by the test'); });`;

/** The shell is waiting for a line. */
export const prompt = /^shell>$/m;

type Options = {
	columns?: number;
	rows?: number;
	args?: string[];
	env?: Record<string, string>;
	/** The command that starts the program, instead of the bundle with a hook for bugs. */
	program?: readonly string[];
	/** Shows the welcome of a first run. */
	isFirstRun?: true;
	/** What the terminal answers to its output. */
	answers?: (output: string) => string;
	/** Line mode: stays on the main screen. */
	isStream?: true;
	/** The program replaces the shell, so nothing controls jobs. */
	replacesShell?: true;
	/**
	Receives the function that stops everything; `onTestFinished` in a test.
	*/
	atEnd: (close: () => Promise<void>) => void;
};

/**
Opens the built program in a real pseudo-terminal, started by an interactive shell like a user would, and rendered by a
real emulator. Nothing sleeps: every wait checks again after each paint.
*/
export async function openPtyTui({
	columns = 80,
	rows = 24,
	args = [],
	env = {},
	program,
	isFirstRun,
	isStream,
	replacesShell,
	answers,
	atEnd,
}: Options) {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-pty-'));
	if (!isFirstRun) {
		mkdirSync(path.join(folder, 'state'), {mode: 0o700});
		writeFileSync(path.join(folder, 'state/welcome-dismissed'), '');
	}
	const emulator = openEmulator(columns, rows, {convertEol: false});
	const screen = () => emulator.rows().join('\n');
	const {changed, until} = openWaits(timeoutMs, screen);
	const pidFile = path.join(folder, 'pid');
	const pty = spawn('sh', ['-i'], {
		cols: columns,
		rows,
		cwd: folder,
		env: {...environment(folder), PIDFILE: pidFile, ...(program && {START: startOf(program)}), ...env},
	});
	const write = writeInParts(pty);
	let isOver = false;
	pty.onData(data => {
		emulator.write(data);
		const answer = answers?.(data) ?? '';
		write(answer);
		changed();
	});
	const over = new Promise<void>(resolve => {
		pty.onExit(() => {
			isOver = true;
			changed();
			resolve();
		});
	});
	atEnd(async () => {
		if (!isOver) pty.kill('SIGKILL');
		await over;
		rmSync(folder, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
	});

	const shows = (text: string | RegExp) =>
		typeof text === 'string' ? screen().includes(text) : text.test(screen());
	const sees = (text: string | RegExp) => until(String(text), () => shows(text));
	/** The feed may be live before the list is there, and until then keys say that no server is listed. */
	const isLive = () =>
		until('a live feed and the list', () => shows('feed LIVE') && !shows('Loading the servers'));

	await sees(prompt);
	write(`${replacesShell ? 'exec ' : ''}sh -c "$START" tui ${args.join(' ')}\r`);
	if (!isStream) await until('second screen', () => emulator.isAlternate());
	return {
		emulator,
		folder,
		sees,
		isLive,
		shows,
		screen,
		until,
		/** Sends up to 512 characters in one read. */
		write,
		/** The terminal accepts what fits into its buffer, and nothing more until `resume`. */
		pause: () => pty.pause(),
		resume: () => pty.resume(),
		/** Closes the terminal, as when an SSH connection ends. */
		hangUp: () => (pty as IPty & {destroy(): void}).destroy(),
		/** True while the terminal sends what the mouse does to the program. */
		reportsMouse: () => emulator.terminal.modes.mouseTrackingMode !== 'none',
		/** True if the terminal is restored: main screen, cursor, paste mode, mouse. */
		isRestored: () => {
			const {_core: core} = emulator.terminal as unknown as {_core: {coreService: {isCursorHidden: boolean}}};
			return (
				!emulator.isAlternate() &&
				!emulator.terminal.modes.bracketedPasteMode &&
				emulator.terminal.modes.mouseTrackingMode === 'none' &&
				!core.coreService.isCursorHidden
			);
		},
		/** The process id of the TUI itself. */
		pid: () => Number(readFileSync(pidFile, 'utf8')),
		shellPid: pty.pid,
		state: path.join(folder, 'state'),
		hasState: () => existsSync(path.join(folder, 'state')),
		resize: (nextColumns: number, nextRows: number) => {
			emulator.resize(nextColumns, nextRows);
			pty.resize(nextColumns, nextRows);
		},
	};
}

export type PtyTui = Awaited<ReturnType<typeof openPtyTui>>;

/** Types a line and presses Enter once it is echoed: everything in one read could be a paste. */
export async function typeLine(tui: PtyTui, text: string): Promise<void> {
	tui.write(text);
	await tui.until(`line ${text}`, () => lastRow(tui).endsWith(text));
	tui.write('\r');
}

/** The last row that is not empty. */
export const lastRow = (tui: PtyTui): string => tui.emulator.rows().findLast(row => row.trim() !== '') ?? '';

/** False also for a zombie, whose parent may have died first. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return !/^\d+ \(.*\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'ENOENT' && !existsSync('/proc/self');
	}
}

const startOf = (program: readonly string[]) => `echo $$ > "$PIDFILE"; exec ${shellWords(program)} "$@"`;

/** The environment of a plain login: variables set by CI or a test runner change how Ink and colors behave. */
function environment(folder: string): Record<string, string> {
	const {PATH = ''} = process.env;
	return {
		PATH,
		HOME: folder,
		TERM: 'xterm-256color',
		LANG: 'C.UTF-8',
		TZ: 'UTC',
		PS1: 'shell> ',
		// Compiled code is cached across tests.
		XDG_CACHE_HOME: path.join(tmpdir(), 'rcondeck-tests'),
		RCONDECK_CONFIG_DIR: path.join(folder, 'config'),
		RCONDECK_STATE_DIR: path.join(folder, 'state'),
		START: 'echo $$ > "$PIDFILE"; exec "$TUI_NODE" --import "$BUG" "$TUI" "$@"',
		BUG: `data:text/javascript,${encodeURIComponent(bug)}`,
		TUI: path.join(root, 'dist/rcondeck.mjs'),
		TUI_NODE: process.execPath,
	};
}
