import {moveCommands} from '../kernel/screens/move-commands.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import {type ConsoleSource, consoleSources} from './read/reading-state.ts';
import type {State} from '../state.ts';
import {emptyConsole} from './record/state.ts';
import {consoleMessages} from '../../messages/console.ts';
import {acceptSearch, leaveSearch, matchBlocked, nextMatch, openSearch} from './read/find.ts';
import {fold, foldable, goToCommand, goToLandmark, rowsFrom, scroll, theEnd} from './read/scroll.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import {searchCommands} from '../kernel/screens/search-commands.ts';

const usualSources: readonly ConsoleSource[] = ['all', 'mine', 'others', 'states'];

/** Output filters are offered only if the game prints output. */
function sourcesFor({console, view}: State): readonly ConsoleSource[] {
	const {outputs, droppedOutputs} = console.get(view.currentId ?? '') ?? emptyConsole;
	return outputs + droppedOutputs > 0 ? consoleSources : usualSources;
}

/** Cycles through all entries, my own, those of others, state changes, and output of the game if there is any. */
function changeSource(services: Services): void {
	const state = services.store.getState();
	const {reading} = state;
	const sources = sourcesFor(state);
	const source = sources[(sources.indexOf(reading.source) + 1) % sources.length] ?? 'all';
	services.store.dispatch({type: 'reading/changed', change: {source}});
	notify(services, 'info', consoleMessages.shownSource(consoleMessages.sources[source]), {about: 'view'});
}

function toggleRaw(services: Services): void {
	const raw = !services.store.getState().reading.raw;
	services.store.dispatch({type: 'reading/changed', change: {raw}});
	notify(services, 'info', raw ? consoleMessages.raw : consoleMessages.readable, {about: 'view'});
}

const inConsole = ['console'] as const;

export const consoleCommands: readonly KeyCommand[] = [
	...moveCommands(
		{id: 'console', scope: 'console', input: 'input', group: 'move'},
		{
			down: services => scroll(services, view => rowsFrom(view, 1)),
			up: services => scroll(services, view => rowsFrom(view, -1)),
			pageDown: services => scroll(services, view => rowsFrom(view, view.height - 1)),
			pageUp: services => scroll(services, view => rowsFrom(view, 1 - view.height)),
			first: services => scroll(services, () => ({place: 0, row: 0})),
			last: services => scroll(services, () => theEnd),
		},
	),
	{
		id: 'console.previousCommand',
		keys: ['['],
		scopes: inConsole,
		group: 'move',
		run: services => goToCommand(services, -1),
	},
	{
		id: 'console.nextCommand',
		keys: [']'],
		scopes: inConsole,
		group: 'move',
		run: services => goToCommand(services, 1),
	},
	{
		id: 'console.previousLandmark',
		keys: ['{'],
		scopes: inConsole,
		group: 'move',
		run: services => goToLandmark(services, -1),
	},
	{
		id: 'console.nextLandmark',
		keys: ['}'],
		scopes: inConsole,
		group: 'move',
		run: services => goToLandmark(services, 1),
	},
	{
		id: 'console.fold',
		keys: ['enter'],
		scopes: inConsole,
		group: 'view',
		hint: true,
		blocked: state => (foldable(state) === undefined ? consoleMessages.nothingToUnfold : undefined),
		run: fold,
	},
	{
		id: 'console.source',
		keys: ['f'],
		scopes: inConsole,
		group: 'view',
		hint: true,
		run: changeSource,
	},
	{
		id: 'console.raw',
		keys: ['x'],
		scopes: inConsole,
		group: 'view',
		run: toggleRaw,
	},
	...searchCommands('console', {
		open: openSearch,
		next: nextMatch,
		nextBlocked: matchBlocked,
		accept: acceptSearch,
		leave: leaveSearch,
	}),
];
