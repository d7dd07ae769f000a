import {expect, test} from 'vitest';
import {periodOf, phaseBits, samplePeriodMs} from '../../../src/actions/sample.ts';
import {drawChart} from '../../../src/app/trends/player-chart.ts';
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
];

test('a chart has columns of blocks over axes, and a sign for an unknown number of players', () => {
	const rows = drawChart(marks, {width: 22, height: 6}, look);
	expect(rows).toEqual([
		'80│      ██',
		'  │      ██',
		'40│    ████',
		'  │▁▁▂▂████  xx~~??--',
		' 0└──────────────────',
		'   03:00Z      15:00Z',
	]);
	expect(rows.map(asciiOnly)).toEqual([
		'80|      @@',
		'  |      @@',
		'40|    @@@@',
		'  |__..@@@@  xx~~??--',
		' 0+------------------',
		'   03:00Z      15:00Z',
	]);
});

test.each([20, 40, 60, 80, 120, 200])('a chart of %i columns fits and ends with the present', width => {
	const many = Array.from({length: Math.min(144, width - 7)}, (_, at) => mark(online, at * 997));
	const rows = drawChart(many, {width, height: 8}, look);
	expect(rows).toHaveLength(8);
	for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width);
	expect(rows.at(-1)).toMatch(/^ +03:00Z .*15:00Z$/);
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
