import {periodOf, phaseBits, sampledMs, samplePeriodMs} from '../../actions/sample.ts';
import {alternative, joinMessages, narrowGap, type Message} from '../../messages/text.ts';
import {trendMessages} from '../../messages/trends.ts';
import type {Fact} from '../kernel/cells.ts';
import {signs} from '../kernel/signs.ts';
import {drawSparkline, marksOf, markMs, uncounted} from './sparkline.ts';
import {mergeSeen, nothingSeen, seenBetween, trendPeriods, type Seen, type Trend} from './trend.ts';

/** Marks in the details: half an hour each. */
const detailMarks = 24;

/**
Returns the last hours of a server as a sparkline with its legend, or as a sentence in line mode.
*/
export function trendFacts(trend: Trend, now: number): Fact[] {
	const label = trendMessages.label(sampledMs);
	const marks = marksOf(trend, now, detailMarks);
	return [
		{label, text: alternative(`|${drawSparkline(marks)}|`, spokenTrend(trend, now))},
		{label: '', text: alternative(legendOf(marks), '')},
	];
}

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
