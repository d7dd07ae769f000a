import type {SortId} from '../kernel/view-state.ts';
import {
	gameKey,
	nameKey,
	newestKey,
	nodeKey,
	playersKey,
	stateKey,
	troubleKey,
	type Fleet,
} from './columns.ts';
import {createSlotOrder, type Keys, type Slots} from './incremental-sort.ts';

const keys: Record<SortId, (fleet: Fleet) => Keys> = {
	trouble: fleet => [troubleKey(fleet), newestKey(fleet)],
	name: () => [],
	players: fleet => [playersKey(fleet)],
	node: fleet => [nodeKey(fleet)],
	state: fleet => [troubleKey(fleet), stateKey(fleet)],
	game: fleet => [gameKey(fleet)],
};

const orders: Record<SortId, (keys: Keys) => Slots> = {
	trouble: createSlotOrder(),
	name: createSlotOrder(),
	players: createSlotOrder(),
	node: createSlotOrder(),
	state: createSlotOrder(),
	game: createSlotOrder(),
};

/** All servers in the chosen order, as places in the service's order; where it leaves two equal, by name. */
export const sorted = (fleet: Fleet, sort: SortId): Slots =>
	orders[sort]([...keys[sort](fleet), nameKey(fleet)]);
