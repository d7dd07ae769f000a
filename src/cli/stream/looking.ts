import {clockText} from '../../lib/ago.ts';
import {newestOf, noLines} from '../../core/state/console-lines.ts';
import {serverFilter} from '../../core/list/filter.ts';
import {nameOf} from '../../core/list/order.ts';
import {sorted} from '../../core/list/sorted.ts';
import {troubledServers} from '../../core/list/trouble.ts';
import type {State} from '../../core/state/index.ts';
import {factsOf} from '../../ui/panes/details-facts.ts';
import {commandNews} from './command-words.ts';
import type {StreamDesk} from './desk.ts';
import {overview} from './fleet-news.ts';
import {serverOf} from './find.ts';
import {counted, inWords, nodeWords, playersWords, spanWords, stateLine} from './words.ts';

/** Every server that passes the filter, what is down first, and how old that is. */
export function tellServers({services, say}: StreamDesk, filter: string): void {
	const {store, clock} = services;
	const state = store.getState();
	const {fleet} = state;
	const now = clock.now();
	const {test} = serverFilter(filter);
	const found = sorted(fleet, 'trouble').flatMap(slot => {
		const server = fleet.list[slot];
		return server && (!test || test(server, server.state)) ? [server] : [];
	});
	say(
		...found.map(server =>
			[stateLine(fleet, server, now), playersWords(server), server.gameType, nodeWords(server)]
				.filter(Boolean)
				.join(', '),
		),
		`${counted(found.length, 'server')} of ${fleet.order.length}, ${ageOf(state, now)}`,
	);
}

function ageOf({fleet}: State, now: number): string {
	return fleet.at === undefined ? 'the list was not read yet' : `list ${spanWords(now - fleet.at)} old`;
}

export function tellTrouble({services, say}: StreamDesk): void {
	const state = services.store.getState();
	const now = services.clock.now();
	const [summary = ''] = overview(state, now);
	const troubled = troubledServers(state).flatMap(id => state.fleet.servers[id] ?? []);
	const lines = troubled.map(server => stateLine(state.fleet, server, now));
	say(...(lines.length > 0 ? lines : ['No server is down.']), `${summary}, ${ageOf(state, now)}`);
}

export function tellDetails(desk: StreamDesk, word: string): void {
	const {services, say} = desk;
	const server = serverOf(desk, word);
	if (!server) return;
	const state = services.store.getState();
	const facts = factsOf(server, {...state, console: state.console[server.id]}, services.clock.now());
	say(...facts.map(([label, text]) => `${label}: ${inWords(text.replace(/ {2,}/g, ', '))}`));
}

const usualLines = 20;
const mostSearched = 5000;

/** The last lines of the chosen server's console, or those that have the words in them. */
export function tellLog(desk: StreamDesk, given: string): void {
	const {services, say} = desk;
	const server = serverOf(desk, '');
	if (!server) return;
	const {console, view} = services.store.getState();
	const most = /^\d+$/.test(given) ? Number(given) : usualLines;
	const words = /^\d+$/.test(given) ? '' : given.toLowerCase();
	const lines = newestOf(console[server.id]?.lines ?? noLines, mostSearched).flatMap(line => {
		const told = line.kind === 'note' ? [line.text] : (commandNews(line, nameOf(server)) ?? []);
		const [first, ...rest] = told;
		return first === undefined ? [] : [[`${clockText(line.at, view.time === 'utc')} ${first}`, ...rest]];
	});
	const found = lines.filter(told => told.join('\n').toLowerCase().includes(words)).slice(-most);
	say(...(found.length > 0 ? found.flat() : [`Nothing is known of ${nameOf(server)} that fits.`]));
}

const modes = {clock: 'by the clock', utc: 'in UTC', relative: 'as ages'} as const;

export function tellTime({services, say}: StreamDesk, mode: string): void {
	const {store, clock} = services;
	const wanted = (['clock', 'utc', 'relative'] as const).find(name => name === mode);
	if (mode !== '' && !wanted) {
		say('PROBLEM :time takes clock, utc or relative.');
		return;
	}
	if (wanted) store.dispatch({type: 'view/changed', change: {time: wanted}});
	const now = clock.now();
	const {time} = store.getState().view;
	say(`It is ${clockText(now, false)}, ${clockText(now, true)} in UTC. Times are told ${modes[time]}.`);
}
