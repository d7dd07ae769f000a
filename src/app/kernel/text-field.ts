import {FastSegmenter} from '../../lib/fast-segmenter.ts';

/**
A line of text being edited. `cursor` is an index into `text` in UTF-16 units, always between two graphemes. `offered`:
the text is an untouched suggestion. Typing replaces it; any other key keeps it for editing.
*/
export type TextField = {text: string; cursor: number; offered?: true};

export const emptyField: TextField = {text: '', cursor: 0};
export const fieldOf = (text: string): TextField => ({text, cursor: text.length});

const graphemes = new FastSegmenter(undefined, {granularity: 'grapheme'});

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
export const backspace: Edit = field => cut(field, before(field), field.cursor);
export const deleteForward: Edit = field => cut(field, field.cursor, after(field));
export const deleteToStart: Edit = field => cut(field, 0, field.cursor);
export const deleteToEnd: Edit = field => cut(field, field.cursor, field.text.length);
/** Like readline's unix-word-rubout: deletes whitespace before the cursor, then the word before that. */
export const deleteWord: Edit = field => {
	const kept = field.text.slice(0, field.cursor).replace(/\S*\s*$/, '');
	return cut(field, kept.length, field.cursor);
};

function cut({text}: TextField, from: number, to: number): TextField {
	return {text: text.slice(0, from) + text.slice(to), cursor: from};
}

function before({text, cursor}: TextField): number {
	let start = 0;
	for (const {index} of graphemes.segment(text)) {
		if (index >= cursor) break;
		start = index;
	}
	return start;
}

function after({text, cursor}: TextField): number {
	const next = graphemes.segment(text).containing(cursor);
	return next === undefined ? text.length : next.index + next.segment.length;
}
