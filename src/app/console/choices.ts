import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import type {ConsoleSource} from './console-reading.ts';
import type {State} from '../state.ts';
import {emptyConsole} from './console-state.ts';
import {consoleMessages} from '../../messages/console.ts';

const usualSources: readonly ConsoleSource[] = ['all', 'mine', 'others', 'states'];
const allSources: readonly ConsoleSource[] = [
	'all',
	'commands',
	'mine',
	'others',
	'states',
	'output',
	'chat',
];

/** Output filters are offered only if the game prints output. */
function sourcesFor({console, view}: State): readonly ConsoleSource[] {
	const {outputs, droppedOutputs} = console.get(view.currentId ?? '') ?? emptyConsole;
	return outputs + droppedOutputs > 0 ? allSources : usualSources;
}

/** Cycles through all entries, my own, those of others, state changes, and output of the game if there is any. */
export function changeSource(services: Services): void {
	const state = services.store.getState();
	const {reading} = state;
	const sources = sourcesFor(state);
	const source = sources[(sources.indexOf(reading.source) + 1) % sources.length] ?? 'all';
	services.store.dispatch({type: 'reading/changed', change: {source}});
	notify(services, 'info', consoleMessages.shownSource(consoleMessages.sources[source]), {about: 'view'});
}

export function toggleRaw(services: Services): void {
	const raw = !services.store.getState().reading.raw;
	services.store.dispatch({type: 'reading/changed', change: {raw}});
	notify(services, 'info', raw ? consoleMessages.raw : consoleMessages.readable, {about: 'view'});
}
