import {remembered} from '../../lib/remembered.ts';
import {phaseOf, type Phase} from '../rules.ts';
import type {FleetState} from '../state/fleet.ts';
import type {State} from '../state/index.ts';
import {nodeOf, shownState, sorted} from './order.ts';
import {serverFilter, type ServerFilter} from './filter.ts';

/** A row of the list: a server, or the head of a node's servers. */
export type ListRow =
	{kind: 'server'; id: string} | {kind: 'group'; node: string; counts: Record<Phase, number>; total: number};

export type ListRows = {
	rows: readonly ListRow[];
	/** The servers among them, in their order. */
	ids: readonly string[];
	/** Where each server stands among `rows`, and among `ids`. */
	places: ReadonlyMap<string, {row: number; at: number}>;
};

const filterOf = remembered(serverFilter);

/** The filter as it is meant; one that cannot be meant hides nothing. */
export const currentFilter = ({view}: Pick<State, 'view'>): ServerFilter => filterOf(view.filter.field.text);

const filtered = remembered(
	(
		ids: readonly string[],
		servers: FleetState['servers'],
		expected: FleetState['expected'],
		filter: ServerFilter,
	): readonly string[] => {
		const {test} = filter;
		if (!test) return ids;
		return ids.filter(id => {
			const server = servers[id];
			return server !== undefined && test(server, shownState({servers, expected}, id).state);
		});
	},
);

const built = remembered(
	(
		ids: readonly string[],
		servers: FleetState['servers'],
		expected: FleetState['expected'],
		grouped: boolean,
	): ListRows => {
		const rows: ListRow[] = grouped
			? groupedRows(ids, servers, expected)
			: ids.map(id => ({kind: 'server', id}));
		const inOrder: string[] = [];
		const places = new Map<string, {row: number; at: number}>();
		for (const [index, row] of rows.entries()) {
			if (row.kind !== 'server') continue;
			places.set(row.id, {row: index, at: inOrder.length});
			inOrder.push(row.id);
		}
		return {rows, ids: inOrder, places};
	},
);

/** Nodes stand in the order of their first server, so that the one with the worst trouble comes first. */
function groupedRows(
	ids: readonly string[],
	servers: FleetState['servers'],
	expected: FleetState['expected'],
): ListRow[] {
	const groups = Map.groupBy(ids, id => {
		const server = servers[id];
		return server ? nodeOf(server) : '';
	});
	return [...groups].flatMap(([node, members]): ListRow[] => {
		const counts = {online: 0, offline: 0, changing: 0, unknown: 0};
		for (const id of members) counts[phaseOf(shownState({servers, expected}, id).state)]++;
		return [
			{kind: 'group', node, counts, total: members.length},
			...members.map((id): ListRow => ({kind: 'server', id})),
		];
	});
}

/** The list as it stands: sorted, filtered, grouped. */
export function listRows({fleet, view}: Pick<State, 'fleet' | 'view'>): ListRows {
	const ids = sorted(fleet.servers, fleet.order, fleet.since, fleet.expected, view.sort);
	const passing = filtered(ids, fleet.servers, fleet.expected, currentFilter({view}));
	return built(passing, fleet.servers, fleet.expected, view.grouped);
}

/** The ids of the servers in the list, in its order: all that pass the filter. */
export const visibleServers = (state: Pick<State, 'fleet' | 'view'>): readonly string[] =>
	listRows(state).ids;
