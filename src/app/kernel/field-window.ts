import type {TextField} from './text-field.ts';
import {cut, graphemesOf, steady, widthOf} from '../../lib/width.ts';

/** The part of a text field that is on screen, and the column of the cursor in it. */
export type FieldWindow = {text: string; caret: number};

/**
A field that is longer than its room is moved so that the cursor stays visible, at the last column at the latest. Wide
characters are never split; the column behind the text is free for the cursor.
*/
export function fieldWindow({text, cursor}: TextField, width: number): FieldWindow {
	const before = steady(text.slice(0, cursor));
	const after = steady(text.slice(cursor));
	const room = Math.max(0, width - 1);
	const seen = lastColumns(before, room);
	const caret = widthOf(seen);
	return {text: seen + firstColumns(after, width - caret), caret};
}

/** The same where nobody types in it: from its beginning, with a mark where it goes on. */
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
