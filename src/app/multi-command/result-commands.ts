import {moveCommands} from '../kernel/screens/move-commands.ts';
import {patternIn} from '../console/read/search.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import {emptyField, type TextField} from '../kernel/text/text-field.ts';
import type {State} from '../state.ts';
import type {Message} from '../../messages/text.ts';
import {resultMessages} from '../../messages/results.ts';
import type {ResultsSearch, ResultsViewState} from './results-state.ts';
import {resultsView, type ResultsView, shownGroups} from './results-view.ts';
import {comparisonBlocked, openResults, showRun} from './open-results.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import {searchCommands} from '../kernel/screens/search-commands.ts';

const changeSearch = (
	{store}: Services,
	search: ResultsSearch | undefined,
	change: {top?: number | undefined} = {},
) => store.dispatch({type: 'results/viewChanged', change: {search, ...change}});

/** Opens an empty search. Groups are shown in full while it is open, because answers may be folded otherwise. */
const openResultsSearch = (services: Services): void =>
	changeSearch(services, {field: emptyField, editing: true, row: 0}, {top: undefined});

const leaveResultsSearch = (services: Services): void => changeSearch(services, undefined, {top: undefined});

/** Returns to the answers. An empty search is closed. */
function acceptResultsSearch(services: Services): void {
	const {search} = services.store.getState().results.viewState;
	if (!search || search.field.text === '') leaveResultsSearch(services);
	else changeSearch(services, {...search, editing: false});
}

/** Changes the text, and shows the first match at or below the current one. */
export function typeResultsSearch(services: Services, field: TextField): void {
	const {search} = services.store.getState().results.viewState;
	if (!search) return;
	changeSearch(services, {...search, field});
	if (!patternIn(field).matcher) return;
	const {matches} = resultsView(services.store.getState());
	showMatch(services, matches.find(row => row >= search.row) ?? matches[0]);
}

/** Highlights the next or previous match, and wraps around at the end. */
function nextResultsMatch(services: Services, by: 1 | -1): void {
	const state = services.store.getState();
	const {search} = state.results.viewState;
	const {matches} = resultsView(state);
	if (!search || matches.length === 0) return;
	const ahead = by === 1 ? matches.find(row => row > search.row) : matches.findLast(row => row < search.row);
	if (ahead === undefined && !search.editing && matches.length > 1)
		notify(services, 'info', resultMessages.searchWrapped(by), {about: 'view'});
	showMatch(services, ahead ?? matches.at(by === 1 ? 0 : -1));
}

/** Scrolls a match to a third below the top, so that the lines above it are visible too. */
function showMatch(services: Services, row: number | undefined): void {
	const state = services.store.getState();
	const {search} = state.results.viewState;
	if (!search || row === undefined) return;
	const {top, height, total} = resultsView(state);
	const isSeen = row >= top && row < top + height;
	const wanted = isSeen ? top : row - Math.floor(height / 3);
	changeSearch(services, {...search, row}, {top: Math.max(0, Math.min(total - height, wanted))});
}

const resultsMatchBlocked = ({results}: State): Message | undefined =>
	results.viewState.search ? undefined : resultMessages.noSearch;

const inResults = ['results'] as const;

const changeView = ({store}: Services, change: Partial<ResultsViewState>) =>
	store.dispatch({type: 'results/viewChanged', change});

/** Moves to another group. In a comparison, or before anything was sent, it scrolls. */
const move = (by: 1 | -1) => (services: Services) => {
	const state = services.store.getState();
	const {groups, at} = shownGroups(state);
	if (state.results.viewState.compare || groups.length === 0) {
		scroll(({top}) => top + by)(services);
		return;
	}
	const next = groups[Math.max(0, Math.min(groups.length - 1, at + by))];
	changeView(services, {group: next?.key, top: undefined});
};

const scroll = (to: (view: ResultsView) => number) => (services: Services) => {
	const view = resultsView(services.store.getState());
	changeView(services, {top: Math.max(0, Math.min(view.total - view.height, to(view)))});
};

