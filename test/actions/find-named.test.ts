import {expect, test} from 'vitest';
import {findNamed} from '../../src/actions/find-named.ts';

type Thing = {id: string; name?: string};
const find = (things: readonly Thing[] | undefined, word: string) => {
	const found = findNamed(
		things?.map(({id, name}) => ({id, names: [name]})),
		word,
	);
	if ('several' in found) return found.several.map(({id}) => id);
	if ('near' in found) return found;
	return found.isListed ? found.id : {id: found.id};
};

const fleet: Thing[] = [
	{id: 'srv-1', name: 'ark-1'},
	{id: 'srv-10', name: 'ark-10'},
	{id: 'srv-2', name: 'cs2 mirage'},
	{id: 'srv-3', name: 'Twin'},
	{id: 'srv-4', name: 'Twin'},
	{id: 'srv-5', name: 'srv_2'},
	{id: 'srv-6'},
];

test.each([
	['srv-2', 'srv-2'],
	['ark-1', 'srv-1'],
	['ARK-1', 'srv-1'],
	['mirage', 'srv-2'],
	['ark', ['srv-1', 'srv-10']],
	['Twin', ['srv-3', 'srv-4']],
	['id:srv-2', 'srv-2'],
	['id:other', {id: 'other'}],
	['ark-9', {near: ['ark-1']}],
	['nobody', {near: []}],
	['', {near: []}],
	[' ', {near: []}],
	['id:', {near: []}],
	['srv-99', {id: 'srv-99'}],
])('%j finds %j', (word, expected) => {
	expect(find(fleet, word)).toEqual(expected);
});

test('an ID takes precedence over a name', () => {
	const records = [
		{id: 'a', name: 'b'},
		{id: 'b', name: 'c'},
	];
	expect(find(records, 'b')).toBe('b');
});

test('treats a record that is listed twice as one match', () => {
	expect(
		find(
			[
				{id: 'a', name: 'one'},
				{id: 'a', name: 'one'},
			],
			'one',
		),
	).toBe('a');
});

test('treats every word as an ID when there is no list', () => {
	expect(find(undefined, 'ark-1')).toEqual({id: 'ark-1'});
	expect(find([], 'ark-1')).toEqual({id: 'ark-1'});
	expect(find(undefined, 'id:x')).toEqual({id: 'x'});
	expect(find(undefined, '')).toEqual({near: []});
});

const uuid = '0d8c1b7e-5f0a-4f0e-9a5e-0c1d2e3f4a5b';

test.each([
	[uuid, uuid.replaceAll('0', '1')],
	['507f1f77bcf86cd799439011', '507f1f77bcf86cd799439012'],
	['17', '4'],
	['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ'],
])('treats %j as an ID if %j is one', (word, listed) => {
	expect(find([{id: listed, name: 'one'}], word)).toEqual({id: word});
	expect(find([{id: 'main', name: 'one'}], word)).toEqual({near: []});
});

test('does not treat a word with the ID prefix as an ID when names share the prefix, because it may be a typo', () => {
	const records = [
		{id: 'ark-1', name: 'ark-1'},
		{id: 'ark-2', name: 'ark-2'},
	];
	expect(find(records, 'ark-7')).toEqual({near: ['ark-1', 'ark-2']});
});
