import {memoize} from '../../lib/memoize.ts';
import {perOwner} from '../../lib/per-owner.ts';
import {findGame} from '../../games/games.ts';
import type {Game} from '../../games/game-types.ts';
import {selectedServers} from '../servers/selection.ts';
import type {State} from '../state.ts';
import {selectionDraft} from '../kernel/view-state.ts';

/** Stands for the selected servers wherever input is keyed by its server: drafts, candidates, search. */
export const selectionLine = selectionDraft;

type Seen = Pick<State, 'fleet' | 'view'>;

/** Whether `i` would open the input for the selected servers: with the focus in the list or the results. */
export function goesToSelection(state: Seen): boolean {
	const {pane} = state.view;
	return (pane === 'servers' || pane === 'results') && selectedServers(state).size > 0;
}

/**
Returns the target of the input: the id of a server, or `selectionLine`. While it is closed, returns the target it would
have.
*/
export function lineKey(state: Seen): string | undefined {
	const {input, toSelection, currentId} = state.view;
	return (input ? toSelection : goesToSelection(state)) ? selectionLine : currentId;
}

/** Returns the target servers, in the order of the service. */
export function serversOfLine(state: Seen, key: string): readonly string[] {
	if (key !== selectionLine) return [key];
	const selected = selectedServers(state);
	return state.fleet.order.filter(id => selected.has(id));
}

/** Returns the games of the target servers, without duplicates. */
export function gamesOfLine(state: Seen, key: string): readonly (string | undefined)[] {
	return [...new Set(serversOfLine(state, key).map(id => state.fleet.servers.get(id)?.gameType))];
}

/** Returns the vocabulary that all games of the targets share; undefined if one of them is unknown. */
export function wordsOfLine(state: Seen, key: string): Game | undefined {
	return wordsIn(state.fleet.session)(
		gamesOfLine(state, key)
			.map(game => game ?? '')
			.join('\n'),
	);
}

const wordsIn = perOwner(() => memoize(commonWords));

function commonWords(games: string): Game | undefined {
	const [first, ...others] = games.split('\n').map(findGame);
	if (!first || others.length === 0) return first;
	const all = others.flatMap(words => words ?? []);
	if (all.length < others.length) return undefined;
	const inAll = (part: (words: Game) => readonly {name: string}[]) => {
		const lists = all.map(words => new Set(part(words).map(({name}) => name.toLowerCase())));
		return ({name}: {name: string}) => lists.every(names => names.has(name.toLowerCase()));
	};
	return {
		...first,
		label: [first, ...all].map(({label}) => label).join(' and '),
		commands: first.commands.filter(inAll(({commands}) => commands)),
		settings: first.settings.filter(inAll(({settings}) => settings)),
		maps: first.maps.filter(map => all.every(({maps}) => maps.includes(map))),
	};
}
