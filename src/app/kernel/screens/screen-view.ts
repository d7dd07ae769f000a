import {listWords} from '../../../messages/screen-words.ts';
import {failureMessages} from '../../../messages/errors.ts';
import type {Failure} from '../state/failure.ts';
import {type Message, renderMessage} from '../../../messages/text.ts';
import {missingPermission} from '../../../contract/errors.ts';
import {screenMessages} from '../../../messages/screens.ts';
import {unreachableSince} from '../state/connectivity.ts';
import type {State} from '../../state.ts';
import {memoize} from '../../../lib/lists/memoize.ts';
import {type Filter, parseFilter} from './filter.ts';
import {type ListId, type ListViewState, openList} from './screens-state.ts';
import type {ListScreen, ScreenData, ScreenRow, Screens} from './list-screen.ts';
import {sortedRows} from './row-sorts.ts';
import {largest} from '../../../lib/lists/long-lists.ts';
import {guardTyping} from '../keys/typing-guard.ts';
import {fit, widthOf, wrap} from '../../../lib/text/width.ts';
import type {Program} from '../state/program.ts';
import type {Services} from '../state/services.ts';
import type {CellTone} from '../text/spans.ts';

/** A paragraph shown in place of a list that has no rows. */
export type Paragraph = {text: Message; tone: 'plain' | 'faint' | 'danger' | 'failure'};

/** Returns what a list shows if it was never read because it was refused, is unreachable, or failed. */
export function errorView({title, hint, key: errorKey, status, request}: Failure): Paragraph[] {
	return [
		{text: kindOf(status), tone: 'danger'},
		{text: title, tone: 'plain'},
		...(errorKey === undefined ? [] : [{text: errorKey, tone: 'failure'} as const]),
		...(hint === undefined ? [] : [{text: hint, tone: 'plain'} as const]),
		{text: failureMessages.footer(request), tone: 'faint'},
	];
}

function kindOf(status: number | undefined): string {
	if (status === 401) return failureMessages.notSignedIn;
	if (status === 403) return failureMessages.notAllowed;
	return status === undefined ? failureMessages.notReached : 'Failed';
}

/** Returns what a list shows in place of rows: why there are none, and what to do about it. */
export function emptyScreenOf(view: ScreenView, state: State): readonly Paragraph[] {
	const {screen, rows, problem, shown, viewState} = view;
	if (shown.length > 0) return [];
	if (!rows) {
		if (!problem) return [{text: screenMessages.reading(listWords[screen.id].pluralName), tone: 'faint'}];
		const error = errorView(problem);
		// If the refusal does not name the missing permission, the specification does.
		const isNamed = missingPermission(problem.key) === screen.permission;
		if (problem.status !== 403 || isNamed) return error;
		const needed: Paragraph = {
			text: screenMessages.needsPermission(listWords[screen.id].pluralName, screen.permission),
			tone: 'plain',
		};
		return error.toSpliced(-1, 0, needed);
	}
	if (rows.length === 0) {
		return screen
			.empty(state)
			.map((text, index): Paragraph => ({text, tone: index === 0 ? 'plain' : 'faint'}));
	}
	return [
		{text: screenMessages.noRowMatches(viewState.filter.field.text.trim(), rows.length), tone: 'plain'},
		{
			text: screenMessages.clearFilter,
			tone: 'faint',
		},
	];
}

/** A list as displayed: the rows that pass the filter, and the position of the cursor among them. */
export type ScreenView = ScreenData & {
	screen: ListScreen;
	viewState: ListViewState;
	/** The rows that pass the filter. */
	shown: readonly ScreenRow[];
	/** The index of the cursor among them; -1 if there are none, or if its row has left the list. */
	cursor: number;
	/** What keys act on. A row that the user chose is not replaced by its neighbor when it leaves. */
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
	const read = screen.data(state, viewState.revealed);
	// A list is not newer than the service's last answer, whether or not it was asked for itself.
	const silent = unreachableSince(state) === undefined ? undefined : state.fleet.problem?.failure;
	const data = {...read, problem: read.problem ?? silent};
	const filter = filterOf(screen, viewState.filter.field.text);
	const shown = data.rows ? sortedRows(screen, viewState, passingRows(data.rows, filter)) : nothing;
	const {currentId, chosenWith, filter: typed} = viewState;
	const isChosen = chosenWith === typed.field.text;
	const isFiltering = typed.editing && typed.field.text !== '';
	const startsOver = !isChosen && !screen.follows && (isFiltering || data.isLoading === true);
	const found = startsOver && shown.length > 0 ? 0 : shown.findIndex(({id}) => id === currentId);
	const hasLeft = currentId !== undefined && isChosen && !screen.movesOn;
	const cursor = found === -1 && !hasLeft ? firstCursor(screen, viewState, shown) : found;
	return {...data, screen, viewState, shown, cursor, current: shown[cursor], filter};
}

