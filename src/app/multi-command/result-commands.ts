import {comparisonBlocked, openResults, showRun} from './look.ts';
import {resultsView, shownGroups, type ResultsView} from './results-view.ts';
import type {Services} from '../kernel/services.ts';
import type {ResultsLook} from './results-state.ts';
import type {State} from '../state.ts';
import type {Command} from '../kernel/command.ts';
import {alternative, key, message} from '../../messages/text.ts';

const inResults = ['results'] as const;

const look = ({store}: Services, change: Partial<ResultsLook>) =>
	store.dispatch({type: 'many/looked', change});

/** To another group; in a comparison, or where nothing was sent yet, it scrolls. */
const move = (by: 1 | -1) => (services: Services) => {
	const state = services.store.getState();
	const {groups, at} = shownGroups(state);
	if (state.many.look.compare || groups.length === 0) {
		scroll(({top}) => top + by)(services);
		return;
	}
	const next = groups[Math.max(0, Math.min(groups.length - 1, at + by))];
	look(services, {group: next?.key, top: undefined});
};

const scroll = (to: (view: ResultsView) => number) => (services: Services) => {
	const view = resultsView(services.store.getState());
	look(services, {top: Math.max(0, Math.min(view.total - view.height, to(view)))});
};

/** Goes to the console of the first server of the group under the cursor. */
function goToConsole(services: Services): void {
	const {groups, at} = shownGroups(services.store.getState());
	const selectedId = groups[at]?.members[0]?.serverId;
	if (selectedId === undefined) return;
	services.store.dispatch({type: 'view/changed', change: {selectedId, pane: 'console'}});
	services.store.dispatch({type: 'view/scrolled', serverId: selectedId, top: undefined});
}

function back(services: Services): void {
	const {many, view} = services.store.getState();
	if (many.look.compare) look(services, {compare: false, top: undefined});
	else {
		const change = view.zoomed ? {zoomed: false} : {pane: 'servers' as const};
		services.store.dispatch({type: 'view/changed', change});
	}
}

const noGroups = (state: State) =>
	shownGroups(state).groups.length === 0
		? message`Nothing has been sent to them yet: ${alternative(message`${key('app.input')} opens the input`, ':use marked sends lines to them')}.`
		: undefined;

/** What several servers said to one command. */
export const resultCommands: readonly Command[] = [
	{
		id: 'results.open',
		keys: ['c'],
		scopes: ['servers', 'console'],
		title: 'compare',
		help: 'Shows what several servers said to the newest command that went to them, equal answers together.',
		blocked: ({many}) =>
			many.runs.length === 0
				? message`No command has gone to several servers yet: mark some with ${alternative(message`${key('list.mark')}, then ${key('app.input')}`, ':mark, then :use marked')}.`
				: undefined,
		run: openResults,
	},
	{
		id: 'results.down',
		keys: ['j', 'down'],
		scopes: inResults,
		title: 'down',
		help: 'Goes to the next group of equal answers.',
		run: move(1),
	},
	{
		id: 'results.up',
		keys: ['k', 'up'],
		scopes: inResults,
		title: 'up',
		help: 'Goes to the group before.',
		run: move(-1),
	},
	{
		id: 'results.pageDown',
		keys: ['pagedown'],
		scopes: ['results', 'results-input'],
		title: 'page down',
		help: 'Scrolls the answers one page down.',
		run: scroll(({top, height}) => top + height - 1),
	},
	{
		id: 'results.pageUp',
		keys: ['pageup'],
		scopes: ['results', 'results-input'],
		title: 'page up',
		help: 'Scrolls the answers one page up.',
		run: scroll(({top, height}) => top - height + 1),
	},
	{
		id: 'results.first',
		keys: ['g', 'home'],
		scopes: inResults,
		title: 'top',
		help: 'Goes to the first group, the one that stands out most.',
		run: services => look(services, {group: undefined, top: 0}),
	},
	{
		id: 'results.last',
		keys: ['G', 'end'],
		scopes: inResults,
		title: 'bottom',
		help: 'Scrolls to the end of the answers.',
		run: scroll(({total}) => total),
	},
	{
		id: 'results.compare',
		keys: ['c'],
		scopes: inResults,
		title: 'compare',
		help: 'Compares the group under the cursor with the largest, line by line; once more shows the groups again.',
		hint: true,
		blocked: comparisonBlocked,
		run: services => look(services, {compare: !services.store.getState().many.look.compare, top: undefined}),
	},
	{
		id: 'results.raw',
		keys: ['x'],
		scopes: inResults,
		title: 'raw',
		help: 'Takes answers for equal only when they are to the letter, and not when only white space at line ends differs.',
		hint: true,
		run: services =>
			look(services, {raw: !services.store.getState().many.look.raw, group: undefined, top: undefined}),
	},
	{
		id: 'results.older',
		keys: ['['],
		scopes: inResults,
		title: 'older',
		help: 'Goes to the answers to the command before.',
		hint: true,
		run: services => showRun(services, -1),
	},
	{
		id: 'results.newer',
		keys: [']'],
		scopes: inResults,
		title: 'newer',
		help: 'Goes to the answers to the next newer command.',
		run: services => showRun(services, 1),
	},
	{
		id: 'results.console',
		keys: ['enter'],
		scopes: inResults,
		title: 'console',
		help: 'Goes to the console of the first server of the group.',
		hint: true,
		blocked: noGroups,
		run: goToConsole,
	},
	{
		id: 'results.back',
		keys: ['esc', 'q'],
		scopes: inResults,
		title: 'back',
		help: 'Goes back from the comparison to the groups, from the groups to the list.',
		run: back,
	},
];
