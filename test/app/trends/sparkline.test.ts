import {expect, test} from 'vitest';
import {phaseBits, samplePeriodMs} from '../../../src/actions/sample.ts';
import {
	blocks,
	drawSparkline,
	lastHours,
	marksOf,
	sparkline,
	trendFacts,
} from '../../../src/app/trends/trends.ts';
import {nothingSeen, withSample, type Seen, type Trend} from '../../../src/app/trends/trend.ts';
import {renderMessage, shellSegments} from '../../../src/messages/text.ts';
import {asciiOnly} from '../../../src/tui/theme/ascii.ts';
import {widthOf} from '../../../src/lib/text/width.ts';
import {startAt} from '../../helpers/builders.ts';

const {online, offline, changing, unknown} = phaseBits;
const mark = (phases: number, players?: number): Seen => ({phases, low: players, high: players});
const up = (players?: number) => mark(online, players);

test('an empty server is the lowest block, and a gap is blank', () => {
	expect(drawSparkline([up(0), nothingSeen, up(0)])).toBe('▁ ▁');
});

test('blocks grow with the players, and the most players are a full block', () => {
	expect(drawSparkline([0, 1, 20, 30, 40, 50, 60, 70].map(up))).toBe('▁▂▃▄▅▆▇█');
	expect(drawSparkline([up(0), up(1), up(7), up(2)])).toBe('▁▂█▃');
	expect(drawSparkline([up(0), up(1)])).toBe('▁▂');
	expect(blocks).toHaveLength(8);
});

test('down, changing and unknown states and unknown players have signs of their own', () => {
	expect(drawSparkline([mark(offline), mark(changing), mark(unknown), up()])).toBe('x~?-');
});

test('in one row, a mark shows its players unless the server was down for a quarter of it', () => {
	expect(drawSparkline([mark(online | changing, 12), mark(online | offline, 12)])).toBe('██');
	const down = (periods: readonly number[]) =>
		[...periods].reduce(
			(trend, period) =>
				withSample(trend, {at: startAt + period * samplePeriodMs, ...mark(online | offline, 3)}),
			trendOf(
				() => 3,
				Array.from({length: 6}, (_, period) => period),
			),
		);
	const drawn = (trend: Trend) => sparkline(trend, startAt + 29 * 60_000, 24).trimStart();
	expect(drawn(down([3]))).toBe('▄');
	expect(drawn(down([3, 4]))).toBe('x');
});

test('the details show downtime below the players of the same mark', () => {
	const trend = [-12, -11, -2].reduce(
		(before, period) =>
			withSample(before, {
				at: startAt + period * samplePeriodMs,
				...mark(period === -2 ? online | offline : offline, period === -2 ? 9 : undefined),
			}),
		trendOf(() => 9, [-3, -1, 0]),
	);
	const [players, down] = trendFacts(lastHours(trend), startAt + 60_000).map(({text}) =>
		renderMessage(text, shellSegments),
	);
	expect(players).toBe(`|${' '.repeat(22)}██|`);
	expect(down).toBe(`|${' '.repeat(21)}xx |`);
});

test('on ASCII terminals every mark stays distinct and as wide', () => {
	const marks = [
		...[0, 1, 20, 30, 40, 50, 60, 70].map(up),
		mark(offline),
		mark(changing),
		mark(unknown),
		up(),
	];
	const drawn = asciiOnly(drawSparkline([...marks, nothingSeen]));
	expect(drawn).toBe('_.:=+*#@x~?- ');
	expect(new Set(drawn).size).toBe(13);
	expect(widthOf(drawSparkline(marks))).toBe(marks.length);
});

const trendOf = (players: (period: number) => number | undefined, periods: readonly number[]): Trend => {
	let trend: Trend | undefined;
	for (const period of periods) {
		const count = players(period);
		trend = withSample(trend, {
			at: startAt + period * samplePeriodMs,
			phases: online,
			low: count,
			high: count,
		});
	}
	return trend ?? {newest: 0, values: []};
};

test.each([8, 12, 23, 24, 40, 48, 144, 200])('fits twelve hours into %i columns', width => {
	const trend = trendOf(
		() => 3,
		Array.from({length: 144}, (_, back) => back - 143),
	);
	const drawn = sparkline(trend, startAt + 60_000, width);
	expect(widthOf(drawn)).toBeLessThanOrEqual(width);
	expect(drawn).toMatch(/^▄+$/);
	expect(marksOf(lastHours(trend), startAt, width)).toHaveLength(drawn.length);
});

test('a finished mark does not change while time passes, and moves to the left', () => {
	const trend = trendOf(() => 7, [0, 1, 2, 3, 4, 5]);
	const half = 30 * 60_000;
	const at = (ms: number) => sparkline(trend, startAt + ms, 24);
	expect(at(0).trimStart()).toBe('█');
	for (const ms of [60_000, 29 * 60_000]) expect(at(ms)).toBe(at(0));
	expect(at(half)).toBe(`${at(0).slice(1)} `);
	expect(at(24 * half)).toBe(' '.repeat(24));
});

test('the details draw the CPU and memory of a server, as far as known', () => {
	const used = (cpuPercent?: number, memoryBytes?: number) =>
		trendFacts(
			lastHours(
				withSample(
					trendOf(() => 3, [-140, -70, -1]),
					{at: startAt, phases: online, low: 3, high: 3, cpuPercent, memoryBytes},
				),
			),
			startAt + 60_000,
		)
			.slice(2)
			.map(({text}) => renderMessage(text, shellSegments));
	expect(used()).toEqual([]);
	expect(used(50)).toEqual([`|${' '.repeat(23)}▅| up to 50%`]);
	expect(used(250, 3 * 2 ** 30)).toEqual([
		`|${' '.repeat(23)}█| up to 250%`,
		expect.stringMatching(/\| {23}█\| up to 3\.0 GiB/),
	]);
});

test('the details explain the marks that occur, and line mode says them', () => {
	let trend = trendOf(
		period => (period === -10 ? undefined : Math.max(0, 20 + period)),
		[-140, -20, -19, -10, 0],
	);
	trend = withSample(trend, {
		at: startAt - 5 * samplePeriodMs,
		phases: offline,
		low: undefined,
		high: undefined,
	});
	const text = (kind: 'shell' | 'lineMode') =>
		trendFacts(lastHours(trend), startAt + 60_000).map(fact =>
			renderMessage(fact.text, {...shellSegments, kind}),
		);
	expect(text('shell')).toEqual([
		expect.stringMatching(/^\|.{24}\|$/),
		'0 to 20 players  1 column = 30m  x down  - players unknown  blank not seen',
	]);
	expect(text('lineMode')).toEqual([
		'0 to 20 players, down in 1 period of 5 minutes, most recently 26 minutes ago, not seen for 11 hours',
		'',
	]);
});

test('says that a server was not seen up only if it was seen at all', () => {
	const seen = (phases: number) =>
		trendFacts(lastHours(withSample(undefined, {at: startAt, ...mark(phases)})), startAt + 60_000).map(
			({text}) => renderMessage(text, shellSegments),
		)[1];
	expect(seen(offline)).toContain('not seen up');
	expect(seen(0)).not.toContain('up');
});
