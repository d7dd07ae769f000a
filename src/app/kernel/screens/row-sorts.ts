import {memoize} from '../../../lib/lists/memoize.ts';
import {screenMessages} from '../../../messages/screens.ts';
import type {MenuItem} from '../dialogs/menu.ts';
import type {Span} from '../text/spans.ts';
import type {State} from '../../state.ts';
import type {ListScreen, RowSort, ScreenRow, Screens} from './list-screen.ts';
import {type ListViewState, openList} from './screens-state.ts';

/** Returns the id of the order that the user chose for the open list. */
export function rowSortOf(state: State): string | undefined {
	const list = openList(state);
	return list && state.screens.lists[list].sort;
}

/** Returns the orders of the open list for a menu; undefined if it has only one, or none is open. */
export function rowSortItems(state: State, screens: Screens): MenuItem[] | undefined {
	const list = openList(state);
	if (!list) return undefined;
	return screens[list].sorts?.map(({id, key, label}) => ({
		id,
		key,
		label,
		choose: ({store}) =>
			store.dispatch({
				type: 'screens/changed',
				list,
				change: {sort: id, at: 0, currentId: undefined, chosenWith: undefined, top: 0},
			}),
	}));
}

const chosenSort = ({sorts = []}: ListScreen, {sort}: ListViewState): RowSort | undefined =>
	sorts.find(({id, compare}) => id === sort && compare !== undefined);

const sortRows = memoize((rows: readonly ScreenRow[], {compare}: RowSort): readonly ScreenRow[] => {
	const [items, asides] = [rows.filter(row => !row.isAside), rows.filter(({isAside}) => isAside)];
	return [...items.toSorted(compare), ...asides];
});

/** Sorts the rows as the user chose; equal ones stay in the order of the list. */
export function sortedRows(
	screen: ListScreen,
	view: ListViewState,
	rows: readonly ScreenRow[],
): readonly ScreenRow[] {
	const sort = chosenSort(screen, view);
	return sort ? sortRows(rows, sort) : rows;
}

/** Names an order that is not the usual one, for the title. */
export function sortSpans(screen: ListScreen, view: ListViewState): Span[] {
	const sort = chosenSort(screen, view);
	return sort ? [{text: `  ${screenMessages.sort(sort.id)}`, tone: 'faint'}] : [];
}
