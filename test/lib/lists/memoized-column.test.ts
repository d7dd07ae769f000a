import {setImmediate} from 'node:timers/promises';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {memoizedColumn} from '../../../src/lib/lists/memoize.ts';
import {collectGarbage} from '../../helpers/collect-garbage.ts';

test('a column reads only replaced items, and stays the same array while no value differs', () => {
	const read: number[] = [];
	const parity = memoizedColumn(({n}: {n: number}) => {
		read.push(n);
		return n % 2;
	});
	const items = [{n: 1}, {n: 2}, {n: 3}];
	const first = parity(items);
	expect(first).toEqual([1, 0, 1]);
	expect(parity(items)).toBe(first);
	expect(parity(items.with(1, {n: 4}))).toBe(first);
	expect(read).toEqual([1, 2, 3, 4]);
	expect(parity(items.with(1, {n: 5}))).toEqual([1, 1, 1]);
	expect(parity([])).toEqual([]);
});

test('a column always equals reading every item', () => {
	const item = fc.record({n: fc.integer({min: 0, max: 4})});
	const state = fc.record({
		items: fc.array(item, {maxLength: 6}),
		beside: fc.array(fc.nat(2), {minLength: 6, maxLength: 6}),
	});
	fc.assert(
		fc.property(fc.array(state, {maxLength: 8}), states => {
			const of = memoizedColumn(({n}: {n: number}, other: number) => n * 10 + other);
			for (const {items, beside} of [...states, ...states.toReversed()]) {
				expect(of(items, beside)).toEqual(items.map(({n}, at) => n * 10 + (beside[at] ?? 0)));
			}
		}),
	);
});

test('a column does not keep a list that nobody else has', async () => {
	const of = memoizedColumn(({n}: {n: number}) => n);
	const readLists = () => {
		const lists = [0, 1, 2].map(n => [{n}]);
		for (const list of lists) of(list);
		return lists.map(list => new WeakRef(list));
	};
	const lists = readLists();
	// A list that was just read lives until the end of the turn.
	await setImmediate();
	collectGarbage();
	expect(lists.map(list => list.deref())).toEqual([undefined, undefined, undefined]);
	expect(of([{n: 7}])).toEqual([7]);
});
