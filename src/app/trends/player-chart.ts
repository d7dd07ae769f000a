import {type ChartSpan, chartSpans} from '../../actions/sample.ts';
import {dayText, minuteText} from '../../lib/time/ago.ts';
import {widthOf} from '../../lib/text/width.ts';
import type {Message} from '../../messages/text.ts';
import type {Fact} from '../kernel/text/spans.ts';
import {signs} from '../kernel/text/signs.ts';
import {trendMessages} from '../../messages/timeline.ts';
import {blocks, marksOf, type Past, signOf, trendFacts, wasDown} from './trends.ts';
import type {Seen} from './trend.ts';

export type Present = {now: number; utc: boolean};

const dayMs = 24 * 3_600_000;

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
	return ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find(times => times * unit >= least) ?? 10) * unit;
}

/** Columns left of the plot: the numbers and the axis. */
const labelWidth = (marks: readonly Seen[]): number => String(scaleOf(mostIn(marks))).length + 1;

const mostIn = (marks: readonly Seen[]): number =>
	marks.reduce((most, {high = 0}) => Math.max(most, high), 0);

/** Columns for the plot in a chart of this width, as long as nobody has a million players. */
export const plotWidth = (width: number): number => Math.max(8, width - 7);

/**
Draws the most players of each mark, oldest first, as columns of blocks over axes with numbers of players and full hours, or midnights.
What has no number of players has its sign on the lowest row: `~` changing, `?` unknown, `-` not counted, blank not seen. The
axis has an `x` below each mark in which the server was down, with players or without. Nothing depends on color, and terminals without Unicode get ASCII (`tui/theme/ascii.ts`).
*/
export function drawChart(
	marks: readonly Seen[],
	{width, height}: ChartSize,
	{now, utc}: Present,
	{ms}: Pick<ChartSpan, 'ms'> = chartSpans['12h'],
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
	const span = {now, utc, ms};
	const ticks = (ms > dayMs ? dayTicks : hourTicks)(columns, span).map(tick => ({
		...tick,
		column: Math.min(columns - 1, Math.round((columns * (tick.at - now + ms)) / ms)),
	}));
	const ticked = new Set(ticks.map(({column}) => column));
	const axis = marks.flatMap((mark, index) =>
		Array.from({length: repeat}, (_, at) =>
			wasDown(mark) ? signs.down : ticked.has(index * repeat + at) ? '┴' : '─',
		),
	);
	return [...plot, `${'0'.padStart(left - 1)}└${axis.join('')}`, namesRow(ticks, {left, columns})];
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

/** A moment on the axis. */
type Tick = {at: number; text: string};

/** Places the names of ticks below the axis, each from its tick on, as many as have room; `now` ends it. */
function namesRow(
	ticks: readonly (Tick & {column: number})[],
	{left, columns}: {left: number; columns: number},
): string {
	const end = left + columns;
	let row = '';
	for (const {column, text} of ticks) {
		const start = left + column;
		if (start < widthOf(row) + (row === '' ? 0 : 1) || start + widthOf(text) > end) continue;
		row = row.padEnd(start) + text;
	}
	const {now} = trendMessages;
	return widthOf(row) + 1 + now.length > end ? row : row.padEnd(end - now.length) + now;
}

const hourMs = 3_600_000;
/** Columns from one named hour to the next, at least. */
const hourColumns = 9;

/** Returns the full hours of a stretch of time that are far enough apart in a plot of this width. */
function hourTicks(columns: number, {now, utc, ms}: Present & Pick<ChartSpan, 'ms'>): Tick[] {
	const every = [1, 2, 3, 4, 6, 12].find(hours => (columns * hours * hourMs) / ms >= hourColumns) ?? 12;
	const date = new Date(now - ms);
	const ticks: Tick[] = [];
	for (;;) {
		if (utc) date.setUTCHours(date.getUTCHours() + 1, 0, 0, 0);
		else date.setHours(date.getHours() + 1, 0, 0, 0);
		const at = date.getTime();
		if (at > now) return ticks;
		const hour = utc ? date.getUTCHours() : date.getHours();
		if (hour % every === 0) ticks.push({at, text: minuteText(at, utc)});
	}
}

/** Returns the midnights, with the shortest name of each day that tells it from the others where there is no room for more. */
function dayTicks(columns: number, {now, utc, ms}: Present & Pick<ChartSpan, 'ms'>): Tick[] {
	const room = (columns * dayMs) / ms - 1;
	return midnights(now - ms, now, utc).map(at => {
		const [weekday, day] = [weekdayOf(at, utc), dayText(at, utc)];
		const long = `${weekday} ${day}`;
		return {at, text: long.length <= room ? long : `${weekday} ${day.slice(3)}`};
	});
}

const weekdayOf = (at: number, utc: boolean): string =>
	(utc ? new Date(at).toUTCString() : new Date(at).toDateString()).slice(0, 3);

/** The starts of the days after a time, which are not always 24 hours apart. */
function midnights(from: number, to: number, utc: boolean): number[] {
	const found = [];
	const date = new Date(from);
	for (;;) {
		if (utc) date.setUTCHours(24, 0, 0, 0);
		else date.setHours(24, 0, 0, 0);
		if (date.getTime() > to) return found;
		found.push(date.getTime());
	}
}

/** Fewer columns with players say nothing that a sparkline does not. */
const minColumns = 4;

/** Returns whether there is room for axes, and enough to draw. */
const isWorthChart = (marks: readonly Seen[], height: number): boolean =>
	height >= minChartHeight && marks.filter(({high}) => high !== undefined).length >= minColumns;

/** Returns the last hours or days of a server as a chart with its legend; as a sparkline where that is not worth it. */
export const chartFacts = (past: Past, size: ChartSize, present: Present, switches?: Message): Fact[] =>
	!isWorthChart(marksOf(past, present.now, plotWidth(size.width)), size.height)
		? trendFacts(past, present.now, {switches})
		: trendFacts(past, present.now, {
				switches,
				width: plotWidth(size.width),
				draw: marks => drawChart(marks, size, present, past),
			});
