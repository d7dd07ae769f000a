import {periodOf, phaseBits, samplePeriodMs} from '../../actions/sample.ts';
import {signs} from '../kernel/signs.ts';
import {mergeSeen, nothingSeen, seenBetween, trendPeriods, type Seen, type Trend} from './trend.ts';

/** Nobody online, then more and more players. Terminals without Unicode get ASCII (`tui/theme/ascii.ts`). */
export const blocks = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** What was not seen is left blank, never guessed. */
const blank = ' ';
/** It was up, but the service did not report the number of players; as in the column of players. */
export const uncounted = '-';

/** The smallest number of players that a full block stands for, so that one player more or less stays small. */
const minScale = blocks.length - 1;

/** How many periods each mark covers if `width` marks show the entire trend. */
const periodsPerMark = (width: number): number => Math.ceil(trendPeriods / Math.max(1, width));

/**
Returns what each mark of a sparkline covers, oldest first, at most `width` of them. Marks start at fixed times, so that
a mark does not change while the next one grows.
*/
export function marksOf(trend: Trend, now: number, width: number): Seen[] {
	const periods = periodsPerMark(width);
	const count = Math.ceil(trendPeriods / periods);
	const last = Math.floor(periodOf(now) / periods);
	return Array.from({length: count}, (_, index) => {
		const from = (last - count + 1 + index) * periods;
		return seenBetween(trend, from, from + periods - 1).reduce(mergeSeen, nothingSeen);
	});
}

/**
Draws marks: the most players of each as a block, `x` where the server was down at any time, `~` while its state
changed, `?` where its state is unknown, and a blank where nobody looked. A full block is the most players of all marks.
*/
export function drawSparkline(marks: readonly Seen[]): string {
	const most = marks.reduce((max, {high = 0}) => Math.max(max, high), minScale);
	return marks.map(mark => drawMark(mark, most)).join('');
}

function drawMark({phases, high}: Seen, most: number): string {
	if (phases === 0) return blank;
	if ((phases & phaseBits.offline) !== 0) return signs.down;
	if ((phases & phaseBits.online) === 0) {
		return (phases & phaseBits.changing) === 0 ? signs.unknown : signs.changing;
	}
	return high === undefined
		? uncounted
		: (blocks[Math.ceil((high * (blocks.length - 1)) / most)] ?? uncounted);
}

/** Draws the last hours of a server in at most `width` columns. */
export const sparkline = (trend: Trend, now: number, width: number): string =>
	drawSparkline(marksOf(trend, now, width));

/** What one mark of this width covers, ms. */
export const markMs = (width: number): number => periodsPerMark(width) * samplePeriodMs;
