import {expect, test} from 'vitest';
import {compareNames} from '../../../src/lib/text/compare-names.ts';

test('numbers are ordered by value, letters by the alphabet, small ones first, with their accents', () => {
	const names = [
		'ark-isl-2',
		'ark-isl-10',
		'ark-isl-010b',
		'Ark-rag-1',
		'café',
		'cafe',
		'Cafe',
		'z',
		'Z',
		'日',
	];
	expect(names.toReversed().toSorted(compareNames)).toEqual([
		'ark-isl-2',
		'ark-isl-10',
		'ark-isl-010b',
		'Ark-rag-1',
		'cafe',
		'Cafe',
		'café',
		'z',
		'Z',
		'日',
	]);
});

test('numbers of any length are compared', () => {
	const digits = '1'.repeat(253);
	expect(compareNames(`a${digits}`, `a${digits}1`)).toBeLessThan(0);
});
