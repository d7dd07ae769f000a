import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import type {ConsoleSource} from './console-reading.ts';
import {consoleMessages} from '../../messages/console.ts';

const sources: readonly ConsoleSource[] = ['all', 'mine', 'others', 'states'];

/** Cycles through all entries, my own, those of others, and state changes. */
export function changeSource(services: Services): void {
	const {reading} = services.store.getState();
	const source = sources[(sources.indexOf(reading.source) + 1) % sources.length] ?? 'all';
	services.store.dispatch({type: 'reading/changed', change: {source}});
	notify(services, 'info', consoleMessages.shownSource(consoleMessages.sources[source]), {about: 'view'});
}

export function toggleRaw(services: Services): void {
	const raw = !services.store.getState().reading.raw;
	services.store.dispatch({type: 'reading/changed', change: {raw}});
	notify(services, 'info', raw ? consoleMessages.raw : consoleMessages.readable, {about: 'view'});
}
