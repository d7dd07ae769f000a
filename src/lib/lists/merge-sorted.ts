type Head<Item> = {item: Item; order: number; list: number; rest: Iterator<Item>};

/** Merges sorted lists; equal items keep the order of their lists. */
export function* mergeSorted<Item>(
	lists: readonly Iterable<Item>[],
	orderOf: (item: Item) => number,
): Generator<Item, void> {
	/** The next item of each list, in order. */
	const heads: Head<Item>[] = [];
	const add = (list: number, rest: Iterator<Item>) => {
		const {done, value} = rest.next();
		if (done === true) return;
		const order = orderOf(value);
		const at = heads.findIndex(head => head.order > order || (head.order === order && head.list > list));
		heads.splice(at === -1 ? heads.length : at, 0, {item: value, order, list, rest});
	};
	for (const [list, items] of lists.entries()) add(list, items[Symbol.iterator]());
	for (let head = heads.shift(); head; head = heads.shift()) {
		yield head.item;
		add(head.list, head.rest);
	}
}
