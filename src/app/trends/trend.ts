import {periodOf, phaseBits, sampledMs, samplePeriodMs, type Sample} from '../../actions/sample.ts';
import {memoize} from '../../lib/lists/memoize.ts';

/**
The samples of a server, packed because a fleet has hundreds of thousands. `newest`: the period of the last value; each
value before it is one period older. 0: not seen.
*/
export type Trend = {newest: number; values: readonly number[]};

/** The periods of a trend. */
export const trendPeriods = sampledMs / samplePeriodMs;

/**
Bits of a packed sample: four for the phases, and twice thirteen for a number of players plus one; 0: unknown. Above them,
eleven for the CPU in percent plus one, and twelve for the memory, as a logarithm that is exact to 1 %.
*/
const [phaseBitCount, playerBitCount] = [4, 13];
const maxPacked = 2 ** playerBitCount - 1;
const usageUnit = 2 ** (phaseBitCount + 2 * playerBitCount);
const [cpuUnit, memoryUnit, stepsPerDoubling] = [2 ** 11, 2 ** 12, 64];

const packPlayers = (players: number | undefined): number =>
	players === undefined ? 0 : Math.min(maxPacked, Math.round(players) + 1);

const unpackPlayers = (packed: number): number | undefined =>
	(packed & maxPacked) === 0 ? undefined : (packed & maxPacked) - 1;

const packCpu = (percent = -1): number => Math.min(cpuUnit - 1, Math.max(0, Math.round(percent) + 1));
const packMemory = (bytes = 0): number =>
	bytes < 1 ? 0 : Math.min(memoryUnit - 1, Math.round(Math.log2(bytes) * stepsPerDoubling) + 1);

/** The observations of a period. `phases` 0: none. */
export type Seen = Omit<Sample, 'at'>;

export const nothingSeen: Seen = {phases: 0, low: undefined, high: undefined};

// Bit operations have 32 bits only.
const pack = ({phases, low, high, cpuPercent, memoryBytes}: Seen): number =>
	(phases | (packPlayers(low) << phaseBitCount) | (packPlayers(high) << (phaseBitCount + playerBitCount))) +
	usageUnit * (packCpu(cpuPercent) + cpuUnit * packMemory(memoryBytes));

function unpack(value: number): Seen {
	const used = Math.floor(value / usageUnit);
	const [cpu, memory] = [used % cpuUnit, Math.floor(used / cpuUnit)];
	return {
		phases: value & (2 ** phaseBitCount - 1),
		low: unpackPlayers(value >> phaseBitCount),
		high: unpackPlayers(value >> (phaseBitCount + playerBitCount)),
		cpuPercent: cpu === 0 ? undefined : cpu - 1,
		memoryBytes: memory === 0 ? undefined : Math.round(2 ** ((memory - 1) / stepsPerDoubling)),
	};
}

export const mergeSeen = (one: Seen, other: Seen): Seen => ({
	phases: one.phases | other.phases,
	low: bothOr(Math.min, one.low, other.low),
	high: bothOr(Math.max, one.high, other.high),
	cpuPercent: bothOr(Math.max, one.cpuPercent, other.cpuPercent),
	memoryBytes: bothOr(Math.max, one.memoryBytes, other.memoryBytes),
});

const bothOr = (
	choose: (one: number, other: number) => number,
	one: number | undefined,
	other: number | undefined,
): number | undefined => (one === undefined || other === undefined ? (one ?? other) : choose(one, other));

const notSeen = (count: number): number[] => Array.from({length: count}, () => 0);

/** Adds a sample; returns the same trend if it has nothing new or is too old. */
export function withSample(trend: Trend | undefined, sample: Sample): Trend {
	const period = periodOf(sample.at);
	if (!trend || period - trend.newest >= trendPeriods) return {newest: period, values: [pack(sample)]};
	const {newest, values} = trend;
	if (period > newest) {
		const kept = values.slice(Math.max(0, values.length + period - newest - trendPeriods));
		for (let missing = newest + 1; missing < period; missing++) kept.push(0);
		kept.push(pack(sample));
		return {newest: period, values: kept};
	}
	const place = values.length - 1 - (newest - period);
	if (newest - period >= trendPeriods) return trend;
	if (place < 0) return {newest, values: [pack(sample), ...notSeen(-place - 1), ...values]};
	const old = values[place] ?? 0;
	const merged = old === 0 ? pack(sample) : pack(mergeSeen(unpack(old), sample));
	return merged === old ? trend : {newest, values: values.with(place, merged)};
}

/** Returns what was seen in each period from `from` to `to`, oldest first. */
export const seenBetween = ({newest, values}: Trend, from: number, to: number): Seen[] =>
	Array.from({length: Math.max(0, to - from + 1)}, (_, index) => {
		const value = values[values.length - 1 - (newest - from - index)] ?? 0;
		return value === 0 ? nothingSeen : unpack(value);
	});

/** Returns the samples from a time on, oldest first. */
export function samplesSince(trend: Trend, since: number): Sample[] {
	const from = Math.max(periodOf(since), trend.newest - trend.values.length + 1);
	return seenBetween(trend, from, trend.newest).flatMap((seen, index) =>
		seen.phases === 0 ? [] : [{at: (from + index) * samplePeriodMs, ...seen}],
	);
}

/**
Adds up what was seen of all servers in each period of a trend that ends with `newest`, oldest first: the phase is that of
the servers that were up, if there were any, and the players are those that were counted.
*/
export const sumTrends = memoize((trends: ReadonlyMap<string, Trend>, newest: number): readonly Seen[] => {
	const first = newest - trendPeriods + 1;
	const sums = Array.from({length: trendPeriods}, (): Seen => ({...nothingSeen}));
	for (const {newest: last, values} of trends.values()) {
		for (const [index, value] of values.entries()) {
			const sum = sums[last - values.length + 1 + index - first];
			if (value === 0 || !sum) continue;
			const {phases, low, high} = unpack(value);
			sum.phases |= phases;
			if (low !== undefined) sum.low = (sum.low ?? 0) + low;
			if (high !== undefined) sum.high = (sum.high ?? 0) + high;
		}
	}
	return sums.map(sum => ((sum.phases & phaseBits.online) === 0 ? sum : {...sum, phases: phaseBits.online}));
});
