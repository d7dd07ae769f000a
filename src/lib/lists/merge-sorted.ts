type Head<Item> = {item: Item; order: number; list: number; rest: Iterator<Item>};

/** Merges sorted lists; equal items keep the order of their lists. */
export function* mergeSorted<Item>(
	lists: readonly Iterable<Item>[],
	orderOf: (item: Item) => number,
): Generator<Item, void> {
	const heap: Head<Item>[] = [];
	for (const [list, items] of lists.entries()) {
		const rest = items[Symbol.iterator]();
		const {done, value} = rest.next();
		if (done !== true) heap.push({item: value, order: orderOf(value), list, rest});
	}
	heap.sort((one, other) => one.order - other.order || one.list - other.list);
	for (let head = heap[0]; head; head = heap[0]) {
		yield head.item;
		const {done, value} = head.rest.next();
		if (done !== true) {
			head.item = value;
			head.order = orderOf(value);
		} else {
			const last = heap.pop();
			if (!last || last === head) continue;
			heap[0] = last;
		}
		siftDown(heap);
	}
}

/** Moves the first item down to its position in the heap. */
function siftDown<Item>(heap: Head<Item>[]): void {
	for (let at = 0; ;) {
		const least = [2 * at + 1, 2 * at + 2].reduce(
			(best, next) => (isBefore(heap[next], heap[best]) ? next : best),
			at,
		);
		const [one, other] = [heap[at], heap[least]];
		if (least === at || !one || !other) return;
		[heap[at], heap[least]] = [other, one];
		at = least;
	}
}

const isBefore = <Item>(one: Head<Item> | undefined, other: Head<Item> | undefined): boolean =>
	one !== undefined && other !== undefined && (one.order - other.order || one.list - other.list) < 0;
