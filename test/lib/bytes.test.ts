import {expect, test} from 'vitest';
import {bytesText} from '../../src/lib/bytes.ts';

test('shows byte counts in the most readable unit', () => {
	expect([0, 1023, 1024, 12_300, 5 * 1024 ** 2, 3.25 * 1024 ** 3, 2 * 1024 ** 4].map(bytesText)).toEqual([
		'0 B',
		'1023 B',
		'1 KiB',
		'12 KiB',
		'5 MiB',
		'3.3 GiB',
		'2.0 TiB',
	]);
});
