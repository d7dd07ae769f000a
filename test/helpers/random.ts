import {seeded} from './nasty-wire.ts';

export type Random = {
	/** From 0 to below 1. */
	next: () => number;
	below: (limit: number) => number;
	pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
};

/** A repeatable series of random choices. */
export function createRandom(seed: number): Random {
	const next = seeded(seed);
	const below = (limit: number) => Math.floor(next() * limit);
	return {next, below, pick: items => items[below(items.length)] ?? items[0]};
}
