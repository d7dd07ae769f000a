import type {Readable} from 'node:stream';
import type {TextField} from '../app/kernel/text-field.ts';
import {cut, widthOf, wrap} from '../lib/width.ts';
import {fieldWindow} from '../app/kernel/field-window.ts';
import {listenToKeys, type Input} from './keyboard.ts';
import {lineUpdate, nothingShown, type Shown} from './line-paint.ts';

export type TerminalInput = Readable & {setRawMode?: (isRaw: boolean) => unknown};
export type TerminalOutput = {write: (text: string) => unknown; columns?: number | undefined};

export type LineTerminal = {
	/** Shows the line that is being typed, behind its prompt. */
	prompt: (text: string, field: TextField) => void;
	/** Whether there is room for a prompt and something after it. */
	fits: (prompt: string) => boolean;
	/** Ends the line that was typed: what comes next is below it. */
	endLine: () => void;
	/** Lines above the one that is being typed, which is then there again as it was; long ones broken between words. */
	print: (lines: readonly string[]) => void;
	bell: () => void;
	/** Bytes for the terminal itself, of which nothing is seen. */
	send: (bytes: string) => void;
	/** Gives the terminal to somebody else while the task runs. */
	lend: (task: () => Promise<void>) => Promise<void>;
	close: () => void;
};

type Options = {
	stdin: TerminalInput;
	stdout: TerminalOutput;
	/** It can do no more than print one line after another. */
	isDumb: boolean;
	onInputs: (inputs: readonly Input[]) => void;
};

const usualColumns = 80;
/** A prompt leaves at least so much room to type in. */
const minTypingWidth = 12;
/** Also where nobody makes a carriage return of a line feed. */
const newLine = '\r\n';
const [pasteOn, pasteOff] = ['\x1b[?2004h', '\x1b[?2004l'];

/** A terminal to which only lines are printed: nothing that was said is ever painted over. */
export function openLineTerminal({stdin, stdout, isDumb, onInputs}: Options): LineTerminal {
	let shown: Shown = nothingShown;
	let last = {text: '', field: {text: '', cursor: 0} satisfies TextField as TextField};
	let isClosed = false;
	let stopListening = () => {};
	const columns = () => stdout.columns || usualColumns;
	const show = (after: Shown) => {
		if (isClosed) return;
		const update = lineUpdate(shown, after);
		if (update !== '') stdout.write(update);
		shown = after;
	};
	const prompt = (text: string, field: TextField) => {
		last = {text, field};
		show(rowOf(text, field, columns()));
	};
	const take = () => {
		stdin.setRawMode?.(true);
		stopListening = listenToKeys(stdin, onInputs);
		stdin.resume();
		if (!isDumb) stdout.write(pasteOn);
	};
	const leave = () => {
		stopListening();
		if (!isDumb) stdout.write(pasteOff);
		stdin.setRawMode?.(false);
		stdin.pause();
	};
	const endLine = () => {
		if (isClosed) return;
		stdout.write(newLine);
		shown = nothingShown;
	};
	take();
	return {
		prompt,
		fits: text => widthOf(text) <= columns() - 1 - minTypingWidth,
		endLine,
		print: lines => {
			if (isClosed) return;
			const isOpen = shown.text !== '';
			const away = !isOpen ? '' : isDumb ? newLine : '\r\x1b[K';
			shown = nothingShown;
			const rows = isDumb ? lines : lines.flatMap(line => wrap(line, columns() - 1));
			stdout.write(`${away}${rows.map(row => row + newLine).join('')}`);
			if (isOpen) prompt(last.text, last.field);
		},
		bell: () => void stdout.write('\x07'),
		send: bytes => void (bytes !== '' && !isClosed && stdout.write(bytes)),
		lend: async task => {
			if (shown.text !== '') endLine();
			leave();
			try {
				await task();
			} finally {
				take();
				prompt(last.text, last.field);
			}
		},
		close: () => {
			if (shown.text !== '') endLine();
			isClosed = true;
			leave();
		},
	};
}

/** One row, never the last column of it: a terminal that wraps there would have begun another. */
function rowOf(text: string, field: TextField, columns: number): Shown {
	const width = Math.max(minTypingWidth, columns - 1);
	const head = cut(text, Math.max(1, width - minTypingWidth), 'middle', '...');
	const room = Math.max(1, width - widthOf(head));
	const window = fieldWindow(field, room);
	return {text: head + window.text, caret: widthOf(head) + window.caret};
}
