import fc from 'fast-check';
import {expect, test} from 'vitest';
import {durationPattern, parseDuration, parseSeconds, writeDuration} from '../../../src/lib/time/duration.ts';

test.each([
	['90s', 90_000],
	['10m', 600_000],
	['2h', 7_200_000],
	['3d', 259_200_000],
	['1w', 604_800_000],
	['500ms', 500],
	['1h30m', 5_400_000],
	[' 1h 30m ', 5_400_000],
	['10 min', 600_000],
	['1 minute', 60_000],
	['2 hours', 7_200_000],
	['0m', 0],
])('%s is a duration', (text, ms) => {
	expect(parseDuration(text)).toBe(ms);
});

test.each(['', ' ', 'abc', 'm', '10x', '-5m', '1.5h', '10m!', '5 5m', 'm5', `${'9'.repeat(400)}d`])(
	'"%s" is not a duration',
	text => {
		expect(parseSeconds(text)).toBeUndefined();
	},
);

test('a number without a unit is seconds where one is accepted', () => {
	expect([parseSeconds('10'), parseSeconds(' 10 '), parseSeconds('10m')]).toEqual([10_000, 10_000, 600_000]);
	expect(parseDuration('10')).toBeUndefined();
});

test('writes durations exactly, in their largest unit', () => {
	const ms = [0, 1500, 90_000, 600_000, 5_400_000, 7_200_000, 86_400_000, 604_800_000];
	expect(ms.map(each => writeDuration(each))).toEqual([
		'0s',
		'1500ms',
		'90s',
		'10m',
		'90m',
		'2h',
		'1d',
		'7d',
	]);
	expect([60_000, 600_000, 1000].map(each => writeDuration(each, 'spoken'))).toEqual([
		'1 minute',
		'10 minutes',
		'1 second',
	]);
});

test('a written duration parses to the same duration', () => {
	fc.assert(
		fc.property(fc.nat(700_000_000), ms => {
			expect(parseDuration(writeDuration(ms))).toBe(ms);
			expect(parseDuration(writeDuration(ms, 'spoken'))).toBe(ms);
		}),
	);
});

test('finds a duration inside a sentence', () => {
	const found = (text: string) => new RegExp(`in (${durationPattern})`).exec(text)?.[1];
	expect(found('restart in 10 saying Back soon')).toBe('10');
	expect(found('restart in 10 minutes saying Back')).toBe('10 minutes');
	expect(found('restart in 1h30m saying Back')).toBe('1h30m');
	expect(found('restart in 5 2 at once')).toBe('5');
});
