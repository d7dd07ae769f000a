import {afterUnlessDone} from '../lib/clock.ts';
import {openTtyOutput, type Output} from './terminal/tty-output.ts';
import {openTerminalWriter, type TerminalWriter} from './terminal/writer.ts';

/** The terminal to paint on: `process.stdout`, or in a test anything that has a size and takes text. */
export type Terminal = {
	fd?: number;
	columns?: number | undefined;
	rows?: number | undefined;
	/** False: no more before a 'drain', as a stream of Node says it. Asked only where there is no `fd`. */
	write: (text: string) => unknown;
	on: (event: 'resize' | 'drain', listener: () => void) => unknown;
	off: (event: 'resize' | 'drain', listener: () => void) => unknown;
};

/** How long an exit waits for a terminal that takes nothing, ms. */
const patienceMs = 1000;

type Options = {stdout: Terminal; synchronized: boolean; onLost: () => void};

/** What Ink paints on: the terminal behind the writer of cell differences. A terminal without `fd` gets its text by `write`. */
export function openScreen({stdout, synchronized, onLost}: Options): TerminalWriter {
	const writer = openTerminalWriter({
		stdout,
		synchronized,
		onLost,
		...(stdout.fd === undefined && {output: textOutput(stdout)}),
	});
	return {
		...writer,
		close: async () => {
			const patience = new Promise<void>(resolve => void afterUnlessDone(patienceMs, resolve));
			await Promise.race([writer.close(), patience]);
			writer.closeSync();
		},
	};
}

/** The terminal for bytes of its own, while nothing is painted on it. */
export const outputOf = (terminal: Terminal): Output =>
	terminal.fd === undefined ? textOutput(terminal) : openTtyOutput(terminal.fd);

function textOutput(terminal: Terminal): Output {
	const decoder = new TextDecoder();
	const put = (bytes: Uint8Array) => terminal.write(decoder.decode(bytes, {stream: true}));
	let drained = () => {};
	return {
		write: (bytes: Uint8Array, done: (error?: Error) => void) => {
			drained = () => {
				terminal.off('drain', drained);
				done();
			};
			if (put(bytes) === false) terminal.on('drain', drained);
			else setImmediate(done);
		},
		writeSync: (bytes: Uint8Array) => void put(bytes),
		close: () => void terminal.off('drain', drained),
	};
}

/**
Whether frames may be put between the marks of mode 2026: the terminals that are known to keep a frame back until it is
whole. A multiplexer in between names itself in TERM, and is taken for one that does not.
*/
export function knowsSynchronized(env: Readonly<Record<string, string | undefined>>): boolean {
	const term = env['TERM'] ?? '';
	if (/^(tmux|screen|linux|vt)/.test(term)) return false;
	return (
		/kitty|alacritty|ghostty|foot|wezterm|contour/.test(term) ||
		/^(iTerm\.app|WezTerm|ghostty|vscode|rio)$/.test(env['TERM_PROGRAM'] ?? '') ||
		env['WT_SESSION'] !== undefined
	);
}
