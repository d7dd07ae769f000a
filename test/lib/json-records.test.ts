import {expect, test, vi} from 'vitest';
import {createRecordStream} from '../../src/lib/json-records.ts';
import {createRandom, type Random} from '../helpers/random.ts';

/** Reads a text that arrives in chunks of these sizes. The rest may be invalid. */
function readIn(text: string, sizeOf: () => number): {early: unknown[]; rest: string} {
	const early: unknown[] = [];
	const stream = createRecordStream(records => early.push(...records));
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length;) {
		const size = Math.max(1, sizeOf());
		stream.add(new Uint8Array(bytes.subarray(at, at + size)));
		at += size;
	}
	return {early, rest: Buffer.from(stream.rest()).toString()};
}

function wholeOf({early, rest}: ReturnType<typeof readIn>): unknown {
	const value: unknown = JSON.parse(rest);
	return early.length === 0 ? value : [...early, ...(value as unknown[])];
}

const records = (count: number) =>
	Array.from({length: count}, (_, id) => ({id, name: `Größe "${id}"`, tags: [{id}]}));

test('the records of a compact list are read before its end', () => {
	const text = JSON.stringify(records(1000));
	const read = readIn(text, () => 4096);
	expect(read.early.length).toBeGreaterThan(800);
	expect(read.rest.length).toBeLessThan(10_000);
	expect(wholeOf(read)).toEqual(JSON.parse(text));
});

test.each([
	'',
	'[]',
	'[{"id":1}]',
	'{"content":[{"id":1},{"id":2}]}',
	'[1,{"id":1},{"id":2}]',
	'\ufeff[{"id":1},{"id":2}]',
	JSON.stringify(records(100), null, 2),
	'<html>',
	'no JSON at all '.repeat(100),
])('anything else than a compact list of objects is left as it is', text => {
	expect(readIn(text, () => 7)).toEqual({early: [], rest: text});
});

const values = ['a', '},{"id":', '\\', '"', '[', 'é', '\u{1f600}', '\n', ''] as const;

function randomRecord(random: Random, depth = 0): unknown {
	const fields = Array.from({length: random.below(4)}, (_, index): [string, unknown] => {
		const kind = random.below(4);
		const nested = () => Array.from({length: random.below(3)}, () => randomRecord(random, depth + 1));
		return [random.pick(['id', 'x', `k${index}`]), kind === 0 && depth < 3 ? nested() : random.pick(values)];
	});
	return Object.fromEntries([...(random.below(8) > 0 ? [['id', random.below(9)] as const] : []), ...fields]);
}

test('random lists are read like JSON.parse does, however their bytes arrive', () => {
	const random = createRandom(20);
	let early = 0;
	for (let round = 0; round < 3000; round++) {
		const list = Array.from({length: random.below(12)}, () => randomRecord(random));
		const text = JSON.stringify(list);
		const read = readIn(text, () => 1 + random.below(random.pick([3, 30, 200])));
		early += read.early.length;
		expect(wholeOf(read)).toEqual(JSON.parse(text));
		// A part of the list is never a list.
		const cut = readIn(text.slice(0, random.below(text.length)), () => 1 + random.below(30));
		expect(() => wholeOf(cut)).toThrow(SyntaxError);
	}
	expect(early).toBeGreaterThan(3000);
});

test('a list of which each record arrives alone is split as well', () => {
	const early: unknown[] = [];
	const stream = createRecordStream(found => early.push(...found));
	const list = records(100);
	for (const [index, record] of list.entries())
		stream.add(Buffer.from(`${index === 0 ? '[' : ','}${JSON.stringify(record)}`));
	expect(early).toEqual(list.slice(0, -1));
});

test('thousands of small chunks take hardly more memory than their bytes', () => {
	const stream = createRecordStream(() => {});
	const text = Buffer.from(`[{"id":"${'x'.repeat(200_000)}"}]`);
	for (let at = 0; at < text.length; at++) stream.add(text.subarray(at, at + 1));
	expect(stream.rest().byteLength).toBe(text.length);
	expect(stream.rest().buffer.byteLength).toBeLessThan(3 * text.length);
});

test('a list that cannot be split is parsed only a few times', () => {
	const parse = vi.spyOn(JSON, 'parse');
	const text = `[{"id":1,"inner":[${'{"id":2},'.repeat(20_000)}{"id":3}]}]`;
	const read = readIn(text, () => 1000);
	const parsed = parse.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
	parse.mockRestore();
	expect(read).toEqual({early: [], rest: text});
	expect(parsed).toBeLessThan(3 * text.length);
});
