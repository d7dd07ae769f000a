import {type ChartSpan, chartSpans, periodOf, phaseBits, type Sample} from '../../actions/sample.ts';
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

/** The observations of a server from one time to another, by period, oldest first. */
export type Past = ChartSpan & {seen: (from: number, to: number) => readonly Seen[]};

export const lastHours = (trend: Trend): Past => ({
	...chartSpans['12h'],
	seen: (from, to) => seenBetween(trend, from, to),
});

/** Puts the samples of each hour together into one at its start, oldest first. */
export function inHours(samples: readonly Sample[]): Sample[] {
	const {periodMs} = chartSpans['7d'];
	const hours = Map.groupBy(samples, ({at}) => Math.floor(at / periodMs));
	return [...hours]
		.toSorted(([one], [other]) => one - other)
		.map(([hour, seen]) => ({at: hour * periodMs, ...seen.reduce<Seen>(mergeSeen, nothingSeen)}));
}

export function lastDays(samples: readonly Sample[]): Past {
	const span = chartSpans['7d'];
	const hours = new Map(inHours(samples).map(hour => [hour.at / span.periodMs, hour]));
	return {
		...span,
		seen: (from, to) =>
			Array.from({length: Math.max(0, to - from + 1)}, (_, index) => hours.get(from + index) ?? nothingSeen),
	};
}

const periodsOf = ({ms, periodMs}: ChartSpan): number => ms / periodMs;

/** The periods up to the present, which every view of them has, however wide. */
function periodsUpTo(span: ChartSpan, now: number): {first: number; last: number} {
	const last = Math.floor(now / span.periodMs);
	return {first: last - periodsOf(span) + 1, last};
}

/** Returns the least and the most players, if any were counted. */
function rangeOf(past: Past, now: number): Pick<Seen, 'low' | 'high'> {
	const {first, last} = periodsUpTo(past, now);
	return past.seen(first, last).reduce(mergeSeen, nothingSeen);
}

/** How many periods each mark covers if `width` marks show everything. */
const periodsPerMark = (span: ChartSpan, width: number): number =>
	Math.ceil(periodsOf(span) / Math.max(1, width));

/** What a mark covers. `isOutage`: the server was down in enough of its periods that this matters more than its players. */
export type Mark = Seen & {isOutage?: boolean};

export const wasDown = ({phases}: Seen): boolean => (phases & phaseBits.offline) !== 0;

/** Of the periods of a mark that were seen: more than a restart takes, even where a mark is an hour or two. */
const outageShare = 1 / 4;

function markOf(seen: readonly Seen[]): Mark {
	const looked = seen.filter(({phases}) => phases !== 0);
	const isOutage = looked.some(wasDown) && looked.filter(wasDown).length >= looked.length * outageShare;
	return {...looked.reduce(mergeSeen, nothingSeen), isOutage};
}

/**
Returns what each mark of a sparkline covers, oldest first, at most `width` of them. Marks start at fixed times, so that
a mark does not change while the next one grows.
*/
export function marksOf(past: Past, now: number, width: number): Mark[] {
	const periods = periodsPerMark(past, width);
	const count = Math.ceil(periodsOf(past) / periods);
	const last = Math.floor(now / past.periodMs / periods);
	const {first} = periodsUpTo(past, now);
	return Array.from({length: count}, (_, index) => {
		const from = (last - count + 1 + index) * periods;
		return markOf(past.seen(Math.max(first, from), from + periods - 1));
	});
}

/** Returns the marks of all servers together. */
export function fleetMarks(trends: ReadonlyMap<string, Trend>, now: number, width: number): Mark[] {
	const newest = periodOf(now);
	const all = sumTrends(trends, newest);
	const first = newest - trendPeriods + 1;
	const seen: Past['seen'] = (from, to) => all.slice(Math.max(0, from - first), to - first + 1);
	return marksOf({...chartSpans['12h'], seen}, now, width);
}

/** Describes the last hours of all servers in a sentence. `present`: the number of players now, which no sample may have yet. */
export function spokenFleet(
	trends: ReadonlyMap<string, Trend>,
	now: number,
	present: number | undefined,
): string {
	const {low, high} = sumTrends(trends, periodOf(now)).reduce(mergeSeen, nothingSeen);
	return low === undefined || high === undefined
		? trendMessages.uncountedSpoken
		: trendMessages.range(Math.min(low, present ?? low), Math.max(high, present ?? high));
}

/**
Draws marks in one row: the most players of each as a block, `x` where the server was down without players or for long, `~`
while its state changed, `?` where its state is unknown, and a blank where nobody looked. A full block is the most players of
all marks.
*/
export function drawSparkline(
	marks: readonly Mark[],
	isShownDown = (mark: Mark) => wasDown(mark) && (mark.isOutage === true || mark.high === undefined),
): string {
	const most = marks.reduce((max, {high = 0}) => Math.max(max, high), minScale);
	return marks
		.map(mark => (isShownDown(mark) ? signs.down : (signOf(mark) ?? blockOf(mark.high ?? 0, most))))
		.join('');
}

