import fc from 'fast-check';
import {expect, test} from 'vitest';
import {mergeSorted} from '../../../src/lib/lists/merge-sorted.ts';

test('merges sorted lists like sorting all of them, with equal items in list order', () => {
	fc.assert(
		fc.property(fc.array(fc.array(fc.integer({min: 0, max: 9})), {maxLength: 12}), given => {
			const lists = given.map((numbers, list) =>
				numbers.toSorted((a, b) => a - b).map((order, place) => ({order, name: `${list} ${place}`})),
			);
			const sorted = lists.flat().toSorted((a, b) => a.order - b.order);
			expect([...mergeSorted(lists, ({order}) => order)]).toEqual(sorted);
		}),
	);
});

test('reads a list no further than needed', () => {
	const read: number[] = [];
	function* counting() {
		for (let number = 0; ; number++) {
			read.push(number);
			yield number;
		}
	}
	const first = mergeSorted([counting(), [1]], number => number)
		.take(3)
		.toArray();
	expect(first).toEqual([0, 1, 1]);
	expect(read.length).toBeLessThanOrEqual(3);
});