/** Returns where the cursor goes that is on no row. */
const firstCursor = (
	{follows}: ListScreen,
	{currentId, at}: ListViewState,
	{length}: readonly ScreenRow[],
) => (follows && currentId === undefined ? length - 1 : Math.min(at, length - 1));

/**
Puts the cursor of the open list on a row when the list opens, is filtered, or has its first rows, and remembers the row: what
a later poll brings does not move the cursor to another one, unless nobody has chosen a row and this one leaves.
*/
export function keepCursor(program: Program): () => void {
	const {store, screens} = program;
	let before: ListId | undefined;
	return store.subscribe(() => {
		const view = openScreen(store.getState(), screens);
		const list = view?.screen.id;
		const isOpened = list !== before;
		before = list;
		if (!view || !list) return;
		const {screen, viewState, shown, cursor} = view;
		const at = cursor === -1 && isOpened ? firstCursor(screen, viewState, shown) : cursor;
		const row = shown[at];
		const {currentId} = viewState;
		// What is not an item, such as that a list is being read, gives way to the items.
		if (!row || row.isAside || (screen.follows && currentId === undefined)) return;
		const {text} = viewState.filter.field;
		if (view.isLoading && viewState.chosenWith !== text) {
			// A menu that is open is about the row on which it was opened.
			if (currentId !== undefined && !store.getState().dialog)
				store.dispatch({type: 'screens/changed', list, change: {currentId: undefined, at: 0}});
			return;
		}
		const hasMovedOn = screen.movesOn && currentId !== undefined && row.id !== currentId && !isOpened;
		const isSame = row.id === currentId || (hasMovedOn && viewState.chosenWith === text);
		const chosenWith = isSame && viewState.chosenWith !== undefined ? text : undefined;
		if (row.id === currentId && at === viewState.at && chosenWith === viewState.chosenWith) return;
		store.dispatch({type: 'screens/changed', list, change: {currentId: row.id, at, chosenWith}});
		// An Enter just before was for the row that has left.
		if (hasMovedOn && chosenWith !== undefined && !store.getState().dialog)
			guardTyping(program, {drops: 'enter'});
	});
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

/** One row of details. `label` is padded to the width of its column. */
export type FactRow = {label: string; text: string; tone: CellTone};

/** Returns the details of the current row, wrapped to `width` columns. */
export function factRows(
	{screen, current, viewState}: ScreenView,
	state: State,
	width: number,
	now: number,
	{settings, frontEnd}: Pick<Services, 'settings' | 'frontEnd'>,
): FactRow[] {
	if (!current) return [];
	const facts = screen.details(state, current.id, {now, settings, revealed: viewState.revealed});
	const render = (text: Message) => renderMessage(text, frontEnd.segments);
	const rendered = facts.map(({label, text, ...tone}) => ({
		label: render(label),
		text: render(text),
		...tone,
	}));
	return layOut(rendered, width);
}

type RenderedFact = {label: string; text: string; tone?: CellTone};

/** Puts texts beside their labels. A label that is wider than its column takes the room it needs. */
function layOut(facts: readonly RenderedFact[], width: number): FactRow[] {
	const most = Math.max(10, Math.min(14, Math.floor(width / 4)));
	const indent = Math.min(most, largest([0, ...facts.map(({label}) => widthOf(label))])) + 1;
	const room = Math.max(8, width - indent - 1);
	return facts.flatMap(({label, text, tone = 'plain'}) => {
		const over = widthOf(label) + 1 - indent;
		if (over > 0 && widthOf(text) <= room - over) return [{label: `${label} `, text, tone}];
		const rows = wrap(text, room).map((row, index): FactRow => ({
			label: fit(index === 0 && over <= 0 ? label : '', indent),
			text: row,
			tone,
		}));
		return over > 0 ? [{label, text: '', tone}, ...rows] : rows;
	});
}
