import fc from 'fast-check';
import {expect, test} from 'vitest';
import {mergeSorted} from '../../src/lib/merge-sorted.ts';

test('lists in order come together as sorting all of them would, equal ones in the order of their lists', () => {
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

test('a list is read no further than it is needed', () => {
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
