import {comparisonBlocked, openResults, showRun} from './open-results.ts';
import {resultsView, shownGroups, type ResultsView} from './results-view.ts';
import type {Services} from '../kernel/services.ts';
import type {ResultsViewState} from './results-state.ts';
import type {State} from '../state.ts';
import type {Command} from '../kernel/command.ts';
import {
	acceptResultsSearch,
	leaveResultsSearch,
	nextResultsMatch,
	openResultsSearch,
	resultsMatchBlocked,
} from './search-results.ts';
import {resultMessages} from '../../messages/results.ts';

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

export const resultCommands: readonly Command[] = [
	{
		id: 'results.open',
		keys: ['c'],
		scopes: ['servers', 'console'],
		group: 'go',
		...resultMessages.commands.open,
		blocked: ({results}) => (results.runs.length === 0 ? resultMessages.noRuns : undefined),
		run: openResults,
	},
	{
		id: 'results.down',
		keys: ['j', 'down'],
		scopes: inResults,
		group: 'move',
		...resultMessages.commands.down,
		run: move(1),
	},
	{
		id: 'results.up',
		keys: ['k', 'up'],
		scopes: inResults,
		group: 'move',
		...resultMessages.commands.up,
		run: move(-1),
	},
	{
		id: 'results.pageDown',
		keys: ['pagedown'],
		scopes: ['results', 'results-input'],
		group: 'move',
		...resultMessages.commands.pageDown,
		run: scroll(({top, height}) => top + height - 1),
	},
	{
		id: 'results.pageUp',
		keys: ['pageup'],
		scopes: ['results', 'results-input'],
		group: 'move',
		...resultMessages.commands.pageUp,
		run: scroll(({top, height}) => top - height + 1),
	},
	{
		id: 'results.first',
		keys: ['g', 'home'],
		scopes: inResults,
		group: 'move',
		...resultMessages.commands.first,
		run: services => changeView(services, {group: undefined, top: 0}),
	},
	{
		id: 'results.last',
		keys: ['G', 'end'],
		scopes: inResults,
		group: 'move',
		...resultMessages.commands.last,
		run: scroll(({total}) => total),
	},
	{
		id: 'results.compare',
		keys: ['c'],
		scopes: inResults,
		group: 'view',
		...resultMessages.commands.compare,
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
		...resultMessages.commands.raw,
		hint: true,
		run: services =>
			changeView(services, {
				raw: !services.store.getState().results.viewState.raw,
				group: undefined,
				top: undefined,
			}),
	},
	{
		id: 'results.older',
		keys: ['['],
		scopes: inResults,
		group: 'move',
		...resultMessages.commands.older,
		hint: true,
		run: services => showRun(services, -1),
	},
	{
		id: 'results.newer',
		keys: [']'],
		scopes: inResults,
		group: 'move',
		...resultMessages.commands.newer,
		run: services => showRun(services, 1),
	},
	{
		id: 'results.console',
		keys: ['enter'],
		scopes: inResults,
		group: 'go',
		...resultMessages.commands.console,
		hint: true,
		blocked: noGroups,
		run: goToConsole,
	},
	{
		id: 'results.search',
		keys: ['/'],
		scopes: inResults,
		group: 'view',
		...resultMessages.commands.search,
		hint: true,
		blocked: noGroups,
		run: openResultsSearch,
	},
	{
		id: 'results.nextMatch',
		keys: ['n'],
		scopes: inResults,
		group: 'move',
		...resultMessages.commands.nextMatch,
		blocked: resultsMatchBlocked,
		run: services => nextResultsMatch(services, 1),
	},
	{
		id: 'results.previousMatch',
		keys: ['N'],
		scopes: inResults,
		group: 'move',
		...resultMessages.commands.previousMatch,
		blocked: resultsMatchBlocked,
		run: services => nextResultsMatch(services, -1),
	},
	{
		id: 'results.leaveSearch',
		keys: ['esc'],
		scopes: ['resultsFound', 'resultsSearch'],
		group: 'view',
		...resultMessages.commands.leaveSearch,
		hint: true,
		run: leaveResultsSearch,
	},
	{
		id: 'results.acceptSearch',
		keys: ['enter'],
		scopes: ['resultsSearch'],
		...resultMessages.commands.keepSearch,
		hint: true,
		run: acceptResultsSearch,
	},
	{
		id: 'results.searchUp',
		keys: ['up'],
		scopes: ['resultsSearch'],
		...resultMessages.commands.searchUp,
		run: services => nextResultsMatch(services, -1),
	},
	{
		id: 'results.searchDown',
		keys: ['down'],
		scopes: ['resultsSearch'],
		...resultMessages.commands.searchDown,
		run: services => nextResultsMatch(services, 1),
	},
	{
		id: 'results.back',
		keys: ['esc', 'q'],
		scopes: inResults,
		group: 'go',
		...resultMessages.commands.back,
		run: back,
	},
];
