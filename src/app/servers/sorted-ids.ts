import {perOwner} from '../../lib/lists/memoize.ts';
import {serverSorts} from './columns.ts';
import {type Fleet, nameKey} from './fleet-values.ts';
import {createSlotOrder, type Slots} from './incremental-sort.ts';

const ordersOf = perOwner(() => ({
	byName: createSlotOrder(),
	chosen: new Map(serverSorts.map(({id, keys}) => [id, {keys, order: createSlotOrder()}])),
}));

/** Returns all servers in the chosen order as indexes in the order of the service; ties are sorted by name. */
export function sortServers(fleet: Fleet, sort: string): Slots {
	const {byName, chosen} = ordersOf(fleet.session);
	const found = chosen.get(sort);
	return found ? found.order([...found.keys(fleet), nameKey(fleet)]) : byName([nameKey(fleet)]);
}
