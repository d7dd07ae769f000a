import type {TextField} from './text-field.ts';
import {fieldWindow, restingWindow} from './field-window.ts';
import {widthOfSpans, type Span} from './spans.ts';

type Filter = {
	field: TextField;
	editing: boolean;
	/** Why the filter is invalid. */
	problem: string | undefined;
};

type Room = {
	/** Columns of the whole row, and how many of them stay free at its end. */
	width: number;
	spare: number;
	label?: string;
};

const widest = 40;

/**
Returns a title followed by its filter, if there is one. `caret` is the column of the cursor while the filter is being
edited.
*/
export function titleWithFilter(
	title: readonly Span[],
	{field, editing, problem}: Filter,
	{width, spare, label = '  filter: '}: Room,
): {spans: Span[]; caret: number} {
	if (!editing && field.text === '') return {spans: [...title], caret: 0};
	const before: Span[] = [...title, {text: label, tone: 'faint'}];
	const room = Math.max(4, Math.min(widest, width - widthOfSpans(before) - spare));
	const seen = editing ? fieldWindow : restingWindow;
	// During editing the last row shows the reason. Afterwards the reason needs the room more than the field
	// does.
	const reason = editing ? undefined : problem;
	const {text, caret} = seen(field, reason === undefined ? room : Math.min(room, 16));
	const tone = problem !== undefined ? 'danger' : editing ? 'promptFocused' : 'warning';
	return {
		spans: [
			...before,
			{text, tone},
			...(reason === undefined ? [] : [{text: ` ${reason}`, tone: 'danger'} as const]),
		],
		caret: widthOfSpans(before) + caret,
	};
}
