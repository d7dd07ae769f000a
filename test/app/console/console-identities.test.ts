import {expect, test} from 'vitest';
import {
	isKnownIdentity,
	noIdentities,
	numberFor,
	withNames,
	withoutUnneeded,
} from '../../../src/app/console/console-identities.ts';

test('an older version does not contain later names, and can diverge', () => {
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

test('forgets the oldest of very many names', () => {
	let known = noIdentities;
	for (let block = 0; block < 4; block++) {
		known = withNames(
			known,
			Array.from({length: 250_000}, (_, index) => `${block} ${index}`),
		);
	}
	expect([0, 1, 2, 3].map(block => isKnownIdentity(known, `${block} 7`))).toEqual([false, false, true, true]);
});

test('a console with few entries keeps the newest names, and all names of answers without a time', () => {
	const known = withNames(
		noIdentities,
		Array.from({length: 1000}, (_, index) => `${index}`),
	);
	const once = withoutUnneeded(known, 100);
	expect(isKnownIdentity(once, '7')).toBe(true);
	expect(withoutUnneeded(known, 1000)).toBe(known);
	const twice = withoutUnneeded(
		withNames(
			once,
			Array.from({length: 1000}, (_, index) => `later ${index}`),
		),
		100,
	);
	expect(isKnownIdentity(twice, '7')).toBe(false);
	expect(isKnownIdentity(twice, 'later 7')).toBe(true);
	const undated = {...known, hasUndated: true as const};
	expect(withoutUnneeded(undated, 100)).toBe(undated);
});
