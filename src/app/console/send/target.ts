import {memoize, perOwner} from '../../../lib/lists/memoize.ts';
import {findGame, shortGame} from '../../../games/games.ts';
import type {Game} from '../../../games/game-types.ts';
import {currentServer} from '../../servers/current-server.ts';
import {selectedServers} from '../../servers/selection.ts';
import type {State} from '../../state.ts';
import {selectionDraft} from '../../kernel/state/view-state.ts';
import {nameOf} from '../../../actions/names.ts';
import {visibleServers} from '../../servers/list-rows.ts';
import {phaseOf} from '../../../contract/states.ts';
import {consoleInputMessages} from '../../../messages/console.ts';

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
have. An open one stays with its server, whatever the list shows.
*/
export function lineKey(state: Seen): string | undefined {
	const {input, toSelection, currentId} = state.view;
	if (input) return toSelection ? selectionLine : currentId;
	return goesToSelection(state) ? selectionLine : currentServer(state);
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

/** The targets of a multi-server command: their names, and relevant facts about them. */
export type TargetWords = {count: number; names: readonly string[]; facts: string};

/** Returns the targets with facts such as `3 ARK, 2 CS2, 1 not online`; a single game is not listed. */
export function targetWords(state: Pick<State, 'fleet' | 'view'>): TargetWords {
	const servers = serversOfLine(state, selectionLine).flatMap(id => state.fleet.servers.get(id) ?? []);
	const games = [...Map.groupBy(servers, ({gameType}) => shortGame(gameType))];
	const away = servers.filter(({state: word}) => phaseOf(word) === 'offline').length;
	const shown = new Set(visibleServers(state));
	const hidden = servers.filter(({id}) => !shown.has(id)).length;
	const facts = [
		...(games.length > 1 ? games.map(([game, of]) => `${of.length} ${game}`) : []),
		...(away > 0 ? [consoleInputMessages.target.notOnline(away)] : []),
		...(hidden > 0 ? [consoleInputMessages.target.hidden(hidden)] : []),
	];
	return {count: servers.length, names: servers.map(nameOf), facts: facts.join(', ')};
}
