import {findProblems, type FoundProblem, warning} from '../automations/find-problems.ts';
import {Step, stepNameOf, type StepType, stepTypes, writtenType} from '../contract/automation-steps.ts';
import {Selector, targetsOf} from '../contract/automation-targets.ts';
import {readTrigger} from '../contract/automation-trigger.ts';
import {automationFields} from '../contract/models/automation.ts';
import type {Node} from '../contract/models/node.ts';
import type {GameServer} from '../contract/models/server.ts';
import {knownStates, readState, serverStates} from '../contract/states.ts';
import {knownGames, gameTypeOf} from '../games/games.ts';
import {suggest} from '../lib/text/suggest.ts';
import type {ReadCron} from '../lib/time/cron.ts';
import {checkMessages as messages} from '../messages/automations.ts';
import {type Fields, isSetByService} from './automation-changes.ts';
import {findNamed, type Named} from './find-named.ts';
import {nameOf, nameOfNode, namesOf} from './names.ts';

/** Finds the problems of the fields of an automation besides its name. */
export const problemsOfFields = (fields: Fields, now: number, cron?: ReadCron): FoundProblem[] => [
	...Object.keys(fields)
		.filter(name => name !== 'name' && !Object.hasOwn(automationFields, name) && !isSetByService(name))
		.map(name => warning(name, messages.unknownField)),
	...findProblems(fields, now, cron),
];

/** The records of a service; undefined: not read, so unknown. */
export type OnService = {
	servers: readonly GameServer[] | undefined;
	nodes: readonly Node[] | undefined;
	/** The names of its automations. */
	names?: readonly (string | undefined)[] | undefined;
};

/** Warns of what selects nothing on this service, and of steps that the settings of the selected servers rule out. */
export function problemsOnService(fields: Fields, {servers, nodes, names = []}: OnService): FoundProblem[] {
	const {name, targets, trigger, workflow} = fields;
	const steps: readonly unknown[] = Array.isArray(workflow) ? workflow : [];
	const read = readTrigger(trigger);
	const selected = selectedServers(targets, servers ?? []);
	const lookup = {
		servers: servers?.map(namesOf),
		nodes: nodes?.map(node => ({id: node.id, names: [nameOfNode(node)]})),
		games: [...knownGames(), ...(servers ?? [])].flatMap(({gameType}) => gameType ?? []),
		states: [...knownStates, ...serverStates, ...(servers ?? []).flatMap(({state}) => state ?? [])],
	};
	return [
		...(typeof name === 'string' && names.includes(name) ? [warning('name', messages.nameExists)] : []),
		...filterProblems('targets', Selector.safeParse(targets ?? {}).data ?? {}, lookup),
		...(read.kind === 'state' ? filterProblems('trigger', read, lookup) : []),
		...steps.flatMap((step, index) => [
			...waitProblems(step, `workflow.${index}`, lookup),
			...blockedProblems(step, `workflow.${index}`, selected),
		]),
	];
}

/** Returns the servers that targets select now. */
export function selectedServers(targets: unknown, servers: readonly GameServer[]): GameServer[] {
	const ids = new Set(targetsOf(targets ?? {}, servers, undefined));
	return servers.filter(({id}) => ids.has(id));
}

type Lookup = {
	servers: readonly Named[] | undefined;
	nodes: readonly Named[] | undefined;
	games: readonly string[];
	states: readonly string[];
};

/** Fields of targets and of triggers, where they have them. */
type Filters = {
	serverIds?: readonly string[] | undefined;
	ids?: readonly string[] | undefined;
	nodeId?: string | undefined;
	gameType?: string | undefined;
	state?: string | undefined;
	to?: readonly string[] | undefined;
	from?: readonly string[] | undefined;
};

function filterProblems(path: string, filters: Filters, lookup: Lookup): FoundProblem[] {
	const {serverIds, ids, nodeId, gameType, state, to, from} = filters;
	const idsIn = (field: string, kind: 'server' | 'node', values: readonly string[] = []) =>
		values.flatMap(id => idProblems(`${path}.${field}`, id, kind, lookup));
	const statesIn = (field: string, values: readonly string[] = []) =>
		values.flatMap(value => stateProblems(`${path}.${field}`, value, lookup));
	return [
		...idsIn('serverIds', 'server', serverIds),
		...idsIn('ids', 'server', ids),
		...idsIn('nodeId', 'node', nodeId === undefined ? [] : [nodeId]),
		...(gameType === undefined ? [] : gameProblems(`${path}.gameType`, gameType, lookup)),
		...statesIn('state', state === undefined ? [] : [state]),
		...statesIn('to', to),
		...statesIn('from', from),
	];
}

/** Warns of an id that nothing has, above all if it is a name. */
function idProblems(
	path: string,
	id: string,
	kind: 'server' | 'node',
	{servers, nodes}: Lookup,
): FoundProblem[] {
	const listed = kind === 'server' ? servers : nodes;
	if (!listed || listed.some(one => one.id === id)) return [];
	const match = findNamed(listed, id);
	const found =
		'several' in match ? match.several : 'id' in match ? listed.filter(one => one.id === match.id) : [];
	const meant = found.slice(0, 3).map(one => messages.meantId(one.id, one.names[0]));
	return [warning(path, messages.noSuchId(kind, id, meant))];
}

function gameProblems(path: string, game: string, {games}: Lookup): FoundProblem[] {
	if (games.includes(game)) return [];
	const reading = gameTypeOf(game);
	const near = 'gameType' in reading ? [reading.gameType] : suggest(game, [...new Set(games)]);
	return [warning(path, messages.unknownGame(game, near))];
}

function stateProblems(path: string, state: string, {states}: Lookup): FoundProblem[] {
	const isKnown = states.includes(readState(state) ?? '');
	return isKnown ? [] : [warning(path, messages.unknownState(state, suggest(state, [...new Set(states)])))];
}

/** Warns of a wait for a state that no server reaches. */
function waitProblems(step: unknown, path: string, lookup: Lookup): FoundProblem[] {
	const {state} = Step.safeParse(step).data ?? {};
	return state === undefined ? [] : stateProblems(`${path}.state`, state, lookup);
}

/** Warns of a step that the settings of these servers rule out. */
function blockedProblems(step: unknown, path: string, servers: readonly GameServer[]): FoundProblem[] {
	const name = stepNameOf(writtenType(Step.safeParse(step).data ?? {}));
	const {operation}: StepType = name === undefined ? {fields: []} : stepTypes[name];
	return servers.flatMap(server => {
		const found = server.blocked?.find(one => one.operation === operation);
		return found === undefined ? [] : [warning(path, messages.blocked(nameOf(server), found.reason))];
	});
}
