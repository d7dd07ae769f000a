import {expect, test} from 'vitest';
import {chartSpans, periodOf, phaseBits, samplePeriodMs} from '../../../src/actions/sample.ts';
import {drawChart} from '../../../src/app/trends/player-chart.ts';
import {
	inHours,
	lastDays,
	lastHours,
	marksOf,
	spokenFleet,
	trendFacts,
} from '../../../src/app/trends/trends.ts';
import {renderMessage, shellSegments} from '../../../src/messages/text.ts';
import {nothingSeen, type Seen, sumTrends, withSample} from '../../../src/app/trends/trend.ts';
import {widthOf} from '../../../src/lib/text/width.ts';
import {asciiOnly} from '../../../src/tui/theme/ascii.ts';
import {startAt} from '../../helpers/builders.ts';

const {online, offline, changing, unknown} = phaseBits;
const mark = (phases: number, players?: number): Seen => ({phases, low: players, high: players});
const look = {now: Date.UTC(2026, 10, 29, 15), utc: true};
const marks = [
	mark(online, 0),
	mark(online, 1),
	mark(online, 40),
	mark(online, 80),
	nothingSeen,
	mark(offline),
	mark(changing),
	mark(unknown),
	mark(online),
	mark(online | offline, 40),
];

test('a chart has columns of blocks over axes, a sign for an unknown number of players, and downtime below its players', () => {
	const rows = drawChart(marks, {width: 24, height: 6}, look);
	expect(rows).toEqual([
		'80│      ██',
		'  │      ██',
		'40│    ████          ██',
		'  │▁▁▂▂████    ~~??--██',
		' 0└─────┴────xx───┴──xx',
		'        06:00Z      now',
	]);
	expect(rows.map(asciiOnly)).toEqual([
		'80|      @@',
		'  |      @@',
		'40|    @@@@          @@',
		'  |__..@@@@    ~~??--@@',
		' 0+-----+----xx---+--xx',
		'        06:00Z      now',
	]);
});

test.each([20, 40, 60, 80, 120, 200])(
	'a chart of %i columns fits and names full hours below their ticks',
	width => {
		const many = Array.from({length: Math.min(144, width - 7)}, (_, at) => mark(online, at * 997));
		const rows = drawChart(many, {width, height: 8}, look);
		expect(rows).toHaveLength(8);
		for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width);
		const [axis = '', names = ''] = rows.slice(-2);
		const named = [...names.matchAll(/\d\d:00Z/g)].map(({index}) => axis[index]);
		expect(named).toEqual(named.map(() => '┴'));
		expect(names).toMatch(width === 20 ? /^ +now$/ : /:00Z/);
	},
);

test('a chart of seven days names the days below their midnights, as many as have room', () => {
	const week = Array.from({length: 84}, (_, at) => mark(online, at % 12));
	const days = (width: number) =>
		drawChart(week.slice(0, width - 4), {width, height: 6}, look, chartSpans['7d']).at(-1);
	expect(days(88)).toBe(
		`${' '.repeat(8)}Mon 11-23   Tue 11-24   Wed 11-25   Thu 11-26   Fri 11-27   Sat 11-28       now`,
	);
	expect(days(60)).toBe(`${' '.repeat(6)}Mon 23  Tue 24  Wed 25  Thu 26  Fri 27  Sat 28    now`);
	expect(days(46)).toBe(`${' '.repeat(5)}Mon 23      Wed 25      Fri 27       now`);
	expect(days(12)).toBe('  Mon 23');
});

test('the days of a server are put together by the hour, and hours not seen are blank', () => {
	const hour = 12 * samplePeriodMs;
	const start = Math.floor(startAt / hour) * hour;
	const seen = (at: number, phases: number, players?: number) => ({at, ...mark(phases, players)});
	const samples = [
		seen(start - 100 * hour, online, 4),
		seen(start, online, 9),
		seen(start + samplePeriodMs, online, 2),
		seen(start + 2 * samplePeriodMs, offline),
	];
	const now = {...mark(online | offline), low: 2, high: 9};
	expect(inHours(samples.toReversed())).toMatchObject([mark(online, 4), now]);
	const marks = marksOf(lastDays(samples), start + 1, 168);
	expect(marks).toHaveLength(168);
	expect(marks[67]).toMatchObject(mark(online, 4));
	expect(marks[167]).toMatchObject(now);
	expect(marks.filter(({phases}) => phases !== 0)).toHaveLength(2);
	const [, legend] = trendFacts(lastDays(samples), start + 1, {width: 168, draw: () => ['']});
	expect(legend && renderMessage(legend.text, shellSegments)).toBe(
		'2 to 9 players  1 column = 1h  x down  blank not seen',
	);
});

test('the total in each period is the sum of the players on all counted servers', () => {
	const period = periodOf(startAt);
	const at = period * samplePeriodMs;
	const trends = new Map([
		[
			'a',
			withSample(withSample(undefined, {at, ...mark(online, 5)}), {
				at: at + samplePeriodMs,
				...mark(offline),
			}),
		],
		['b', withSample(undefined, {at, ...mark(online, 7)})],
		['c', withSample(undefined, {at, ...mark(offline)})],
	]);
	const sums = sumTrends(trends, period + 1);
	expect(sums.slice(-3)).toEqual([nothingSeen, mark(online, 12), mark(offline)]);
});

test('the number at the top of a chart is near the most players', () => {
	const tops = [0, 7, 11, 14, 21, 43, 71, 112, 253].map(players => {
		const [top = ''] = drawChart([mark(online, players)], {width: 24, height: 6}, look);
		return Number.parseInt(top, 10);
	});
	expect(tops).toEqual([4, 8, 12, 15, 25, 50, 80, 120, 300]);
});

test('the range of the last hours has the number of players now, which no sample may have yet', () => {
	const at = Math.floor(startAt / samplePeriodMs) * samplePeriodMs;
	const trends = new Map([['a', withSample(undefined, {at, ...mark(online, 75)})]]);
	const ranges = [undefined, 71, 75, 80].map(present => spokenFleet(trends, at, present));
	expect(ranges.map(range => range.match(/\d+/g))).toEqual([['75'], ['71', '75'], ['75'], ['75', '80']]);
});

test('the range of players covers the whole time range, however wide its chart', () => {
	const at = Math.floor(startAt / samplePeriodMs) * samplePeriodMs;
	const start = at - chartSpans['12h'].ms + samplePeriodMs;
	const trend = [
		{at: start - samplePeriodMs, ...mark(online, 90)},
		{at: start, ...mark(online, 30)},
		{at, ...mark(online, 1)},
	].reduce<ReturnType<typeof withSample> | undefined>(withSample, undefined);
	for (const width of [10, 23, 36, 48, 50, 72, 144]) {
		const [, legend] = trend ? trendFacts(lastHours(trend), at, {width, draw: () => ['']}) : [];
		expect(legend && renderMessage(legend.text, shellSegments)).toMatch(/^1 to 30 players/);
		expect(trend && marksOf(lastHours(trend), at, width).some(({high = 0}) => high > 30)).toBe(false);
	}
});
