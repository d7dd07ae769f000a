import {serverSorts} from './columns.ts';
import {nameKey, type Fleet} from './fleet-values.ts';
import {createSlotOrder, type Slots} from './incremental-sort.ts';

const orders = new Map(
	serverSorts.map(({id, keys}) => {
		const order = createSlotOrder();
		return [id, (fleet: Fleet): Slots => order([...keys(fleet), nameKey(fleet)])];
	}),
);

const byName = createSlotOrder();

/** All servers in the chosen order, as places in the service's order; where it leaves two equal, by name. */
export const sorted = (fleet: Fleet, sort: string): Slots =>
	orders.get(sort)?.(fleet) ?? byName([nameKey(fleet)]);
