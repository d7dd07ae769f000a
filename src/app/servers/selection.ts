import {memoize} from '../../lib/lists/memoize.ts';
import type {FleetState} from './fleet.ts';
import type {State} from '../state.ts';
import type {ViewState} from '../kernel/state/view-state.ts';
import {currentServer} from './current-server.ts';
import {listRows, type ListRows} from './list-rows.ts';

const selectedInOrder = memoize(
	(
		selected: ViewState['selection'],
		range: string | undefined,
		current: string | undefined,
		list: ListRows | undefined,
		servers: FleetState['servers'],
	): ReadonlySet<string> => {
		const ids = [...selected, ...(list ? between(list, range, current) : [])];
		return new Set(ids.filter(id => servers.get(id) !== undefined));
	},
);

/** Returns the servers between the start of the range and the cursor, in list order. */
function between(list: ListRows, from: string | undefined, to: string | undefined): readonly string[] {
	const begin = list.places.get(from ?? '')?.at;
	const end = list.places.get(to ?? '')?.at;
	if (begin === undefined || end === undefined) return [];
	return list.ids.slice(Math.min(begin, end), Math.max(begin, end) + 1);
}

const none: ReadonlySet<string> = new Set();

/**
Returns the selected servers, including a range in progress. They are kept by id, so that nothing that moves a
row changes them.
*/
export function selectedServers(state: Pick<State, 'fleet' | 'view'>): ReadonlySet<string> {
	const {fleet, view} = state;
	if (view.selection.size === 0 && view.range === undefined) return none;
	// Only a range depends on the cursor and on the order of the list.
	return view.range === undefined
		? selectedInOrder(view.selection, undefined, undefined, undefined, fleet.servers)
		: selectedInOrder(view.selection, view.range, view.currentId, listRows(state), fleet.servers);
}

/** Returns the servers that a key acts on: the selected ones in the order of the service, else the current one. */
export function serversOfKey(state: Pick<State, 'fleet' | 'view'>): readonly string[] {
	const selected = selectedServers(state);
	if (selected.size > 0) return state.fleet.order.filter(id => selected.has(id));
	const current = currentServer(state);
	return current === undefined ? [] : [current];
}
