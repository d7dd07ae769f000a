/** Reproducible random numbers: the same seed gives the same numbers. (Generator: mulberry32.) */
export function seeded(seed: number) {
	let state = seed >>> 0;
	const next = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (count: number) => Math.floor(next() * count);
	return {
		below,
		between: (least: number, most: number) => least + below(most - least + 1),
		/** True in this percentage of calls. */
		percent: (of: number) => next() * 100 < of,
		pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0],
		shuffled: <Item>(items: readonly Item[]): Item[] =>
			items
				.map(item => ({item, rank: next()}))
				.sort((one, other) => one.rank - other.rank)
				.map(({item}) => item),
	};
}

export type Chance = ReturnType<typeof seeded>;
