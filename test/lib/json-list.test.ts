import {expect, test} from 'vitest';
import {createListParser} from '../../src/lib/json-list.ts';
import {createRandom} from '../helpers/random.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A parser that has read the list once. */
function openParser(text: string) {
	const parse = createListParser();
	parse(bytes(text));
	return (next: string) => parse(bytes(next));
}

test('A record with unchanged bytes is the value of the previous list', () => {
	const parse = openParser('[{"id":1},{"id":2}]');
	const before = parse('[{"id":1},{"id":2}]');
	const after = parse('[{"id":1},{"id":"two"}]');
	expect(after).toEqual([{id: 1}, {id: 'two'}]);
	expect(after?.[0]).toBe(before?.[0]);
});

test('The first list is left to the caller', () => {
	expect(createListParser()(bytes('[{"id":1}]'))).toBeUndefined();
});

test('A record that the reader replaced stays replaced', () => {
	const parse = openParser('[{"id":1}]');
	const read = {read: true};
	parse('[{"id":1}]')?.splice(0, 1, read);
	expect(parse('[{"id":1}]')).toEqual([read]);
	expect(parse('[{"id":1},{"id":2}]')?.[0]).toBe(read);
});

test.each([
	'',
	'{"content":[]}',
	'[]',
	'[1]',
	'[{"id":1},]',
	'[{"id":1}',
	'[{"id":1}] x',
	'[{"id":1},2]',
	'[{"id":}]',
	'[{"id":"}]',
	'[{"id":1}{"id":2}]',
	'\ufeff[{"id":1}]',
])('Anything but an array of objects is left to the caller: %s', text => {
	expect(openParser('[{"id":1}]')(text)).toBeUndefined();
});

test('The next list is read after one that was invalid', () => {
	const parse = openParser('[{"id":1}]');
	parse('[{"id":1}');
	expect(parse('[{"id":2}]')).toEqual([{id: 2}]);
});

const texts = ['a', '"', '\\', '}', '{', '],', '\u{1f600}', 'é', '\n', ''];

test('Random lists are read like JSON.parse does, whatever the previous list was', () => {
	const random = createRandom(7);
	const any = <Value>(values: readonly Value[]) => values[random.below(values.length)] as Value;
	const value = (depth: number): unknown =>
		random.next() < 0.5 || depth === 0
			? any(texts) + any(texts)
			: random.next() < 0.5
				? Array.from({length: random.below(3)}, () => value(depth - 1))
				: {[any(texts)]: value(depth - 1), n: random.below(3)};
	const record = () => ({id: random.below(20), value: value(3)});
	let list = [record()];
	const parse = openParser(JSON.stringify(list));
	for (let round = 0; round < 500; round++) {
		if (random.next() < 0.7) list = list.with(random.below(list.length), record());
		if (random.next() < 0.2) list = list.toSpliced(random.below(list.length + 1), 0, record());
		if (list.length > 1 && random.next() < 0.2) list = list.toSpliced(random.below(list.length), 1);
		const text = JSON.stringify(list, null, random.below(2));
		expect(parse(text)).toEqual(JSON.parse(text));
	}
});
