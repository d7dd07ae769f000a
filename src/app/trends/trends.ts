import {periodOf, phaseBits, sampledMs, samplePeriodMs} from '../../actions/sample.ts';
import {signs} from '../kernel/text/signs.ts';
import {
	mergeSeen,
	nothingSeen,
	type Seen,
	seenBetween,
	sumTrends,
	type Trend,
	trendPeriods,
} from './trend.ts';
import {alternative, joinMessages, type Message, narrowGap} from '../../messages/text.ts';
import {trendMessages} from '../../messages/timeline.ts';
import type {Fact} from '../kernel/text/spans.ts';

/** Nobody online, then more and more players. Terminals without Unicode get ASCII (`tui/theme/ascii.ts`). */
export const blocks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** What was not seen is left blank, never guessed. */
const blank = ' ';
/** It was up, but the service did not report the number of players; as in the column of players. */
const uncounted = '-';

/** The smallest number of players that a full block represents, so that one player more or less stays small. */
const minScale = blocks.length - 1;

/** How many periods each mark covers if `width` marks show the entire trend. */
const periodsPerMark = (width: number): number => Math.ceil(trendPeriods / Math.max(1, width));

/**
Returns what each mark of a sparkline covers, oldest first, at most `width` of them. Marks start at fixed times, so that
a mark does not change while the next one grows.
*/
export const marksOf = (trend: Trend, now: number, width: number): Seen[] =>
	marksFrom((from, to) => seenBetween(trend, from, to), now, width);

/** Returns the same of what was seen in the periods from one to another. */
function marksFrom(
	seenIn: (from: number, to: number) => readonly Seen[],
	now: number,
	width: number,
): Seen[] {
	const periods = periodsPerMark(width);
	const count = Math.ceil(trendPeriods / periods);
	const last = Math.floor(periodOf(now) / periods);
	return Array.from({length: count}, (_, index) => {
		const from = (last - count + 1 + index) * periods;
		return seenIn(from, from + periods - 1).reduce(mergeSeen, nothingSeen);
	});
}

/** Returns the marks of all servers together. */
export function fleetMarks(trends: ReadonlyMap<string, Trend>, now: number, width: number): Seen[] {
	const newest = periodOf(now);
	const all = sumTrends(trends, newest);
	const first = newest - trendPeriods + 1;
	return marksFrom((from, to) => all.slice(Math.max(0, from - first), to - first + 1), now, width);
}

/** Describes the last hours of all servers in a sentence. */
export function spokenFleet(trends: ReadonlyMap<string, Trend>, now: number): string {
	const {low, high} = sumTrends(trends, periodOf(now)).reduce(mergeSeen, nothingSeen);
	return low === undefined || high === undefined
		? trendMessages.uncountedSpoken
		: trendMessages.range(low, high);
}

/**
Draws marks: the most players of each as a block, `x` where the server was down at any time, `~` while its state
changed, `?` where its state is unknown, and a blank where nobody looked. A full block is the most players of all marks.
*/
export function drawSparkline(marks: readonly Seen[]): string {
	const most = marks.reduce((max, {high = 0}) => Math.max(max, high), minScale);
	return marks.map(mark => drawMark(mark, most)).join('');
}

/** Returns the sign of a mark without a number of players; undefined: it has one. */
export function signOf({phases, high}: Seen): string | undefined {
	if (phases === 0) return blank;
	if ((phases & phaseBits.offline) !== 0) return signs.down;
	if ((phases & phaseBits.online) === 0) {
		return (phases & phaseBits.changing) === 0 ? signs.unknown : signs.changing;
	}
	return high === undefined ? uncounted : undefined;
}

const drawMark = (mark: Seen, most: number): string => signOf(mark) ?? blockOf(mark.high ?? 0, most);

/** Draws the last hours of a server in at most `width` columns. */
export const sparkline = (trend: Trend, now: number, width: number): string =>
	drawSparkline(marksOf(trend, now, width));

/** What one mark of this width covers, ms. */
const markMs = (width: number): number => periodsPerMark(width) * samplePeriodMs;

