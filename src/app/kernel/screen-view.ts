import {memoize} from '../../lib/memoize.ts';
import {parseFilter, type Filter} from './filter.ts';
import type {State} from '../state.ts';
import {openList, type ListViewState} from './screens-state.ts';
import type {ListScreen, Screens, ScreenData, ScreenRow} from './list-screen.ts';

/** A list as displayed: the rows that pass the filter, and the position of the cursor among them. */
export type ScreenView = ScreenData & {
	screen: ListScreen;
	viewState: ListViewState;
	/** The rows that pass the filter. */
	shown: readonly ScreenRow[];
	/** The index of the cursor among them; -1 if there are none. */
	cursor: number;
	current: ScreenRow | undefined;
	filter: Filter<[ScreenRow]>;
};

const nothing: readonly ScreenRow[] = [];

/** Returns the list that fills the screen. */
export function openScreen(state: State, screens: Screens): ScreenView | undefined {
	const list = openList(state);
	return list && screenView(state, screens[list], state.screens.lists[list]);
}

export function screenView(state: State, screen: ListScreen, viewState: ListViewState): ScreenView {
	const data = screen.data(state, viewState.revealed);
	const filter = filterOf(screen, viewState.filter.field.text);
	const shown = data.rows ? passingRows(data.rows, filter) : nothing;
	const found = shown.findIndex(({id}) => id === viewState.currentId);
	const cursor = found !== -1 ? found : Math.min(viewState.at, shown.length - 1);
	return {...data, screen, viewState, shown, cursor, current: shown[cursor], filter};
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
