import type {Readable} from 'node:stream';
import {cut, graphemesOf, widthOf, wrap} from '../lib/text/width.ts';
import {fieldWindow, type TextField} from '../app/kernel/text/text-field.ts';
import {type Input, listenToKeys} from './keyboard.ts';

/** One row of the terminal as displayed; `caret` is a column. */
export type DisplayedRow = {text: string; caret: number};

export const nothingShown: DisplayedRow = {text: '', caret: 0};

/**
Returns the output that changes the displayed row into another. It uses only printable text and backspaces: typing
at the end writes one character, and every terminal back to a teletype supports it.
*/
export function lineUpdate(before: DisplayedRow, after: DisplayedRow): string {
	if (before.text === after.text) return moveCursor(after.text, before.caret, after.caret);
	const same = sharedStart(before.text, after.text);
	const from = widthOf(same);
	const spare = Math.max(0, widthOf(before.text) - widthOf(after.text));
	return [
		moveCursor(before.text, before.caret, from),
		after.text.slice(same.length),
		' '.repeat(spare),
		'\b'.repeat(spare),
		moveCursor(after.text, widthOf(after.text), after.caret),
	].join('');
}

/** Moves the cursor: left with backspaces, right by rewriting the text. */
function moveCursor(text: string, from: number, to: number): string {
	return to <= from ? '\b'.repeat(from - to) : between(text, from, to);
}

function between(text: string, from: number, to: number): string {
	let column = 0;
	let found = '';
	for (const grapheme of graphemesOf(text)) {
		if (column >= from && column < to) found += grapheme;
		column += widthOf(grapheme);
	}
	return found;
}

/** Returns the common prefix in whole graphemes. */
function sharedStart(a: string, b: string): string {
	const [first, second] = [graphemesOf(a), graphemesOf(b)];
	const end = first.findIndex((grapheme, index) => grapheme !== second[index]);
	return first.slice(0, end === -1 ? first.length : end).join('');
}

export type TerminalInput = Readable & {setRawMode?: (isRaw: boolean) => unknown};
export type TerminalOutput = {write: (text: string) => unknown; columns?: number | undefined};

export type LineTerminal = {
	/** Shows the input after its prompt. */
	prompt: (text: string, field: TextField) => void;
	/** Returns whether the prompt fits with room to type. */
	fits: (prompt: string) => boolean;
	/** Ends the typed line; further output goes below it. */
	endLine: () => void;
	/** Prints lines above the input, which is then restored; long lines wrap between words. */
	print: (lines: readonly string[]) => void;
	bell: () => void;
	/** Sends invisible bytes to the terminal itself. */
	send: (bytes: string) => void;
	/** Gives another program the terminal while the task runs. */
	lend: (task: () => Promise<void>) => Promise<void>;
	close: () => void;
};

type Options = {
	stdin: TerminalInput;
	stdout: TerminalOutput;
	/** The terminal can only print lines. */
	isDumb: boolean;
	onInputs: (inputs: readonly Input[]) => void;
};

const usualColumns = 80;
/** Minimum width left for typing. */
const minTypingWidth = 12;
/** Correct even if the terminal does not add a carriage return to a line feed. */
const newLine = '\r\n';
const [pasteOn, pasteOff] = ['\x1b[?2004h', '\x1b[?2004l'];

/** Opens a terminal that only prints lines and never overwrites printed output. */
export function openLineTerminal({stdin, stdout, isDumb, onInputs}: Options): LineTerminal {
	let shown: DisplayedRow = nothingShown;
	let last = {text: '', field: {text: '', cursor: 0} satisfies TextField as TextField};
	let isClosed = false;
	let stopListening = () => {};
	const columns = () => stdout.columns || usualColumns;
	const show = (after: DisplayedRow) => {
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

/** Lays out one row without the last column, where a terminal might wrap. */
function rowOf(text: string, field: TextField, columns: number): DisplayedRow {
	const width = Math.max(minTypingWidth, columns - 1);
	const head = cut(text, Math.max(1, width - minTypingWidth), 'middle', '...');
	const room = Math.max(1, width - widthOf(head));
	const window = fieldWindow(field, room);
	return {text: head + window.text, caret: widthOf(head) + window.caret};
}
