import fc from 'fast-check';
import {expect, test} from 'vitest';
import {lastIndexWith, packRecords, unpackRecords} from '../../../src/lib/lists/packed-records.ts';

type Item = {kind: string; at: number | undefined; order?: number; text?: string};

test('unpacks packed records, in their order, with the same fields', () => {
	const numbers = fc.constantFrom(1, 1.5, -0, NaN, Infinity, 1_795_437_340_974.25);
	const item = fc.record<Item>(
		{
			kind: fc.constantFrom('command', 'note'),
			at: fc.option(numbers, {nil: undefined}),
			order: numbers,
			text: fc.string(),
		},
		{requiredKeys: ['kind', 'at'], noNullPrototype: true},
	);
	fc.assert(
		fc.property(fc.array(item, {maxLength: 50}), items => {
			expect(unpackRecords(packRecords(items))).toStrictEqual(items);
		}),
	);
});

test('finds the last object with a value in a field', () => {
	const packed = packRecords([
		{kind: 'command', id: 'a', at: 5},
		{kind: 'note', id: 'b', at: 7, text: 'five'},
		{kind: 'command', id: 'c', at: 5},
		{kind: 'command', id: 'd', at: 6},
	]);
	expect(lastIndexWith(packed, 'at', 5)).toBe(2);
	expect(lastIndexWith(packed, 'id', 'b')).toBe(1);
	expect(lastIndexWith(packed, 'kind', 'command')).toBe(3);
	expect(lastIndexWith(packed, 'kind', 'note')).toBe(1);
	expect(lastIndexWith(packed, 'text', 'six')).toBe(-1);
	expect(lastIndexWith(packed, 'at', '5')).toBe(-1);
});

test('keeps the values of the fields, but not the objects', () => {
	const activity = {kind: 'restart'};
	const item = {id: 'a', at: 1, activity};
	const packed = packRecords([item, {id: 'b', at: 2, activity}]);
	item.id = 'changed';
	const [one, other] = unpackRecords(packed);
	expect([one?.id, other?.id]).toEqual(['a', 'b']);
	expect(one?.activity).toBe(activity);
	expect(one).not.toBe(unpackRecords(packed)[0]);
});

test('stores a value of all objects once, and the values of two equal fields once', () => {
	const {groups} = packRecords(
		Array.from({length: 10}, (_, index) => ({kind: 'note', at: index, order: index})),
	);
	expect(groups.map(({columns}) => columns.map(({name}) => name))).toEqual([['at', 'order']]);
	expect(groups[0]?.columns[0]?.values).toBe(groups[0]?.columns[1]?.values);
});
