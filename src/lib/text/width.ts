import stringWidth from 'string-width';
import {isSimple} from './text.ts';

let segmenter: Intl.Segmenter | undefined;
const knownWidths = new Map<string, number>();
const maxKnown = 4096;
/** Longer graphemes, with many combining marks, are not cached, because each takes as much memory as a long text. */
const maxKnownLength = 64;

/** The width of a text in columns. */
export function widthOf(text: string): number {
	return widthUpTo(text, Infinity);
}

/** The width of a text in columns, or of so much of it that it is more than `limit`: a text from outside may be long. */
export function widthUpTo(text: string, limit: number): number {
	if (isSimple(text)) return text.length;
	let width = 0;
	for (const {segment} of segmentsOf(text)) {
		width += graphemeWidth(segment);
		if (width > limit) break;
	}
	return width;
}

/** Splits a text into user-perceived characters: base letters with their marks, whole emoji. */
export function graphemesOf(text: string): string[] {
	if (isSimple(text)) return text.split('');
	return [...segmentsOf(text)].map(({segment}) => segment);
}

/** The user-perceived characters of a text and their places. */
export function segmentsOf(text: string): Intl.Segments {
	segmenter ??= new Intl.Segmenter(undefined, {granularity: 'grapheme'});
	return segmenter.segment(text);
}

/**
Removes the characters that terminals measure differently: emoji selectors, keycaps, skin tones, and the joiner, after
which tmux counts no column. Without them all terminals agree on the width. Returns plain text unchanged.
*/
export function steady(text: string): string {
	return isSimple(text) ? text : text.replaceAll(/\u200d|\u20e3|[\ufe0e\ufe0f]|\p{Emoji_Modifier}/gu, '');
}

/** Cuts a text to at most `width` columns; `mark` replaces the omitted part at the end or in the middle. */
export function cut(given: string, width: number, where: 'end' | 'middle' = 'end', mark = '…'): string {
	const text = steady(given);
	if (widthUpTo(text, width) <= width) return text;
	if (width <= 0) return '';
	const room = width - widthOf(mark);
	if (room <= 0) return mark.slice(0, width);
	if (where === 'end') return head(text, room) + mark;
	const before = head(text, Math.floor(room / 2));
	return before + mark + tail(text, room - widthOf(before));
}

/** Exactly `width` columns: cut like `cut`, or padded with spaces. */
export function fit(text: string, width: number, where: 'end' | 'middle' = 'end'): string {
	const short = cut(text, width, where);
	return short + ' '.repeat(Math.max(0, width - widthOf(short)));
}

/** Exactly `width` columns, right-aligned. */
export function fitRight(text: string, width: number): string {
	const short = cut(text, width);
	return ' '.repeat(Math.max(0, width - widthOf(short))) + short;
}

/**
Wraps a text to rows of `width` columns: at a space if one is near the end of the row, otherwise anywhere. Tab stops are
every eight columns. A wide character is never split; one that does not fit gets a row of its own.
*/
export function wrap(given: string, width: number): string[] {
	const room = Math.max(1, width);
	const rows: string[] = [];
	for (const line of given.split('\n')) {
		const text = expandTabs(steady(line));
		if (isSimple(text)) wrapSimple(text, room, rows);
		else wrapAny(text, room, rows);
	}
	return rows;
}

function wrapSimple(text: string, width: number, rows: string[]): void {
	let from = 0;
	while (text.length - from > width) {
		// Searches only the row: in a text without spaces each row would search the entire text.
		const space = text.slice(from, from + width + 1).lastIndexOf(' ');
		const at = from + (space > width * 0.4 ? space : width);
		rows.push(text.slice(from, at));
		from = text[at] === ' ' ? at + 1 : at;
	}
	rows.push(text.slice(from));
}

function wrapAny(text: string, width: number, rows: string[]): void {
	let row = '';
	let used = 0;
	for (const grapheme of graphemesOf(text)) {
		const wide = graphemeWidth(grapheme);
		if (used + wide > width && used > 0) {
			const space = row.lastIndexOf(' ');
			const breaks = grapheme !== ' ' && space > 0 && widthOf(row.slice(0, space)) > width * 0.6;
			rows.push(breaks ? row.slice(0, space) : row);
			row = breaks ? row.slice(space + 1) : '';
			used = widthOf(row);
			if (grapheme === ' ' && row === '') continue;
		}
		row += grapheme;
		used += wide;
	}
	rows.push(row);
}

function expandTabs(line: string): string {
	if (!line.includes('\t')) return line;
	let text = '';
	let column = 0;
	for (const part of line.split(/(\t)/)) {
		const shown = part === '\t' ? ' '.repeat(8 - (column % 8)) : part;
		text += shown;
		column += widthOf(shown);
	}
	return text;
}

/** Reads only the part that it keeps: a text from outside may be a thousand screens long. */
function head(text: string, width: number): string {
	if (isSimple(text)) return text.slice(0, width);
	let used = 0;
	let kept = '';
	for (const {segment: grapheme} of segmentsOf(text)) {
		used += graphemeWidth(grapheme);
		if (used > width) break;
		kept += grapheme;
	}
	return kept;
}

function tail(text: string, width: number): string {
	if (isSimple(text)) return width > 0 ? text.slice(-width) : '';
	let used = 0;
	let kept = '';
	for (const grapheme of graphemesOf(text).reverse()) {
		used += graphemeWidth(grapheme);
		if (used > width) break;
		kept = grapheme + kept;
	}
	return kept;
}

function graphemeWidth(grapheme: string): number {
	const before = knownWidths.get(grapheme);
	if (before !== undefined) return before;
	const width = stringWidth(grapheme);
	if (grapheme.length > maxKnownLength) return width;
	if (knownWidths.size >= maxKnown) knownWidths.clear();
	knownWidths.set(grapheme, width);
	return width;
}
