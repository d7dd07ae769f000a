import type {ByName} from '../lib/json/maps.ts';
import {afterUnlessDone} from '../lib/time/clock.ts';
import {openTtyOutput, type Output} from './terminal/tty-output.ts';
import {openTerminalWriter, type TerminalWriter} from './terminal/writer.ts';

/** The terminal to paint on: `process.stdout`, or in a test anything with a size that accepts text. */
export type Terminal = {
	fd?: number;
	columns?: number | undefined;
	rows?: number | undefined;
	/** Returns false to request a pause until 'drain', as streams of Node do. Used only without `fd`. */
	write: (text: string) => unknown;
	on: (event: 'resize' | 'drain', listener: () => void) => unknown;
	off: (event: 'resize' | 'drain', listener: () => void) => unknown;
};

/** How long an exit waits for a terminal that accepts no data, ms. */
const patienceMs = 1000;

type Options = {stdout: Terminal; synchronized: boolean; onLost: () => void};

/**
Creates the stream that Ink paints on: a writer that sends cell differences to the terminal. A terminal
without `fd` receives text through `write`.
*/
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

/** Returns an output for bytes of our own, while nothing is painted on the terminal. */
export const outputOf = (terminal: Terminal): Output =>
	terminal.fd === undefined ? textOutput(terminal) : openTtyOutput(terminal.fd);

function textOutput(terminal: Terminal): Output {
	const decoder = new TextDecoder();
	const put = (bytes: Uint8Array) => terminal.write(decoder.decode(bytes, {stream: true}));
	let onDrain = () => {};
	return {
		write: (bytes: Uint8Array, done: (error?: Error) => void) => {
			onDrain = () => {
				terminal.off('drain', onDrain);
				done();
			};
			if (put(bytes) === false) terminal.on('drain', onDrain);
			else setImmediate(done);
		},
		writeSync: (bytes: Uint8Array) => void put(bytes),
		close: () => void terminal.off('drain', onDrain),
	};
}

/**
Returns whether the terminal supports synchronized frames (mode 2026): the terminals known to hold back a
frame until it is complete. A multiplexer in between names itself in TERM, and is assumed not to support it.
*/
export function knowsSynchronized(env: ByName<string | undefined>): boolean {
	const term = env['TERM'] ?? '';
	if (/^(tmux|screen|linux|vt)/.test(term)) return false;
	return (
		/kitty|alacritty|ghostty|foot|wezterm|contour/.test(term) ||
		/^(iTerm\.app|WezTerm|ghostty|vscode|rio)$/.test(env['TERM_PROGRAM'] ?? '') ||
		env['WT_SESSION'] !== undefined
	);
}
