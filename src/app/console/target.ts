import {memoize} from '../../lib/memoize.ts';
import {perOwner} from '../../lib/per-owner.ts';
import {gameWords} from '../../actions/games.ts';
import type {GameWords} from '../../actions/game-types.ts';
import {selectedServers} from '../servers/selection.ts';
import type {State} from '../state.ts';
import {selectionDraft} from '../kernel/view-state.ts';

/** Stands for the selected servers wherever a line is told apart by its server: its draft, its candidates, its search. */
export const selectionLine = selectionDraft;

type Seen = Pick<State, 'fleet' | 'view'>;

/** Whether `i` would go to the selected servers: where the keys are in the list, or at the answers of several. */
export function goesToSelection(state: Seen): boolean {
	const {pane} = state.view;
	return (pane === 'servers' || pane === 'results') && selectedServers(state).size > 0;
}

/** Whose line the input is: the id of a server, or `selectionLine`. While it is closed: whose it would be. */
export function lineKey(state: Seen): string | undefined {
	const {input, toSelection, currentId} = state.view;
	return (input ? toSelection : goesToSelection(state)) ? selectionLine : currentId;
}

/** The servers that a line goes to, in the order of the service. */
export function serversOfLine(state: Seen, key: string): readonly string[] {
	if (key !== selectionLine) return [key];
	const selected = selectedServers(state);
	return state.fleet.order.filter(id => selected.has(id));
}

/** The games of the servers that a line goes to, each once. */
export function gamesOfLine(state: Seen, key: string): readonly (string | undefined)[] {
	return [...new Set(serversOfLine(state, key).map(id => state.fleet.servers.get(id)?.gameType))];
}

/** The words that all the games of a line have; undefined where we have none for one of them. */
export function wordsOfLine(state: Seen, key: string): GameWords | undefined {
	return wordsIn(state.fleet.session)(
		gamesOfLine(state, key)
			.map(game => game ?? '')
			.join('\n'),
	);
}

const wordsIn = perOwner(() => memoize(commonWords));

function commonWords(games: string): GameWords | undefined {
	const [first, ...others] = games.split('\n').map(gameWords);
	if (!first || others.length === 0) return first;
	const all = others.flatMap(words => words ?? []);
	if (all.length < others.length) return undefined;
	const inAll = (part: (words: GameWords) => readonly {name: string}[]) => {
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
