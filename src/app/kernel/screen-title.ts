import {renderWithKeys, type Keymap} from './keymap/keymap.ts';
import type {State} from '../state.ts';
import type {ScreenRow} from './list-screen.ts';
import type {ScreenView} from './screen-view.ts';
import type {Span} from './spans.ts';
import {titleWithFilter} from './filter-title.ts';
import {titleMessages} from '../../messages/tui-panes.ts';

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
	const note = renderWithKeys(screen.note?.(state) ?? '', keymap);
	const spans: Span[] = [
		{text: `${screen.title}${rows ? ` ${count}` : ''}`, tone: 'title'},
		...(note === '' ? [] : [{text: `  ${note}`, tone: 'faint'} as const]),
	];
	return titleWithFilter(spans, {...viewState.filter, problem: filter.problem}, {width, spare: 10});
}

/** Returns the number of rows that are items of the list. */
export const countItems = (rows: readonly ScreenRow[]): number =>
	rows.reduce((count, {isAside}) => (isAside ? count : count + 1), 0);

/** Returns the place of the cursor among the items, as in `3/81`; empty on a row that is none. */
export function placeText({shown, cursor, current}: ScreenView): string {
	if (!current || current.isAside) return '';
	return `${countItems(shown.slice(0, cursor + 1))}/${countItems(shown)}`;
}

/** Returns the age of the rows, and why they are not newer, for the right end of the title. */
export function ageSpans({at, problem, rows}: ScreenView, now: number): Span[] {
	if (!rows || at === undefined) return [];
	const age = titleMessages.readAgo(now - at);
	if (!problem) return [{text: age, tone: 'faint'}];
	return [{text: `${age}: ${problem.key ?? problem.title}`, tone: 'failure'}];
}
