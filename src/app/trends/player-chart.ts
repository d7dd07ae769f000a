import {sampledMs} from '../../actions/sample.ts';
import {minuteText} from '../../lib/time/ago.ts';
import type {Fact} from '../kernel/text/spans.ts';
import {blocks, marksOf, signOf, trendFacts} from './trends.ts';
import type {Seen, Trend} from './trend.ts';

/** In terminal cells, with the axes. */
export type ChartSize = {width: number; height: number};

/** The rows below the plot: the axis and its times. */
const axisRows = 2;
/** The fewest rows of a plot that are worth axes. */
export const minChartHeight = axisRows + 2;

/** Returns the smallest round number that is not below the most players, and at least as large as an empty chart's. */
function scaleOf(most: number): number {
	const least = Math.max(4, most);
	const unit = 10 ** Math.floor(Math.log10(least));
	return ([1, 2, 3, 4, 5, 6, 8, 10].find(times => times * unit >= least) ?? 10) * unit;
}

/** Columns left of the plot: the numbers and the axis. */
const labelWidth = (marks: readonly Seen[]): number => String(scaleOf(mostIn(marks))).length + 1;

const mostIn = (marks: readonly Seen[]): number =>
	marks.reduce((most, {high = 0}) => Math.max(most, high), 0);

/** Columns for the plot in a chart of this width, as long as nobody has a million players. */
export const plotWidth = (width: number): number => Math.max(8, width - 7);

/**
Draws the most players of each mark, oldest first, as columns of blocks over axes with numbers of players and times of day.
What has no number of players has its sign on the lowest row: `x` down, `~` changing, `?` unknown, `-` not counted, blank not
seen. Nothing depends on color, and terminals without Unicode get ASCII (`tui/theme/ascii.ts`).
*/
export function drawChart(
	marks: readonly Seen[],
	{width, height}: ChartSize,
	{now, utc}: {now: number; utc: boolean},
): string[] {
	const scale = scaleOf(mostIn(marks));
	const left = labelWidth(marks);
	const repeat = Math.max(1, Math.floor((width - left) / Math.max(1, marks.length)));
	const columns = marks.length * repeat;
	const rows = Math.max(1, height - axisRows);
	const plot = Array.from({length: rows}, (_, index) => {
		const row = rows - 1 - index;
		const cells = marks.map(mark => cellOf(mark, {row, rows, scale}).repeat(repeat)).join('');
		return `${numberAt(row, rows, scale).padStart(left - 1)}│${cells}`.trimEnd();
	});
	return [...plot, `${'0'.padStart(left - 1)}└${'─'.repeat(columns)}`, timesRow(columns, left, {now, utc})];
}

/** Names the top, and the middle if there is room. */
function numberAt(row: number, rows: number, scale: number): string {
	if (row === rows - 1) return String(scale);
	const middle = rows / 2 - 1;
	return rows >= 4 && row === middle && scale % 2 === 0 ? String(scale / 2) : '';
}

function cellOf(mark: Seen, {row, rows, scale}: {row: number; rows: number; scale: number}): string {
	const sign = signOf(mark);
	if (sign !== undefined) return row === 0 ? sign : ' ';
	const players = mark.high ?? 0;
	// Nobody is the lowest block, and one player never looks like nobody.
	const eighths = players === 0 ? 1 : Math.max(2, Math.round((players / scale) * rows * blocks.length));
	const here = Math.min(blocks.length, eighths - row * blocks.length);
	return here <= 0 ? ' ' : (blocks[here - 1] ?? ' ');
}

/** Columns of a time, with room beside it. */
const timeWidth = 12;

/** Places times below the axis, at equal distances; the last one is the present. */
function timesRow(columns: number, left: number, {now, utc}: {now: number; utc: boolean}): string {
	const steps = Math.max(1, Math.min(6, Math.floor(columns / timeWidth)));
	let row = '';
	for (let step = 0; step <= steps; step++) {
		const text = minuteText(now - sampledMs * (1 - step / steps), utc);
		const at = left + Math.round((columns * step) / steps);
		const start = step === 0 ? at : step === steps ? at - text.length : at - Math.floor(text.length / 2);
		row = row.padEnd(Math.max(0, start)) + text;
	}
	return row;
}

/** Fewer columns with players say nothing that a sparkline does not. */
const minColumns = 4;

/** Returns whether there is room for axes, and enough to draw. */
const isWorthChart = (marks: readonly Seen[], height: number): boolean =>
	height >= minChartHeight && marks.filter(({high}) => high !== undefined).length >= minColumns;

/** Returns the last hours of a server as a chart with its legend; as a sparkline where that is not worth it. */
export const chartFacts = (trend: Trend, size: ChartSize, present: {now: number; utc: boolean}): Fact[] =>
	!isWorthChart(marksOf(trend, present.now, plotWidth(size.width)), size.height)
		? trendFacts(trend, present.now)
		: trendFacts(trend, present.now, {
				width: plotWidth(size.width),
				draw: marks => drawChart(marks, size, present),
			});
