import type {GameServer} from '../../contract/models/server.ts';
import {serverListMessages} from '../../messages/server-list.ts';
import {allOf, parseFilter, type FieldTest, type Filter, type Vocabulary} from '../kernel/filter.ts';
import {shortGame} from '../../actions/games.ts';
import {knownGameTypes} from '../../actions/game-types.ts';
import {knownStates, phaseOf, stateNames, type Phase} from '../../actions/preconditions.ts';

/** A server, and the state that is shown of it. */
type Given = [server: GameServer, state: string | undefined];

export type ServerFilter = Filter<Given>;

/** Groups of states, for those who do not want to know the service's words. */
const phases = new Map<string, Phase>([
	['up', 'online'],
	['down', 'offline'],
	['busy', 'changing'],
	['unknown', 'unknown'],
]);

type Field = {
	plural: string;
	/** What the value is called: any of these whole, or a part of one, can be wanted. */
	names: (...given: Given) => readonly (string | undefined)[];
	/** What counts only whole. */
	id?: (server: GameServer) => string | undefined;
	/** What the specification knows. */
	specified?: readonly string[];
};

/** Fields with few values, which the servers of a fleet share. */
const fields = {
	state: {plural: 'states', names: (_, state) => stateNames(state), specified: knownStates},
	game: {
		plural: 'games',
		names: ({gameType}) => [gameType, gameType && shortGame(gameType)],
		specified: knownGameTypes,
	},
	node: {
		plural: 'nodes',
		names: ({nodeName, nodeId}) => [nodeName ?? nodeId],
		id: ({nodeId}) => nodeId,
	},
	map: {plural: 'maps', names: ({map}) => [map]},
} satisfies Record<string, Field>;

type FieldName = keyof typeof fields;

/** The values that a fleet and the specification know, by field; `ids` count only whole. */
export type Known = Readonly<Record<FieldName, {names: readonly string[]; ids: readonly string[]}>>;

/** `states`: what is shown of each server, where that is not what its record says. */
export function knownValues(
	servers: readonly GameServer[],
	states: readonly (string | undefined)[] = servers.map(({state}) => state),
): Known {
	const known = ({names, id, specified = []}: Field) => {
		const own = servers.flatMap((server, place) => names(server, states[place]).flatMap(name => name ?? []));
		const all = [...new Set([...own, ...specified])];
		const ids = new Set(servers.flatMap(server => id?.(server) ?? []));
		return {names: all, ids: [...ids]};
	};
	return {
		state: known(fields.state),
		game: known(fields.game),
		node: known(fields.node),
		map: known(fields.map),
	};
}

/**
A value that is known whole means just that: `node:eu-1` is not `eu-10`. Any other means those that have it as a part.
*/
function fieldTest(name: FieldName, text: string, known: Known): FieldTest<Given> {
	const wanted = text.toLowerCase();
	const {plural, names, id}: Field = fields[name];
	const {names: all, ids} = known[name];
	const lower = (...given: Given) => names(...given).flatMap(value => value?.toLowerCase() ?? []);
	const isWhole = (...given: Given) =>
		lower(...given).includes(wanted) || id?.(given[0])?.toLowerCase() === wanted;
	const phase = name === 'state' ? phases.get(wanted) : undefined;
	if (phase !== undefined) {
		return {test: (server, state) => phaseOf(state) === phase || isWhole(server, state)};
	}
	if ([...all, ...ids].some(value => value.toLowerCase() === wanted)) return {test: isWhole};
	const isUnknown = all.length > 0 && !all.some(value => value.toLowerCase().includes(wanted));
	const groups = name === 'state' ? serverListMessages.stateGroups([...phases.keys()].join(', ')) : '';
	return {
		test: (...given) => lower(...given).some(value => value.includes(wanted)),
		doubt: isUnknown ? serverListMessages.noneWith(name, text, plural, listNames(all), groups) : undefined,
	};
}

const maxListed = 12;
const listNames = (names: readonly string[]) =>
	names.length > maxListed ? `${names.slice(0, maxListed).join(', ')}, …` : names.join(', ');

const part =
	(read: (server: GameServer) => string | undefined) =>
	(text: string): FieldTest<Given> => {
		const wanted = text.toLowerCase();
		return {test: server => (read(server) ?? '').toLowerCase().includes(wanted)};
	};

const nameTest = part(({displayName, id}) => displayName ?? id);
const idTest = part(({id}) => id);

const vocabulary = (known: Known): Vocabulary<Given, FieldName | 'name' | 'id', 'players'> => ({
	text: (server, state) =>
		[server.displayName ?? server.id, state, server.gameType, server.nodeName, server.map]
			.join('\n')
			.toLowerCase(),
	fields: {
		state: text => fieldTest('state', text, known),
		game: text => fieldTest('game', text, known),
		node: text => fieldTest('node', text, known),
		map: text => fieldTest('map', text, known),
		name: nameTest,
		id: idTest,
	},
	// Where the service names no players there is no number that could compare.
	numbers: {
		players: ({onlinePlayers}) => (onlinePlayers === undefined ? undefined : Math.max(0, onlinePlayers)),
	},
});

/**
What the filter of the list says: words look in name, state, game, node and map; `state:`, `game:`, `node:`, `map:`,
`name:`, `id:` look in one field; `players>0` and the like compare.
*/
export const serverFilter = (text: string, known: Known): ServerFilter =>
	parseFilter(text, vocabulary(known));

/** The same for values that were given one by one; what is undefined lets everything through. */
export function fieldsFilter(
	{name, ...wanted}: Partial<Record<FieldName | 'name', string | undefined>>,
	known: Known,
): FieldTest<Given> {
	const tests = (Object.keys(fields) as FieldName[]).flatMap(field => {
		const text = wanted[field];
		return text === undefined ? [] : fieldTest(field, text, known);
	});
	return allOf(name === undefined ? tests : [...tests, nameTest(name)]);
}
