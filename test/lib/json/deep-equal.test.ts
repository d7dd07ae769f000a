import fc from 'fast-check';
import {expect, test} from 'vitest';
import {deepEqual} from '../../../src/lib/json/depth.ts';

const reversed = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.map(([name, part]) => [name, reversed(part)])
			.reverse(),
	);
};

test('equal JSON is equal in any field order', () => {
	fc.assert(
		fc.property(fc.jsonValue(), value => {
			const copy: unknown = JSON.parse(JSON.stringify(value));
			expect(deepEqual(JSON.parse(JSON.stringify(value)), reversed(copy))).toBe(true);
		}),
	);
});

test.each([
	[{a: 1}, {a: 2}],
	[{a: 1}, {b: 1}],
	[{a: 1}, {a: 1, b: undefined}],
	[
		[1, 2],
		[2, 1],
	],
	[[], {}],
	[{}, null],
	['1', 1],
])('%j and %j are not equal', (one, other) => {
	expect(deepEqual(one, other)).toBe(false);
});

test('a nesting depth of 100,000 does not overflow the stack', () => {
	const deep = (): unknown => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
	expect(deepEqual(deep(), deep())).toBe(false);
});
