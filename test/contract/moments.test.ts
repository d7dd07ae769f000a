import fc from 'fast-check';
import {expect, test} from 'vitest';
import {
	firstMoment,
	knownMoment,
	latestFirst,
	momentOf,
	momentText,
	readMoment,
} from '../../src/contract/moments.ts';

const at = Date.UTC(2026, 10, 22, 9, 41, 7, 123);
const minute = Date.UTC(2026, 10, 22, 9, 41);

test.each([
	['2026-11-22T09:41:07.123Z', at],
	['2026-11-22T09:41:07.123456789Z', at],
	['2026-11-22T09:41:07.123', at],
	['2026-11-22T09:41:07,123', at],
	['2026-11-22 09:41:07.123', at],
	['2026-11-22 09:41:07.123 UTC', at],
	['2026-11-22T10:41:07.123+01:00', at],
	['2026-11-22T10:41:07.123+0100', at],
	['2026-11-22T10:41:07.123+01', at],
	['2026-11-22T10:41:07.123+01:00[Europe/Berlin]', at],
	['2026-11-22T09:41:07.123Z[UTC]', at],
	['2026-11-22T10:41:07.123[Europe/Berlin]', at],
	['2026-07-01T11:00:00[Europe/Berlin]', Date.UTC(2026, 6, 1, 9)],
	['2026-11-22T09:41', minute],
	['2026-11-22T09:41Z', minute],
	['2026-11-22', Date.UTC(2026, 10, 22)],
	['Sun, 22 Nov 2026 09:41:00 GMT', minute],
	[' 2026-11-22T09:41:07.123Z ', at],
	['1795340467.123', at],
	['1795340467123', at],
	['20261122T094107.123Z', at],
	['20261122T094107,123456Z', at],
	['20261122T104107.123+0100', at],
	['20261122T0941Z', minute],
	['20261122', Date.UTC(2026, 10, 22)],
	['2026-W47-7T09:41:07.123Z', at],
	['2026W477T094107.123Z', at],
	['2026-W47', Date.UTC(2026, 10, 16)],
	['2026-W01-1', Date.UTC(2025, 11, 29)],
	['2026-W53-7', Date.UTC(2027, 0, 3)],
	['2027-W01-1', Date.UTC(2027, 0, 4)],
	['2026-326T09:41:07.123Z', at],
	['2026326T094107.123Z', at],
	['2026-001', Date.UTC(2026, 0, 1)],
	['2028-366', Date.UTC(2028, 11, 31)],
	['1795340467123456', at],
	['1795340467123456789', at],
	[at * 1000 + 456, at],
	[at * 1e6, at],
	[at, at],
	[at / 1000, at],
	[[2026, 11, 22, 9, 41, 7, 123_456_789], at],
	[[2026, 11, 22, 9, 41], minute],
	[[2026, 11, 22], Date.UTC(2026, 10, 22)],
])('reads %j as a timestamp', (sent, moment) => {
	expect(momentOf(sent)).toBe(moment);
	expect(readMoment(sent)).toBe(moment);
});

test('text without a time zone is UTC, whatever the local time zone', () => {
	const zone = process.env['TZ'];
	process.env['TZ'] = 'America/New_York';
	try {
		expect(new Date(at).getHours()).toBe(4);
		expect(momentOf('2026-11-22T09:41:07.123')).toBe(at);
		expect(momentOf('2026-11-22 09:41:07.123')).toBe(at);
	} finally {
		if (zone === undefined) delete process.env['TZ'];
		else process.env['TZ'] = zone;
	}
});

test.each([
	'soon',
	'server 7',
	'22.11.2026',
	'2026-13-01T00:00:00Z',
	'2026-11-22T10:41[Mars/Crater]',
	'2026',
	'20261322',
	'2026-366',
	'2026-000',
	'2026-W00',
	'2025-W53-1',
	'2026-W47-8',
	'2026-1122',
])('%j is not a timestamp and is kept as sent', sent => {
	expect(momentOf(sent)).toBeUndefined();
	expect(readMoment(sent)).toBe(sent);
	expect(momentText(readMoment(sent), String, '-')).toBe('unknown');
});

test.each([
	[[]],
	[[2026]],
	[[2026, 13, 1]],
	[['2026', 11, 22]],
	[{}],
	[{year: 2026}],
	[true],
	[1e300],
	[Infinity],
])('%j is not a timestamp', sent => {
	expect(momentOf(sent)).toBeUndefined();
	expect(momentText(readMoment(sent), String, '-')).toBe('unknown');
});

test.each([null, undefined, ''])('%j counts as no value', sent => {
	expect(readMoment(sent)).toBeUndefined();
	expect(momentText(readMoment(sent), String, '-')).toBe('-');
});

test('prefers known timestamps to unreadable ones, and sorts them first', () => {
	expect(firstMoment(undefined, 'soon', 7)).toBe(7);
	expect(firstMoment(undefined, 'soon')).toBe('soon');
	expect(firstMoment(undefined)).toBeUndefined();
	expect(['soon', 7, undefined, 9].sort(latestFirst(moment => moment))).toEqual([9, 7, 'soon', undefined]);
});

test('any value is a date or is rejected as a timestamp', () => {
	fc.assert(
		fc.property(fc.anything(), sent => {
			const moment = readMoment(sent);
			expect(() => new Date(knownMoment(moment) ?? 0).toISOString()).not.toThrow();
		}),
		{numRuns: 2000},
	);
});
