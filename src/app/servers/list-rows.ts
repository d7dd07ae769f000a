import type {GameServer} from '../../contract/models/server.ts';
import {memoizedColumn} from '../../lib/memoized-column.ts';
import {parseJson} from '../../lib/json.ts';
import {memoize} from '../../lib/memoize.ts';
import {perOwner} from '../../lib/per-owner.ts';
import type {Phase} from '../../actions/preconditions.ts';
import type {FleetState} from './fleet.ts';
import type {State} from '../state.ts';
import {nodesOf, shownPhases, shownStates} from './fleet-values.ts';
import {knownValues, serverFilter, type Known, type ServerFilter} from './server-filter.ts';
import type {Slots} from './incremental-sort.ts';
import {sortServers} from './sorted-ids.ts';

/** A row of the list: a server, or the head of a node's servers. */
export type ListRow =
	{kind: 'server'; id: string} | {kind: 'group'; node: string; counts: Record<Phase, number>; total: number};

export type ListRows = {
	rows: readonly ListRow[];
	/** The servers among them, in their order. */
	ids: readonly string[];
	/** The same servers, as places in the service's order. */
	slots: Slots;
	/** Where each server is among `rows`, and among `ids`. */
	places: ReadonlyMap<string, {row: number; at: number}>;
};

const filtersOf = perOwner(() => ({
	parse: memoize((text: string, known: string) => serverFilter(text, parseJson(known) as Known)),
	passes: memoize((test: NonNullable<ServerFilter['test']>) =>
		memoizedColumn((server: GameServer, state: string | undefined) => test(server, state)),
	),
}));

/** As text, which stays the same while a poll brings no value that is new. */
const knownIn = memoize((list: FleetState['list'], states: readonly (string | undefined)[]): string =>
	JSON.stringify(knownValues(list, states)),
);

const nothingKnown = JSON.stringify(knownValues([]));

/** The filter as it is meant; one that cannot be meant hides nothing. */
export function currentFilter({fleet, view}: Pick<State, 'fleet' | 'view'>): ServerFilter {
	const {text} = view.filter.field;
	// Only fields depend on what there is.
	const known = /[:=]/.test(text) ? knownIn(fleet.list, shownStates(fleet)) : nothingKnown;
	return filtersOf(fleet.session).parse(text, known);
}

/** The servers that a filter lets through, in the order of the service; or why it means none. */
export function serversMatching(
	fleet: FleetState,
	text: string,
): {ids: readonly string[]} | {problem: string} {
	const states = shownStates(fleet);
	const {problem, doubt, test} = serverFilter(text, knownValues(fleet.list, states));
	if (problem !== undefined || doubt !== undefined) return {problem: problem ?? doubt ?? ''};
	return {ids: fleet.list.flatMap((server, slot) => (!test || test(server, states[slot]) ? server.id : []))};
}

const passingSlots = memoize((slots: Slots, passes: readonly boolean[]): Slots =>
	slots.filter(slot => passes[slot]),
);

/** The slots that the filter leaves, in the order of the list. */
function filterSlots(fleet: FleetState, view: State['view']): Slots {
	const slots = sortServers(fleet, view.sort);
	const {test} = currentFilter({fleet, view});
	if (!test) return slots;
	const passes = filtersOf(fleet.session).passes(test);
	return passingSlots(slots, passes(fleet.list, shownStates(fleet)));
}

const built = memoize(
	(
		slots: Slots,
		order: FleetState['order'],
		/** undefined: servers do not stand below the head of their node. */
		nodes: readonly string[] | undefined,
		phases: readonly Phase[] | undefined,
	): ListRows => {
		// Nodes are in the order of their first server, so that the one with the worst trouble comes first.
		const groups = nodes && Map.groupBy(slots, slot => nodes[slot] ?? '');
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

function groupRow(node: string, members: Slots, phases: readonly Phase[]): ListRow {
	const counts = {online: 0, offline: 0, changing: 0, unknown: 0};
	for (const slot of members) counts[phases[slot] ?? 'unknown']++;
	return {kind: 'group', node, counts, total: members.length};
}

/** The list as it stands: sorted, filtered, grouped. */
export function listRows({fleet, view}: Pick<State, 'fleet' | 'view'>): ListRows {
	const slots = filterSlots(fleet, view);
	return view.grouped
		? built(slots, fleet.order, nodesOf(fleet), shownPhases(fleet))
		: built(slots, fleet.order, undefined, undefined);
}

/** The ids of the servers in the list, in its order: all that pass the filter. */
export const visibleServers = (state: Pick<State, 'fleet' | 'view'>): readonly string[] =>
	listRows(state).ids;
