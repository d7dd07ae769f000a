import type {TextField} from './text-field.ts';
import {cut, graphemesOf, steady, widthOf} from '../../lib/width.ts';

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
