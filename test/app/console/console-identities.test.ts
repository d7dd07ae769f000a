import {expect, test} from 'vitest';
import {
	isKnownIdentity,
	noIdentities,
	numberFor,
	withNames,
	withoutUnneeded,
	withUndated,
} from '../../../src/app/console/record/identity.ts';

test('an older version lacks later names, and can diverge', () => {
	const one = withNames(noIdentities, ['a']);
	const two = withNames(one, ['b']);
	const other = withNames(one, ['c']);
	const known = (version: typeof one) => ['a', 'b', 'c'].filter(name => isKnownIdentity(version, name));
	expect(known(one)).toEqual(['a']);
	expect(known(two)).toEqual(['a', 'b']);
	expect(known(other)).toEqual(['a', 'c']);
	expect(known(withNames(two, ['c']))).toEqual(['a', 'b', 'c']);
});

test('known names create no new version and keep their number', () => {
	const one = withNames(noIdentities, ['a'], 7);
	expect(withNames(one, ['a'], 8)).toBe(one);
	expect(numberFor(one, 'a')).toBe(7);
	expect(numberFor(one, 'b')).toBeUndefined();
});

test('forgets the oldest names above the limit', () => {
	let known = noIdentities;
	for (let block = 0; block < 6; block++) {
		known = withNames(
			known,
			Array.from({length: 100_000}, (_, index) => `${block} ${index}`),
		);
	}
	const kept = [0, 1, 2, 3, 4, 5].filter(block => isKnownIdentity(known, `${block} 7`));
	expect(kept).toEqual([1, 2, 3, 4, 5]);
});

test('a console with few entries keeps few additional names, and all names of answers without a time', () => {
	const entries = 100;
	let known = withUndated(noIdentities, 'undated');
	for (let index = 0; index < 1000; index++) known = withoutUnneeded(withNames(known, [`${index}`]), entries);
	const kept = Array.from({length: 1000}, (_, index) => `${index}`).filter(name =>
		isKnownIdentity(known, name),
	);
	// Up to three names for each entry, and those that a poll may still bring.
	expect(kept.length).toBeGreaterThanOrEqual(4 * entries);
	expect(kept.length).toBeLessThanOrEqual(5 * entries);
	expect(kept[0]).toBe(`${1000 - kept.length}`);
	expect(isKnownIdentity(known, 'undated')).toBe(true);
});
