import type {GameServer} from '../../contract/models/server.ts';
import {serverListMessages} from '../../messages/server-list.ts';
import {allOf, type FieldTest} from '../kernel/screens/field-tests.ts';
import type {ShownPhase} from '../kernel/state/shown-phases.ts';
import {namesOfPhases} from './shown-fleet.ts';
import {gamesByType, shortGame} from '../../games/games.ts';
import {knownStates, phaseOf, stateNames, type Phase} from '../../contract/states.ts';

/** A server, its visible state, and how it is counted; undefined: by its state alone. */
export type FilterArgs = [server: GameServer, state: string | undefined, phase?: ShownPhase];

/** Groups of states, for users who do not know the service's state names. */
const phases = new Map<string, Phase>([
	['up', 'online'],
	['down', 'offline'],
	['busy', 'changing'],
	['unknown', 'unknown'],
]);

type Field = {
	plural: string;
	/** Names of the value; a filter matches any of them, whole or in part. */
	names: (...args: FilterArgs) => readonly (string | undefined)[];
	/** The id, which only matches as a whole. */
	id?: (server: GameServer) => string | undefined;
	/** Values from the specification. */
	specified?: readonly string[];
};

/** Fields with few values, which the servers of a fleet share. */
const fields = {
	state: {plural: 'states', names: (_, state) => stateNames(state), specified: knownStates},
	game: {
		plural: 'games',
		names: ({gameType}) => [gameType, gameType && shortGame(gameType)],
		specified: [...gamesByType.keys()],
	},
	node: {
		plural: 'nodes',
		names: ({nodeName, nodeId}) => [nodeName ?? nodeId],
		id: ({nodeId}) => nodeId,
	},
	map: {plural: 'maps', names: ({map}) => [map]},
} satisfies Record<string, Field>;

export type FieldName = keyof typeof fields;

/** The values known from the fleet and the specification, by field; `ids` only match as a whole. */
export type Known = Readonly<Record<FieldName, {names: readonly string[]; ids: readonly string[]}>>;

/** `states`: the visible state of each server, if it differs from the record. */
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
Creates the test of a field. A known value matches exactly: `node:eu-1` does not match `eu-10`. Any other text
matches values that contain it.
*/
export function fieldTest(name: FieldName, text: string, known: Known): FieldTest<FilterArgs> {
	const wanted = text.toLowerCase();
	const {plural, names, id}: Field = fields[name];
	const {names: all, ids} = known[name];
	const lower = (...args: FilterArgs) => names(...args).flatMap(value => value?.toLowerCase() ?? []);
	const isWhole = (...args: FilterArgs) =>
		lower(...args).includes(wanted) || id?.(args[0])?.toLowerCase() === wanted;
	const phase = name === 'state' ? phases.get(wanted) : undefined;
	if (phase !== undefined) {
		return {test: (server, state) => phaseOf(state) === phase || isWhole(server, state)};
	}
	if ([...all, ...ids].some(value => value.toLowerCase() === wanted)) return {test: isWhole};
	const isUnknown = all.length > 0 && !all.some(value => value.toLowerCase().includes(wanted));
	const groups = name === 'state' ? serverListMessages.stateGroups([...phases.keys()].join(', ')) : '';
	return {
		test: (...args) => lower(...args).some(value => value.includes(wanted)),
		doubt: isUnknown ? serverListMessages.noneWith(name, text, plural, listNames(all), groups) : undefined,
	};
}

const maxListed = 12;
const listNames = (names: readonly string[]) =>
	names.length > maxListed ? `${names.slice(0, maxListed).join(', ')}, …` : names.join(', ');

const part =
	(read: (server: GameServer) => string | undefined) =>
	(text: string): FieldTest<FilterArgs> => {
		const wanted = text.toLowerCase();
		return {test: server => (read(server) ?? '').toLowerCase().includes(wanted)};
	};

export const nameTest = part(({displayName, id}) => displayName ?? id);
export const idTest = part(({id}) => id);

const shownNames = new Map<string, ShownPhase>(
	Object.entries(namesOfPhases).map(([phase, name]) => [name, phase as ShownPhase]), // keys of this table
);

/**
Creates the test of `is:`, for servers as the header counts them: `is:down` does not match one that someone stopped, and
`is:stopped` only those.
*/
export function phaseTest(text: string): FieldTest<FilterArgs> {
	const wanted = shownNames.get(text.toLowerCase());
	const doubt =
		wanted === undefined ? serverListMessages.notCounted(text, [...shownNames.keys()].join(', ')) : undefined;
	return {test: (_, state, phase = phaseOf(state)) => phase === wanted, doubt};
}

/** Creates the test of all these fields; an undefined value matches everything. */
export function fieldsFilter(
	{name, is, ...wanted}: Partial<Record<FieldName | 'name' | 'is', string | undefined>>,
	known: Known,
): FieldTest<FilterArgs> {
	const tests = (Object.keys(fields) as FieldName[]).flatMap(field => {
		const text = wanted[field];
		return text === undefined ? [] : fieldTest(field, text, known);
	});
	if (name !== undefined) tests.push(nameTest(name));
	if (is !== undefined) tests.push(phaseTest(is));
	return allOf(tests);
}