/** Draws marks in a second row as well where the server was down while it had players: neither hides the other. */
function sparklineRows(marks: readonly Mark[]): string[] {
	if (!marks.some(mark => wasDown(mark) && mark.high !== undefined)) return [`|${drawSparkline(marks)}|`];
	const down = marks.map(mark => (wasDown(mark) ? signs.down : blank)).join('');
	return [`|${drawSparkline(marks, () => false)}|`, `|${down}|`];
}

/** Returns the sign of a mark without a number of players, blank while it was down; undefined: it has one. */
export function signOf({phases, high}: Seen): string | undefined {
	if (high !== undefined) return undefined;
	if ((phases & phaseBits.online) !== 0) return uncounted;
	if ((phases & phaseBits.changing) !== 0) return signs.changing;
	return (phases & phaseBits.unknown) === 0 ? blank : signs.unknown;
}

/** Draws the last hours of a server in at most `width` columns. */
export const sparkline = (trend: Trend, now: number, width: number): string =>
	drawSparkline(marksOf(lastHours(trend), now, width));

/** The time that one mark of this width covers, ms. */
const markMs = (span: ChartSpan, width: number): number => periodsPerMark(span, width) * span.periodMs;

/** Marks of a sparkline in the details: half an hour each, or seven. */
const detailMarks = 24;

/** Draws marks as the rows of a chart with axes. */
type Draw = (marks: readonly Seen[]) => readonly string[];

/** `switches`: the key for another stretch of time. */
type ChartOptions = {width?: number; draw?: Draw; switches?: Message | undefined};

/**
Returns the last hours or days of a server with their legend, or as a sentence in line mode: as a chart with `width` marks at most, or
as a sparkline where there is no room for one.
*/
export function trendFacts(
	past: Past,
	now: number,
	{width = detailMarks, draw, switches}: ChartOptions = {},
): Fact[] {
	const label = trendMessages.label(past.ms);
	const marks = marksOf(past, now, width);
	// Beside their words, there is room for no more.
	const used = marksOf(past, now, detailMarks);
	const [first = '', ...rest] = draw?.(marks) ?? sparklineRows(marks);
	return [
		{label, text: alternative(first, spokenTrend(past, now))},
		...rest.map((row): Fact => ({label: '', text: alternative(row, '')})),
		{label: '', text: alternative(joinMessages([legendOf(past, marks, now), switches], narrowGap), '')},
		...usageFacts(used, 'cpuPercent', 100, trendMessages.cpu),
		...usageFacts(used, 'memoryBytes', 1, trendMessages.memory),
	];
}

type UsageWords = {label: string; words: (high: number) => string};

/** Draws the most that was used in each mark, if anything is known of it. A full block is at least `scale`. */
function usageFacts(
	marks: readonly Seen[],
	name: 'cpuPercent' | 'memoryBytes',
	scale: number,
	{label, words}: UsageWords,
): Fact[] {
	const high = marks.reduce(mergeSeen, nothingSeen)[name];
	if (high === undefined) return [];
	const most = Math.max(scale, high);
	const drawn = marks.map(({[name]: used}) => (used === undefined ? blank : blockOf(used, most))).join('');
	return [{label, text: alternative(`|${drawn}| ${words(high)}`, words(high))}];
}

const blockOf = (amount: number, most: number): string =>
	blocks[Math.ceil((amount * (blocks.length - 1)) / most)] ?? uncounted;

/** Explains the marks that occur, after the range of players. */
function legendOf(past: Past, marks: readonly Seen[], now: number): Message {
	const {phases} = marks.reduce(mergeSeen, nothingSeen);
	const {low, high} = rangeOf(past, now);
	const has = (bit: number) => (phases & bit) !== 0;
	const isUncounted = marks.some(mark => (mark.phases & phaseBits.online) !== 0 && mark.high === undefined);
	return joinMessages(
		[
			low === undefined || high === undefined ? undefined : trendMessages.range(low, high),
			phases === 0 || has(phaseBits.online) ? undefined : trendMessages.notUp,
			trendMessages.columnOf(markMs(past, marks.length)),
			has(phaseBits.offline) ? trendMessages.down(signs.down) : undefined,
			has(phaseBits.changing) ? trendMessages.changing(signs.changing) : undefined,
			has(phaseBits.unknown) ? trendMessages.unknown(signs.unknown) : undefined,
			isUncounted ? trendMessages.uncounted(uncounted) : undefined,
			marks.some(mark => mark.phases === 0) ? trendMessages.blank : undefined,
		],
		narrowGap,
	);
}

function spokenTrend(past: Past, now: number): string {
	const {periodMs} = past;
	const {first, last} = periodsUpTo(past, now);
	const seen = past.seen(first, last);
	const {phases, low, high} = seen.reduce(mergeSeen, nothingSeen);
	const down = seen.filter(wasDown).length;
	const downAt = (first + seen.findLastIndex(wasDown)) * periodMs;
	const missing = seen.filter(one => one.phases === 0).length;
	const isUp = (phases & phaseBits.online) !== 0;
	const players =
		low === undefined || high === undefined ? trendMessages.uncountedSpoken : trendMessages.range(low, high);
	return [
		...(phases === 0 ? [] : [isUp ? players : trendMessages.notUp]),
		...(down === 0 ? [] : [trendMessages.downSpoken(down, periodMs, now - downAt)]),
		...(missing === 0 ? [] : [trendMessages.notSeenSpoken(missing * periodMs)]),
	].join(', ');
}
