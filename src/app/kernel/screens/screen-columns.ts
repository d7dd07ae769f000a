import {largest} from '../../../lib/lists/long-lists.ts';
import {memoize} from '../../../lib/lists/memoize.ts';
import {fitColumns, type FittedColumn, tableWidth, widestOf} from '../../../lib/text/table-layout.ts';
import {widthOf, wrap} from '../../../lib/text/width.ts';
import {type Message, renderMessage, shellSegments} from '../../../messages/text.ts';
import type {ListScreen, ScreenColumn, ScreenRow} from './list-screen.ts';

/** Columns before the first one, for the cursor. */
export const cursorWidth = 2;
/** The most rows of one item. */
const maxLines = 4;

const nothing: readonly ScreenRow[] = [];

/** Of longer lists, not all texts are made to measure a column. */
const maxMeasured = 2000;

/** Measures the snug columns, and leaves out those without a text. */
const snugColumns = memoize(
	(columns: ListScreen['columns'], rows: readonly ScreenRow[]): readonly ScreenColumn[] =>
		columns.flatMap((column): ScreenColumn[] => {
			if (!column.isSnug) return [column];
			const widest = widestOf(rows.map(({cell}) => renderMessage(cell(column.id, 0).text, shellSegments)));
			if (widest === 0) return [];
			const {min, max, readable = min} = column.width;
			const wanted = Math.max(widthOf(column.header), Math.min(max, widest));
			const width = {min: Math.min(min, wanted), max: wanted, readable: Math.min(readable, wanted)};
			return [{...column, width}];
		}),
);

const columnsOf = ({columns}: ListScreen, rows: readonly ScreenRow[] = nothing) =>
	rows.length === 0 || rows.length > maxMeasured ? columns : snugColumns(columns, rows);

/** Returns the columns that fit into a list with these rows. */
export const fitScreenColumns = (
	screen: ListScreen,
	rows: readonly ScreenRow[] | undefined,
	width: number,
): FittedColumn<ScreenColumn>[] => fitColumns(columnsOf(screen, rows), width - cursorWidth);

/** Returns the width at which a list has all its columns, each readable. */
export const readableWidth = (screen: ListScreen, rows: readonly ScreenRow[] | undefined): number =>
	cursorWidth +
	tableWidth(columnsOf(screen, rows).map(({width: {min, readable = min}}) => ({width: readable})));

/** Returns the texts of the rows of an item, by column, as `render` shows them; most have one. */
export function wrapCells(
	row: ScreenRow,
	columns: readonly FittedColumn<ScreenColumn>[],
	{now, render}: {now: number; render: (text: Message) => string},
): string[][] {
	if (row.remark !== undefined) return [[render(row.remark)]];
	const texts = columns.map(({column, width}) => {
		const text = render(row.cell(column.id, now).text);
		return column.wraps && widthOf(text) > width ? wrap(text, width) : [text];
	});
	const count = Math.min(maxLines, largest([1, ...texts.map(({length}) => length)]));
	return Array.from({length: count}, (_, line) =>
		// What is left after the last row shows there that it was cut.
		texts.map(rows => (line === maxLines - 1 ? rows.slice(line).join(' ') : (rows[line] ?? ''))),
	);
}
