import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cutDeep, hasCuts, isTooDeep, maxDepth, tooDeepMark} from '../../../src/lib/json/depth.ts';

/** Lists and objects in turn. */
function nested(levels: number): unknown {
	let value: unknown = 'end';
	for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : {inner: value};
	return value;
}

test('keeps a value with the maximum nesting depth complete', () => {
	const value = nested(maxDepth);
	expect(isTooDeep(value)).toBe(false);
	expect(cutDeep(value)).toEqual(nested(maxDepth));
	expect(hasCuts(value)).toBe(false);
});

test.each([maxDepth + 1, 3000, 1_000_000])('cuts a value that nests %i levels deep, and says so', levels => {
	const value = nested(levels);
	expect(isTooDeep(value)).toBe(true);
	expect(isTooDeep(cutDeep(value))).toBe(false);
	expect(hasCuts(value)).toBe(true);
	expect(JSON.stringify(value)).toContain(tooDeepMark);
});

test('leaves a value below the limit unchanged', () => {
	fc.assert(
		fc.property(fc.jsonValue({maxDepth: 6}), value => {
			expect(cutDeep(structuredClone(value))).toEqual(value);
		}),
	);
});

test('nothing nests deeper than allowed after the cut', () => {
	fc.assert(
		fc.property(fc.jsonValue({maxDepth: 6}), fc.integer({min: 1, max: 8}), (value, depth) => {
			expect(isTooDeep(cutDeep(value, depth), depth)).toBe(false);
		}),
	);
});
