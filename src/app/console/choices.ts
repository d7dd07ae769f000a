import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import type {ConsoleSource} from './console-reading.ts';
import {alternative, key, message} from '../../messages/text.ts';

const sources: readonly ConsoleSource[] = ['all', 'mine', 'others', 'states'];

const words: Readonly<Record<ConsoleSource, string>> = {
	all: 'all lines',
	mine: 'my own lines only',
	others: 'lines of others only',
	states: 'changes of state only',
};

/** All lines, my own, those of others, changes of state, and round again. */
export function changeSource(services: Services): void {
	const {reading} = services.store.getState();
	const source = sources[(sources.indexOf(reading.source) + 1) % sources.length] ?? 'all';
	services.store.dispatch({type: 'reading/changed', change: {source}});
	notify(services, 'info', `Consoles show ${words[source]}.`, {about: 'view'});
}

export function toggleRaw(services: Services): void {
	const raw = !services.store.getState().reading.raw;
	services.store.dispatch({type: 'reading/changed', change: {raw}});
	notify(
		services,
		'info',
		raw
			? message`Answers as they came${alternative(message`; ${key('console.raw')} ends it`, '')}.`
			: 'Answers are made readable again.',
		{about: 'view'},
	);
}
