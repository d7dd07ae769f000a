import {memoize} from '../../lib/memoize.ts';
import {parseFilter, type Filter} from './filter.ts';
import type {State} from '../state.ts';
import {openList, type ListLook} from './screens-state.ts';
import type {ListScreen, Screens, ScreenData, ScreenRow} from './list-screen.ts';

/** A list as it stands: what passes the filter, and where the cursor is among it. */
export type ScreenView = ScreenData & {
	screen: ListScreen;
	look: ListLook;
	/** The rows that pass the filter. */
	shown: readonly ScreenRow[];
	/** The place of the cursor among them; -1 where there is none. */
	cursor: number;
	current: ScreenRow | undefined;
	filter: Filter<[ScreenRow]>;
};

const nothing: readonly ScreenRow[] = [];

/** The list that has the screen. */
export function openScreen(state: State, screens: Screens): ScreenView | undefined {
	const list = openList(state);
	return list && screenView(state, screens[list], state.screens.lists[list]);
}

/** A list as it is with a filter and a cursor. */
export function screenView(state: State, screen: ListScreen, look: ListLook): ScreenView {
	const data = screen.data(state, look.revealed);
	const filter = filterOf(screen, look.filter.field.text);
	const shown = data.rows ? passingRows(data.rows, filter) : nothing;
	const found = shown.findIndex(({id}) => id === look.currentId);
	const cursor = found !== -1 ? found : Math.min(look.at, shown.length - 1);
	return {...data, screen, look, shown, cursor, current: shown[cursor], filter};
}

const filterOf = memoize((screen: ListScreen, text: string): Filter<[ScreenRow]> =>
	parseFilter<[ScreenRow]>(text, {
		text: ({fields}) => Object.values(fields).join('\n').toLowerCase(),
		fields: Object.fromEntries(
			screen.fields.map(name => [
				name,
				(wanted: string) => ({
					test: ({fields}: ScreenRow) =>
						String(fields[name] ?? '')
							.toLowerCase()
							.includes(wanted),
				}),
			]),
		),
		numbers: Object.fromEntries(
			screen.numbers.map(name => [
				name,
				({fields}: ScreenRow) => {
					const value = fields[name];
					return typeof value === 'number' ? value : undefined;
				},
			]),
		),
	}),
);

const passingRows = memoize(
	(rows: readonly ScreenRow[], {test}: Filter<[ScreenRow]>): readonly ScreenRow[] =>
		test ? rows.filter(row => test(row)) : rows,
);
