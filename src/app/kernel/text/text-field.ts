import {cut, graphemesOf, segmentsOf, steady, widthOf} from '../../../lib/text/width.ts';

/** The visible part of a text field, and the column of the cursor in it. */
export type FieldWindow = {text: string; caret: number};

/**
Returns the part of a field that fits into `width` columns. It scrolls so that the cursor stays visible, and never
splits a wide character. The column after the text is left free for the cursor.
*/
export function fieldWindow({text, cursor}: TextField, width: number): FieldWindow {
	const before = steady(text.slice(0, cursor));
	const after = steady(text.slice(cursor));
	const room = Math.max(0, width - 1);
	const seen = lastColumns(before, room);
	const caret = widthOf(seen);
	return {text: seen + firstColumns(after, width - caret), caret};
}

/** Returns the visible part of an unfocused field: its beginning, with an ellipsis if it is cut. */
export const restingWindow = ({text}: TextField, width: number): FieldWindow => ({
	text: cut(text, width),
	caret: 0,
});

function lastColumns(text: string, width: number): string {
	if (widthOf(text) <= width) return text;
	let kept = '';
	let used = 0;
	for (const grapheme of graphemesOf(text).reverse()) {
		used += widthOf(grapheme);
		if (used > width) break;
		kept = grapheme + kept;
	}
	return kept;
}

function firstColumns(text: string, width: number): string {
	let kept = '';
	let used = 0;
	for (const grapheme of graphemesOf(text)) {
		used += widthOf(grapheme);
		if (used > width) break;
		kept += grapheme;
	}
	return kept;
}

/**
A line of text being edited. `cursor` is an index into `text` in UTF-16 units, always between two graphemes. `offered`:
the text is an untouched suggestion. Typing replaces it; any other key keeps it for editing.
*/
export type TextField = {text: string; cursor: number; offered?: true};

export const emptyField: TextField = {text: '', cursor: 0};
export const fieldOf = (text: string): TextField => ({text, cursor: text.length});

/** A field with a suggested text, to accept or to type over. */
export const offeredField = (text: string): TextField =>
	text === '' ? emptyField : {...fieldOf(text), offered: true};

/** Whether nothing was typed, so that Left and Right have nothing to move over. */
export const isUntouched = ({text, offered}: TextField): boolean => text === '' || offered === true;

export function insert({text, cursor, offered}: TextField, addition: string): TextField {
	if (offered) return fieldOf(addition);
	return {text: text.slice(0, cursor) + addition + text.slice(cursor), cursor: cursor + addition.length};
}

export type Edit = (field: TextField) => TextField;

export const left: Edit = field => ({text: field.text, cursor: before(field)});
export const right: Edit = field => ({text: field.text, cursor: after(field)});
export const home: Edit = ({text}) => ({text, cursor: 0});
export const end: Edit = ({text}) => fieldOf(text);
export const backspace: Edit = field => without(field, before(field), field.cursor);
export const deleteForward: Edit = field => without(field, field.cursor, after(field));
export const deleteToStart: Edit = field => without(field, 0, field.cursor);
export const deleteToEnd: Edit = field => without(field, field.cursor, field.text.length);
/** Like readline's unix-word-rubout: deletes whitespace before the cursor, then the word before that. */
export const deleteWord: Edit = field => {
	const kept = field.text.slice(0, field.cursor).replace(/\S*\s*$/, '');
	return without(field, kept.length, field.cursor);
};

function without({text}: TextField, from: number, to: number): TextField {
	return {text: text.slice(0, from) + text.slice(to), cursor: from};
}

function before({text, cursor}: TextField): number {
	let start = 0;
	for (const {index} of segmentsOf(text)) {
		if (index >= cursor) break;
		start = index;
	}
	return start;
}

function after({text, cursor}: TextField): number {
	const next = segmentsOf(text).containing(cursor);
	return next === undefined ? text.length : next.index + next.segment.length;
}
