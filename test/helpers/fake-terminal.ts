import {EventEmitter} from 'node:events';
import {PassThrough} from 'node:stream';
import {openEmulator} from '../tui/terminal/emulator.ts';
import {openWaits} from './waits.ts';

/** How long `sees` waits before it fails and shows the screen, ms. */
const timeoutMs = 60_000;

export type FakeTerminal = ReturnType<typeof openFakeTerminal>;

/**
A terminal in this process, rendered by a real emulator. Each write of keys is one read, and assertions see what a user
would see. Nothing sleeps: `sees` checks again after every paint.
*/
export function openFakeTerminal({columns = 80, rows = 24}: {columns?: number; rows?: number} = {}) {
	const emulator = openEmulator(columns, rows, {convertEol: false});
	const screen = () => emulator.rows().join('\n');
	const {changed, until} = openWaits(timeoutMs, screen);
	let raw = false;
	let bytes = '';
	let isStopped = false;
	let held = '';
	const writes: {at: number; text: string}[] = [];
	const show = (text: string) => {
		// The compiler does not detect a message in an untagged template.
		if (text.includes('[object Object]')) throw new Error(`A message is shown but not rendered: ${text}`);
		bytes += text;
		emulator.write(text);
	};
	const stdin = Object.assign(new PassThrough(), {
		isTTY: true as const,
		setRawMode: (isRaw: boolean) => void (raw = isRaw),
		ref: () => {},
		unref: () => {},
	});
	const stdout = Object.assign(new EventEmitter(), {
		isTTY: true as const,
		columns,
		rows,
		write: (text: string) => {
			writes.push({at: performance.now(), text});
			if (isStopped) held += text;
			else show(text);
			changed();
			return !isStopped;
		},
	});
	return {
		stdin,
		stdout,
		/** Types the keys; the program gets each call as one read. */
		write: (keys: string) => void stdin.write(keys),
		screen,
		rows: () => emulator.rows(),
		cursor: () => emulator.cursor(),
		/** All bytes sent to the terminal so far. */
		bytes: () => bytes,
		/** All writes so far, with their times (ms of `performance.now`). */
		writes: () => writes,
		/** Stops accepting output, as after Ctrl-S or on a hanging connection; further output is buffered. */
		stop: () => void (isStopped = true),
		/** Shows the buffered output and accepts more. */
		go: () => {
			isStopped = false;
			const kept = held;
			held = '';
			show(kept);
			stdout.emit('drain');
			changed();
		},
		isRaw: () => raw,
		/** True while the alternate screen is shown. */
		isAlternate: () => emulator.isAlternate(),
		sees: (text: string | RegExp) =>
			until(String(text), () => (typeof text === 'string' ? screen().includes(text) : text.test(screen()))),
		seesNot: (text: string) => until(`a screen without ${text}`, () => !screen().includes(text)),
		until,
		resize: (nextColumns: number, nextRows: number) => {
			emulator.resize(nextColumns, nextRows);
			Object.assign(stdout, {columns: nextColumns, rows: nextRows});
			stdout.emit('resize');
		},
		/** Closes the terminal, as when its window is closed. */
		close: () => void stdin.end(),
	};
}