/** Shows the console of the first server of the highlighted group. */
function goToConsole(services: Services): void {
	const {groups, at} = shownGroups(services.store.getState());
	const currentId = groups[at]?.members[0]?.serverId;
	if (currentId === undefined) return;
	services.store.dispatch({type: 'view/changed', change: {currentId, pane: 'console'}});
	services.store.dispatch({type: 'view/scrolled', serverId: currentId, top: undefined});
}

function back(services: Services): void {
	const {results, view} = services.store.getState();
	if (results.viewState.compare) changeView(services, {compare: false, top: undefined});
	else {
		const change = view.zoomed ? {zoomed: false} : {pane: 'servers' as const};
		services.store.dispatch({type: 'view/changed', change});
	}
}

const noGroups = (state: State) =>
	shownGroups(state).groups.length === 0 ? resultMessages.noneSentToThem : undefined;

export const resultCommands: readonly KeyCommand[] = [
	{
		id: 'results.open',
		keys: ['c'],
		scopes: ['servers', 'console'],
		group: 'go',
		blocked: ({results}) => (results.runs.length === 0 ? resultMessages.noRuns : undefined),
		run: openResults,
	},
	...moveCommands(
		{id: 'results', scope: 'results', input: 'results-input', group: 'move'},
		{
			down: move(1),
			up: move(-1),
			pageDown: scroll(({top, height}) => top + height - 1),
			pageUp: scroll(({top, height}) => top - height + 1),
			first: services => changeView(services, {group: undefined, top: 0}),
			last: scroll(({total}) => total),
		},
	),
	{
		id: 'results.compare',
		keys: ['c'],
		scopes: inResults,
		group: 'view',
		hint: true,
		blocked: comparisonBlocked,
		run: services =>
			changeView(services, {compare: !services.store.getState().results.viewState.compare, top: undefined}),
	},
	{
		id: 'results.raw',
		keys: ['x'],
		scopes: inResults,
		group: 'view',
		hint: true,
		run: services =>
			changeView(services, {
				raw: !services.store.getState().results.viewState.raw,
				group: undefined,
				top: undefined,
			}),
	},
	{
		id: 'results.groupBy',
		keys: ['b'],
		scopes: inResults,
		group: 'view',
		blocked: ({results: {viewState}}) =>
			(viewState.by ?? (viewState.search && patternIn(viewState.search.field).matcher))
				? undefined
				: resultMessages.noSearchToGroupBy,
		run: services => {
			const {by, search} = services.store.getState().results.viewState;
			const change = by ? {by: undefined} : {by: search?.field, search: undefined};
			changeView(services, {...change, group: undefined, top: undefined});
		},
	},
	{
		id: 'results.mask',
		keys: ['v'],
		scopes: inResults,
		group: 'view',
		run: services => {
			const {isMasked} = services.store.getState().results.viewState;
			changeView(services, {isMasked: !isMasked, group: undefined, top: undefined});
		},
	},
	{
		id: 'results.older',
		keys: ['['],
		scopes: inResults,
		group: 'move',
		hint: true,
		run: services => showRun(services, -1),
	},
	{
		id: 'results.newer',
		keys: [']'],
		scopes: inResults,
		group: 'move',
		run: services => showRun(services, 1),
	},
	{
		id: 'results.console',
		keys: ['enter'],
		scopes: inResults,
		group: 'go',
		hint: true,
		blocked: noGroups,
		run: goToConsole,
	},
	...searchCommands('results', {
		open: openResultsSearch,
		openBlocked: noGroups,
		next: nextResultsMatch,
		nextBlocked: resultsMatchBlocked,
		accept: acceptResultsSearch,
		leave: leaveResultsSearch,
	}),
	{
		id: 'results.back',
		keys: ['esc', 'q'],
		scopes: inResults,
		group: 'go',
		run: back,
	},
];
