import type {GameServer} from '../../contract/models/server.ts';
import {memoize, memoizedColumn, perOwner} from '../../lib/lists/memoize.ts';
import {parseJson} from '../../lib/json/json.ts';
import type {FleetState} from './fleet.ts';
import type {State} from '../state.ts';
import {nodesOf, shownPhases, shownStates} from './fleet-values.ts';
import {type Known, knownValues} from './server-fields.ts';
import {serverFilter, type ServerFilter} from './server-filter.ts';
import type {Slots} from './incremental-sort.ts';
import type {ShownPhase} from '../kernel/state/shown-phases.ts';
import {sortServers} from './sorted-ids.ts';

/** A row of the list: a server, or the header of a node's servers. */
export type ListRow =
	| {kind: 'server'; id: string}
	| {kind: 'group'; node: string; counts: Record<ShownPhase, number>; total: number};

export type ListRows = {
	rows: readonly ListRow[];
	/** The server rows, in order. */
	ids: readonly string[];
	/** The same servers as indexes in the order of the service. */
	slots: Slots;
	/** The index of each server in `rows` and in `ids`. */
	places: ReadonlyMap<string, {row: number; at: number}>;
};

const filtersOf = perOwner(() => ({
	parse: memoize((text: string, known: string) => serverFilter(text, parseJson(known) as Known)),
	passes: memoize((test: NonNullable<ServerFilter['test']>) =>
		memoizedColumn((server: GameServer, mark: string | undefined = '') => {
			const [, phase, state = ''] = /^(\w+) (.*)$/s.exec(mark) ?? [];
			return test(server, state === '' ? undefined : state, phase as ShownPhase | undefined); // see marksOf
		}),
	),
}));

/** The phase and the visible state of each server in one text, which is equal if neither has changed. */
const marksOf = memoize((states: readonly (string | undefined)[], phases: readonly ShownPhase[]) =>
	states.map((state = '', slot) => `${phases[slot] ?? ''} ${state}`),
);

/** Serialized, so that a poll without new values yields an equal string. */
const knownIn = memoize((list: FleetState['list'], states: readonly (string | undefined)[]): string =>
	JSON.stringify(knownValues(list, states)),
);

const nothingKnown = JSON.stringify(knownValues([]));

/** Returns the parsed filter; an invalid one hides nothing. */
export function currentFilter({fleet, view}: Pick<State, 'fleet' | 'view'>): ServerFilter {
	const {text} = view.filter.field;
	// Only fields depend on the known values.
	const known = /[:=]/.test(text) ? knownIn(fleet.list, shownStates(fleet)) : nothingKnown;
	return filtersOf(fleet.session).parse(text, known);
}

/** Returns the servers that match a filter in the order of the service, or why it is invalid. */
export function serversMatching(
	fleet: FleetState,
	text: string,
): {ids: readonly string[]} | {problem: string} {
	const states = shownStates(fleet);
	const phases = shownPhases(fleet);
	const {problem, doubt, test} = serverFilter(text, knownValues(fleet.list, states));
	if (problem !== undefined || doubt !== undefined) return {problem: problem ?? doubt ?? ''};
	return {
		ids: fleet.list.flatMap((server, slot) =>
			!test || test(server, states[slot], phases[slot]) ? server.id : [],
		),
	};
}

const passingSlots = memoize((slots: Slots, passes: readonly boolean[]): Slots =>
	slots.filter(slot => passes[slot]),
);

/** Returns the slots that match the filter, in the order of the list. */
function filterSlots(fleet: FleetState, view: State['view']): Slots {
	const slots = sortServers(fleet, view.sort);
	const {test} = currentFilter({fleet, view});
	if (!test) return slots;
	const passes = filtersOf(fleet.session).passes(test);
	return passingSlots(slots, passes(fleet.list, marksOf(shownStates(fleet), shownPhases(fleet))));
}

const built = memoize(
	(
		slots: Slots,
		order: FleetState['order'],
		/** undefined: servers are not grouped by node. */
		nodes: readonly string[] | undefined,
		phases: readonly ShownPhase[] | undefined,
		isByAlerts: boolean,
	): ListRows => {
		// Groups are in the order of their first server, so that the one with the worst problem comes first.
		const byFirst = nodes && Map.groupBy(slots, slot => nodes[slot] ?? '');
		const groups = byFirst && (isByAlerts ? lostFirst(byFirst, nodes, phases ?? []) : byFirst);
		const inOrder = groups ? [...groups.values()].flat() : slots;
		const ids = inOrder.map(slot => order[slot] ?? '');
		const rows: ListRow[] = [];
		const places = new Map<string, {row: number; at: number}>();
		const add = (id: string) => {
			places.set(id, {row: rows.length, at: places.size});
			rows.push({kind: 'server', id});
		};
		if (!groups) for (const id of ids) add(id);
		for (const [node, members] of groups ?? []) {
			rows.push(groupRow(node, members, phases ?? []));
			for (const slot of members) add(order[slot] ?? '');
		}
		return {rows, ids, slots: inOrder, places};
	},
);

/**
Puts nodes that lost all of their servers first: they are the cause, not a server that is down. Servers that the filter
hides count, too: a node with other servers up is not lost. `nodes` and `phases` are by slot.
*/
function lostFirst(
	groups: ReadonlyMap<string, Slots>,
	nodes: readonly string[],
	phases: readonly ShownPhase[],
): ReadonlyMap<string, Slots> {
	const onNode = Map.groupBy(nodes.keys(), slot => nodes[slot] ?? '');
	const isGone = (slot: number) => phases[slot] === 'unknown' || phases[slot] === 'offline';
	const isLost = ([node]: readonly [string, Slots]) => {
		const servers = onNode.get(node) ?? [];
		return servers.length > 1 && servers.every(isGone);
	};
	return new Map([...groups].sort((a, b) => Number(isLost(b)) - Number(isLost(a))));
}

function groupRow(node: string, members: Slots, phases: readonly ShownPhase[]): ListRow {
	const counts = {online: 0, offline: 0, stopped: 0, hung: 0, changing: 0, unknown: 0};
	for (const slot of members) counts[phases[slot] ?? 'unknown']++;
	return {kind: 'group', node, counts, total: members.length};
}

/** Returns the list as shown: sorted, filtered, grouped. */
export function listRows({fleet, view}: Pick<State, 'fleet' | 'view'>): ListRows {
	const slots = filterSlots(fleet, view);
	return view.grouped
		? built(slots, fleet.order, nodesOf(fleet), shownPhases(fleet), view.sort === 'alerts')
		: built(slots, fleet.order, undefined, undefined, false);
}

/** Returns the ids of all servers that match the filter, in list order. */
export const visibleServers = (state: Pick<State, 'fleet' | 'view'>): readonly string[] =>
	listRows(state).ids;