/** Marks of a sparkline in the details: half an hour each. */
const detailMarks = 24;

/** Draws marks as the rows of a chart with axes. */
type Draw = (marks: readonly Seen[]) => readonly string[];

/**
Returns the last hours of a server with their legend, or as a sentence in line mode: as a chart with `width` marks at most, or
as a sparkline where there is no room for one.
*/
export function trendFacts(trend: Trend, now: number, chart?: {width: number; draw: Draw}): Fact[] {
	const label = trendMessages.label(sampledMs);
	const marks = marksOf(trend, now, chart?.width ?? detailMarks);
	const [first = '', ...rest] = chart?.draw(marks) ?? [`|${drawSparkline(marks)}|`];
	return [
		{label, text: alternative(first, spokenTrend(trend, now))},
		...rest.map((row): Fact => ({label: '', text: alternative(row, '')})),
		{label: '', text: alternative(legendOf(marks), '')},
		...usageFacts(marks, 'cpuPercent', 100, high => trendMessages.cpu(high)),
		...usageFacts(marks, 'memoryBytes', 1, high => trendMessages.memory(high)),
	];
}

/** Draws the most that was used in each mark, if anything is known of it. A full block is at least `scale`. */
function usageFacts(
	marks: readonly Seen[],
	name: 'cpuPercent' | 'memoryBytes',
	scale: number,
	words: (high: number) => string,
): Fact[] {
	const high = marks.reduce(mergeSeen, nothingSeen)[name];
	if (high === undefined) return [];
	const most = Math.max(scale, high);
	const drawn = marks.map(({[name]: used}) => (used === undefined ? blank : blockOf(used, most))).join('');
	return [{label: '', text: alternative(`|${drawn}| ${words(high)}`, words(high))}];
}

const blockOf = (amount: number, most: number): string =>
	blocks[Math.ceil((amount * (blocks.length - 1)) / most)] ?? uncounted;

/** Explains the marks that occur, after the range of players. */
function legendOf(marks: readonly Seen[]): Message {
	const {phases, low, high} = marks.reduce(mergeSeen, nothingSeen);
	const has = (bit: number) => (phases & bit) !== 0;
	const isUncounted = marks.some(mark => (mark.phases & phaseBits.online) !== 0 && mark.high === undefined);
	return joinMessages(
		[
			low === undefined || high === undefined ? undefined : trendMessages.range(low, high),
			has(phaseBits.online) ? undefined : trendMessages.neverUp,
			trendMessages.markOf(markMs(marks.length)),
			has(phaseBits.offline) ? trendMessages.down(signs.down) : undefined,
			has(phaseBits.changing) ? trendMessages.changing(signs.changing) : undefined,
			has(phaseBits.unknown) ? trendMessages.unknown(signs.unknown) : undefined,
			isUncounted ? trendMessages.uncounted(uncounted) : undefined,
			marks.some(mark => mark.phases === 0) ? trendMessages.blank : undefined,
		],
		narrowGap,
	);
}

function spokenTrend(trend: Trend, now: number): string {
	const last = periodOf(now);
	const seen = seenBetween(trend, last - trendPeriods + 1, last);
	const {phases, low, high} = seen.reduce(mergeSeen, nothingSeen);
	const isDown = (one: Seen) => (one.phases & phaseBits.offline) !== 0;
	const down = seen.filter(isDown).length;
	const downAt = (last - (trendPeriods - 1 - seen.findLastIndex(isDown))) * samplePeriodMs;
	const missing = seen.filter(one => one.phases === 0).length;
	const isUp = (phases & phaseBits.online) !== 0;
	const players =
		low === undefined || high === undefined ? trendMessages.uncountedSpoken : trendMessages.range(low, high);
	return [
		isUp ? players : trendMessages.neverUp,
		...(down === 0 ? [] : [trendMessages.downSpoken(down, samplePeriodMs, now - downAt)]),
		...(missing === 0 ? [] : [trendMessages.notSeenSpoken(missing * samplePeriodMs)]),
	].join(', ');
}
