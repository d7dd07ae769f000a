import {expect, test} from 'vitest';
import {phaseBits, sampleOf, samplePeriodMs, type Sample} from '../../../src/actions/sample.ts';
import {
	mergeSeen,
	nothingSeen,
	samplesSince,
	seenBetween,
	trendPeriods,
	withSample,
	type Seen,
	type Trend,
} from '../../../src/app/trends/trend.ts';
import {initialState, reduce, type State} from '../../../src/app/state.ts';
import {aServer, polled, startAt} from '../../helpers/builders.ts';

const minute = 60_000;
const up = phaseBits.online;

const sample = (period: number, players: number | undefined, phases = up): Sample => ({
	at: startAt + period * samplePeriodMs,
	phases,
	low: players,
	high: players,
});

const trendOf = (...samples: Sample[]): Trend | undefined =>
	samples.reduce<Trend | undefined>(withSample, undefined);

const read = (trend: Trend | undefined): Sample[] => (trend ? samplesSince(trend, 0) : []);

test('keeps samples in any order, merges those of one period, and interpolates nothing', () => {
	const trend = trendOf(sample(0, 5), sample(4, 9), sample(-2, 3), sample(4, 2), sample(0, undefined, 2));
	expect(read(trend)).toEqual([
		sample(-2, 3),
		{...sample(0, 5), phases: up | phaseBits.offline},
		{...sample(4, 2), high: 9},
	]);
});

test('keeps numbers of players apart from unknown ones, up to thousands', () => {
	for (const players of [0, 1, 70, 8000, undefined]) {
		expect(read(trendOf(sample(0, players)))).toEqual([sample(0, players)]);
	}
	expect(read(trendOf(sample(0, 100_000)))[0]?.high).toBe(8190);
});

test('keeps the maximum usage beside the players: percent exactly, memory to 1 %, unknown as unknown', () => {
	const used = (cpuPercent?: number, memoryBytes?: number) => ({...sample(0, 8000), cpuPercent, memoryBytes});
	for (const cpuPercent of [undefined, 0, 1, 180, 2000])
		expect(read(trendOf(used(cpuPercent)))).toEqual([used(cpuPercent)]);
	for (const memoryBytes of [1, 4096, 700e6, 3 * 2 ** 40]) {
		const [kept] = read(trendOf(used(5, memoryBytes)));
		expect(kept).toMatchObject({cpuPercent: 5, high: 8000, low: 8000, phases: up});
		expect(Math.abs((kept?.memoryBytes ?? 0) / memoryBytes - 1)).toBeLessThan(0.01);
		// What the journal returns is stored without a further loss.
		expect(read(trendOf({...used(5), ...kept}))).toEqual([kept]);
	}
	expect(read(trendOf(used(40), used(1e9), used(undefined, 0)))).toEqual([used(2046)]);
});

test('keeps only the last twelve hours', () => {
	let trend: Trend | undefined;
	for (let period = 0; period < 400; period++) trend = withSample(trend, sample(period, period));
	expect(trend?.values).toHaveLength(trendPeriods);
	expect(read(trend)[0]).toEqual(sample(400 - trendPeriods, 400 - trendPeriods));
	const newer = trend && withSample(trend, sample(1, 1));
	expect(newer).toBe(trend);
	expect(read(withSample(trend, sample(2000, 7)))).toEqual([sample(2000, 7)]);
	expect(withSample(trend, sample(398 + trendPeriods, 7)).values.filter(value => value > 0)).toHaveLength(2);
});

test('is the same object if nothing is new', () => {
	const trend = trendOf(sample(0, 5), sample(0, 9));
	expect(trend && withSample(trend, sample(0, 7))).toBe(trend);
});

test('merging does not depend on the order', () => {
	const all = [sample(0, 5), sample(0, undefined), sample(0, 2, phaseBits.changing)];
	const forth = all.reduce<Seen>(mergeSeen, nothingSeen);
	expect(all.toReversed().reduce<Seen>(mergeSeen, nothingSeen)).toMatchObject({
		phases: forth.phases,
		low: forth.low,
		high: forth.high,
	});
	expect(forth).toMatchObject({low: 2, high: 5});
});

test('counts players only while the server is up', () => {
	expect(sampleOf(aServer({state: 'OFFLINE', onlinePlayers: 0}), startAt)).toEqual({
		at: startAt,
		phases: phaseBits.offline,
		low: undefined,
		high: undefined,
	});
	expect(sampleOf(aServer({state: 'ONLINE', onlinePlayers: -1}), startAt + minute)).toEqual(sample(0, 0));
	expect(sampleOf(aServer({onlinePlayers: undefined}), startAt)).toEqual(sample(0, undefined));
});

test('polls and the feed are sampled, and a failed poll leaves a gap', () => {
	const at = (state: State, ms: number, ...servers: Parameters<typeof polled>[0]) =>
		reduce(state, polled(servers, startAt + ms));
	const server = aServer({id: 'a', onlinePlayers: 3});
	let state = at(initialState, 0, server);
	const before = state.trends;
	state = at(state, minute, server);
	expect(state.trends).toBe(before);
	state = reduce(state, {
		type: 'fleet/received',
		at: startAt + 2 * minute,
		changes: [{serverId: 'a', change: {state: 'OFFLINE'}}],
	});
	state = reduce(state, {
		type: 'fleet/pollFailed',
		at: startAt + 6 * minute,
		failure: {title: 'No answer', why: ''} as never,
	});
	state = at(state, 11 * minute, aServer({id: 'a', onlinePlayers: 4}));
	const trend = state.trends.get('a');
	const first = startAt / samplePeriodMs;
	expect(trend && seenBetween(trend, first, first + 2)).toEqual([
		{phases: up | phaseBits.offline, low: 3, high: 3},
		{phases: 0, low: undefined, high: undefined},
		{phases: up, low: 4, high: 4},
	]);
});

test('a server that left the list is forgotten after twelve hours', () => {
	const hours = (n: number) => startAt + n * 3_600_000;
	let state = reduce(initialState, polled([aServer({id: 'a'}), aServer({id: 'b'})]));
	state = reduce(state, polled([aServer({id: 'b'})], hours(11)));
	expect([...state.trends.keys()]).toEqual(['a', 'b']);
	state = reduce(state, polled([aServer({id: 'b'})], hours(13)));
	expect([...state.trends.keys()]).toEqual(['b']);
});
