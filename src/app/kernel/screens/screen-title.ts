import {listWords} from '../../../messages/screen-words.ts';
import {cut, widthOf} from '../../../lib/text/width.ts';
import {fieldWindow, restingWindow, type TextField} from '../text/text-field.ts';
import {type Span, widthOfSpans} from '../text/spans.ts';
import {type Keymap, renderWithKeys} from '../keys/keymap.ts';
import type {State} from '../../state.ts';
import type {ScreenRow} from './list-screen.ts';
import {sortSpans} from './row-sorts.ts';
import type {ScreenView} from './screen-view.ts';
import {briefFailure} from '../state/failure.ts';
import {titleMessages} from '../../../messages/screens.ts';

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
	// During editing the last row shows the reason. Afterward the reason needs the room more than the field
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

/** Columns of the age, why it is not newer, and the place, which a long note leaves free in an outage; and of a note in any case. */
const [besideNote, shortNote] = [35, 30];

/**
Returns the title of a list: the number of rows, a note that applies to all of them, and the filter while it is active.
`caret` is the column of the cursor in the filter, counted from the first span.
*/
export function screenTitle(
	view: ScreenView,
	state: State,
	keymap: Keymap,
	width: number,
): {spans: Span[]; caret: number} {
	const {screen, rows, shown, viewState, filter} = view;
	const total = countItems(rows ?? []);
	const visible = countItems(shown);
	const count = visible === total ? String(total) : titleMessages.partOf(visible, total);
	const title = `${listWords[screen.id].name.toUpperCase()}${rows ? ` ${count}` : ''}`;
	const room = view.problem === undefined ? width : Math.max(shortNote, width - widthOf(title) - besideNote);
	const note = cut(renderWithKeys(screen.note?.(state) ?? '', keymap), room);
	const spans: Span[] = [
		{text: title, tone: 'title'},
		...(note === '' ? [] : [{text: `  ${note}`, tone: 'faint'} as const]),
		...sortSpans(screen, viewState),
	];
	return titleWithFilter(spans, {...viewState.filter, problem: filter.problem}, {width, spare: 10});
}

/** Returns the number of rows that are items of the list. */
export const countItems = (rows: readonly ScreenRow[]): number =>
	rows.reduce((count, {isAside}) => (isAside ? count : count + 1), 0);

/** Returns the place of the cursor among the items, as in `3/81`; empty on a row that is not an item. */
export function placeText({shown, cursor, current}: ScreenView): string {
	if (!current || current.isAside) return '';
	return `${countItems(shown.slice(0, cursor + 1))}/${countItems(shown)}`;
}

/** Returns the age of the rows, and why they are not newer, for the right end of the title: at most `room` columns. */
export function ageSpans({at, problem, rows}: ScreenView, now: number, room: number): Span[] {
	if (!rows) return [];
	const age = at === undefined ? undefined : titleMessages.readAgo(now - at);
	const texts = [age, problem && briefFailure(problem)].filter(text => text !== undefined);
	if (texts.length === 0) return [];
	return [{text: cut(texts.join(': '), Math.max(0, room)), tone: problem ? 'failure' : 'faint'}];
}
