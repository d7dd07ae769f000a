import {expect, test} from 'vitest';
import {formatDuration, formatElapsed, formatRatio} from '../../../src/lib/time/ago.ts';

test('shows durations in their largest unit', () => {
	const spoken = [0, 1000, 59_999, 60_000, 7_200_000, 90_000_000].map(ms => formatDuration(ms, 'spoken'));
	expect(spoken).toEqual(['0 seconds', '1 second', '59 seconds', '1 minute', '2 hours', '1 day']);
});

test('shows measured durations precisely enough to distinguish short ones', () => {
	const spoken = [3, 12_340, 200_000, 180_000, 3_720_000, 90_000_000].map(ms => formatElapsed(ms, 'spoken'));
	expect(spoken).toEqual([
		'3 milliseconds',
		'12.3 seconds',
		'3 minutes 20 seconds',
		'3 minutes',
		'1 hour 2 minutes',
		'1 day',
	]);
});

test('formats ratios for the screen and for line mode', () => {
	expect([formatRatio(2, 3), formatRatio(2, '?', 'spoken')]).toEqual(['2/3', '2 of ?']);
});
