import {expect, test} from 'vitest';
import {isoTime} from '../../../src/lib/time/iso-time.ts';
import {seeded} from '../../app/console/integrity/seeded.ts';

test('a moment has the same text as in `Date`', () => {
	const {below} = seeded(1);
	const edges = [
		0, 0.9, -0, -1, 999, 86_399_999, 86_400_000, 951_782_400_000, 253_402_300_799_999, 253_402_300_800_000,
	];
	// More days than it remembers.
	const moments = [...edges, ...Array.from({length: 5000}, () => below(253_402_300_800_000))];
	for (const at of moments) expect(isoTime(at)).toBe(new Date(at).toISOString());
});

test.each([Number.NaN, Infinity])('%d is refused as in `Date`', at => {
	expect(() => isoTime(at)).toThrow(RangeError);
});
