import {graphemesOf, widthOf} from '../lib/width.ts';

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
