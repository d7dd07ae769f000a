import {expect, test} from 'vitest';
import {largest, pushAll, smallest} from '../../../src/lib/lists/long-lists.ts';

const many = Array.from({length: 150_000}, (_, index) => index);

test('accepts lists longer than the argument limit of a call', () => {
	expect(() => Math.max(...many)).toThrow(RangeError);
	expect([largest(many), smallest(many)]).toEqual([149_999, 0]);
	const list = [-1];
	pushAll(list, many);
	expect([list.length, list[0], list.at(-1)]).toEqual([150_001, -1, 149_999]);
});

test('returns the same as Math.max and Math.min', () => {
	for (const numbers of [[], [3, -2], [1, Number.NaN, 2], [-Infinity]]) {
		expect([largest(numbers), smallest(numbers)]).toEqual([Math.max(...numbers), Math.min(...numbers)]);
	}
});
