import {sameItems} from '../../lib/lists/memoize.ts';

/** Numbers parallel to the servers in the order of the service; smaller comes first. The first key counts most. */
export type Keys = readonly (readonly number[])[];
/** Indexes in the order of the service. */
export type Slots = readonly number[];

type Sorted = {keys: Keys; slots: Slots};

/**
Sorts slots by their keys; ties keep the order of the service. If few keys changed, only their slots move, and
the same array is returned if none of them moves. The two newest results are kept, because the screen may be a
frame behind.
*/
export function createSlotOrder(): (keys: Keys) => Slots {
	let known: Sorted[] = [];
	return keys => {
		const found = known.find(entry => sameItems(entry.keys, keys));
		if (found) return found.slots;
		const [last] = known;
		const slots = (last && moveSlots(last, keys)) ?? sortedSlots(keys);
		known = [{keys, slots: last && sameItems(slots, last.slots) ? last.slots : slots}, ...known.slice(0, 1)];
		return known[0]?.slots ?? slots;
	};
}

const compare =
	(keys: Keys) =>
	(a: number, b: number): number => {
		for (const key of keys) {
			const difference = (key[a] ?? 0) - (key[b] ?? 0);
			if (difference !== 0) return difference;
		}
		return a - b;
	};

const sortedSlots = (keys: Keys): Slots =>
	Array.from({length: keys[0]?.length ?? 0}, (_, slot) => slot).sort(compare(keys));

/** Returns undefined if so much changed that sorting everything is faster. */
function moveSlots(last: Sorted, keys: Keys): Slots | undefined {
	const count = last.slots.length;
	if (keys.length !== last.keys.length || keys[0]?.length !== count) return undefined;
	const movers = new Set<number>();
	for (const [index, key] of keys.entries()) {
		const before = last.keys[index];
		if (before === key) continue;
		for (let slot = 0; slot < count; slot++) if (key[slot] !== before?.[slot]) movers.add(slot);
	}
	if (movers.size > 8 + count / 32) return undefined;
	const slots = last.slots.filter(slot => !movers.has(slot));
	const by = compare(keys);
	for (const slot of movers) slots.splice(placeFor(slot, slots, by), 0, slot);
	return slots;
}

function placeFor(slot: number, slots: Slots, by: (a: number, b: number) => number): number {
	let [from, to] = [0, slots.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		if (by(slots[middle] ?? 0, slot) < 0) from = middle + 1;
		else to = middle;
	}
	return from;
}
