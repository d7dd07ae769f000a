import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Entry} from '../../../src/app/timeline/entry.ts';
import {updateEntries} from '../../../src/app/timeline/axis.ts';

const entriesOf = (orders: readonly number[], name: string) =>
	orders.map((order, index) => ({key: `${name}${index}`, order}) as Entry); // Only what places them.

const orders = (maxLength: number) => fc.array(fc.integer({min: 0, max: 200}), {maxLength, size: 'max'});

test('keeps entries in order of time, and inserts simultaneous ones last', () => {
	fc.assert(
		fc.property(orders(300), orders(300), fc.integer({min: 1, max: 9}), (before, added, every) => {
			const entries = entriesOf(
				before.toSorted((a, b) => a - b),
				'before',
			);
			const fresh = entriesOf(added, 'added');
			const removed = entries.filter((_, index) => index % every === 0);
			const kept = entries.filter((_, index) => index % every !== 0);
			const wanted = [...kept, ...fresh].sort((a, b) => a.order - b.order);
			updateEntries(entries, removed, fresh);
			expect(entries).toEqual(wanted);
		}),
	);
});
