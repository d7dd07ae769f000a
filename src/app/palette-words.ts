import {findNamed, lookupProblem} from '../actions/find-named.ts';
import {palettePhrases} from '../messages/keys.ts';
import {listRows} from './servers/list-rows.ts';
import {namesOf, serverName} from '../actions/names.ts';
import {notify} from './kernel/state/notify.ts';
import {openList} from './kernel/screens/screens-state.ts';
import {timeModes, type WordedName} from './kernel/state/view-state.ts';
import type {Services} from './kernel/state/services.ts';
import type {State} from './state.ts';
import {awayMessages} from '../messages/handover.ts';
import {openAway} from './handover/handover-commands.ts';
import {profileMessages} from '../messages/server-settings.ts';
import {runProfileWords} from './switch-profile.ts';
import {viewsMessages} from '../messages/server-list.ts';
import {rememberFilter} from './kernel/screens/filter-history.ts';
import type {CommandGroup, CommandQuestion} from './kernel/keys/command-info.ts';
import {columnIds, sortIdOf, sortIds} from './servers/columns.ts';
import {chooseColumns, runViewWords, viewNames} from './servers/saved-views.ts';
import {fieldOf} from './kernel/text/text-field.ts';
import {showPlayers} from './kernel/screens/places.ts';

/** A palette command with arguments after its name; `offers` are the possible arguments. */
export type Worded = {
	name: WordedName;
	usage: string;
	help: string;
	group: CommandGroup;
	offers: (state: State, typed: string) => readonly string[];
	run: (services: Services, words: string) => CommandQuestion | void;
};

const startingWith = (all: readonly string[], typed: string) =>
	all.filter(word => word.toLowerCase().includes(typed.toLowerCase()));

/**
Finds a server by the rules of the command line, but only in the list, because only listed servers have a console.
*/
function findServer({fleet}: State, words: string): {id: string} | {problem: string} {
	if (words === '') return {problem: palettePhrases.whichServer};
	const found = findNamed([...fleet.servers.values()].map(namesOf), words);
	if ('id' in found && found.isListed) return {id: found.id};
	return {problem: lookupProblem('server', words, 'id' in found ? {near: []} : found)};
}

/** The details on the whole screen are mostly the chart. */
const showChart = ({store}: Services, serverId: string) =>
	store.dispatch({
		type: 'view/changed',
		change: {currentId: serverId, pane: 'details', zoomed: true, detailsTop: {serverId, row: 0}},
	});

const serversNamed = (state: State, typed: string) =>
	startingWith(
		listRows(state).ids.map(id => serverName(state.fleet, id)),
		typed,
	);

function isOneOf<Word extends string>(words: readonly Word[], typed: string): typed is Word {
	return (words as readonly string[]).includes(typed); // widened only for the lookup
}

const oneOf = (services: Services, what: string, words: readonly string[]) =>
	notify(services, 'warning', palettePhrases.oneOf(what, words.join(', ')));

export const wordedCommands: readonly Worded[] = [
	{
		name: 'go',
		group: 'go',
		...palettePhrases.go,
		offers: serversNamed,
		run: (services, words) => {
			const found = findServer(services.store.getState(), words);
			if ('problem' in found) notify(services, 'warning', found.problem);
			else services.store.dispatch({type: 'view/changed', change: {currentId: found.id, pane: 'console'}});
		},
	},
	{
		name: 'chart',
		group: 'go',
		...palettePhrases.chart,
		offers: serversNamed,
		run: (services, words) => {
			const state = services.store.getState();
			const current = words === '' ? state.view.currentId : undefined;
			const found = current === undefined ? findServer(state, words) : {id: current};
			if ('problem' in found) notify(services, 'warning', found.problem);
			else showChart(services, found.id);
		},
	},
	{
		name: 'player',
		group: 'go',
		...palettePhrases.player,
		offers: () => [],
		run: showPlayers,
	},
	{
		name: 'filter',
		group: 'view',
		...palettePhrases.filter,
		offers: (state, typed) =>
			openList(state)
				? []
				: [
						...startingWith(['state:down', 'state:up', 'game:', 'node:', 'players>0'], typed),
						...(/^\w[\w-]*$/.test(typed) ? [`name:${typed}`] : []),
					],
		run: (services, words) => {
			const {store} = services;
			const list = openList(store.getState());
			const filter = {field: fieldOf(words), editing: false};
			if (list) store.dispatch({type: 'screens/changed', list, change: {filter}});
			else store.dispatch({type: 'view/changed', change: {filter, pane: 'servers'}});
			rememberFilter(services, list ?? 'servers', words);
		},
	},
	{
		name: 'sort',
		group: 'view',
		...palettePhrases.sort,
		offers: (_, typed) => startingWith(sortIds, typed),
		run: (services, words) => {
			const sort = sortIdOf(words);
			if (sort !== undefined) services.store.dispatch({type: 'view/changed', change: {sort}});
			else oneOf(services, palettePhrases.whatToSortBy, sortIds);
		},
	},
	{
		name: 'columns',
		group: 'view',
		...viewsMessages.palette.columns,
		// Completes the last word and keeps the words before it.
		offers: (_, typed) => {
			const [, before = '', last = ''] = /^(.*?)([^\s,]*)$/s.exec(typed) ?? [];
			return startingWith(columnIds, last).map(id => before + id);
		},
		run: chooseColumns,
	},
	{
		name: 'view',
		group: 'view',
		...viewsMessages.palette.view,
		offers: (state, typed) =>
			startingWith(
				[
					...viewNames(state),
					...viewNames(state).flatMap(name => ['save', 'delete'].map(verb => `${verb} ${name}`)),
				],
				typed,
			),
		run: runViewWords,
	},
	{
		name: 'away',
		group: 'go',
		...awayMessages.palette,
		offers: () => [],
		run: services => void openAway(services),
	},
	{
		name: 'profile',
		group: 'go',
		...profileMessages.palette,
		offers: ({view}, typed) =>
			startingWith(
				view.profiles.map(({name}) => name),
				typed,
			),
		run: runProfileWords,
	},
	{
		name: 'time',
		group: 'view',
		...palettePhrases.time,
		offers: (_, typed) => startingWith(timeModes, typed),
		run: (services, words) => {
			if (isOneOf(timeModes, words)) services.store.dispatch({type: 'view/changed', change: {time: words}});
			else oneOf(services, palettePhrases.howTimesAreShown, timeModes);
		},
	},
	{
		name: 'theme',
		group: 'view',
		...palettePhrases.theme,
		offers: ({view}, typed) => startingWith(view.themes, typed),
		run: (services, words) => {
			const {themes} = services.store.getState().view;
			if (themes.includes(words)) services.frontEnd.theme(words);
			else oneOf(services, palettePhrases.whichTheme, themes);
		},
	},
];
