import {fitCell, fitColumns, type TableColumn, tableWidth, widestOf} from '../../../lib/text/table-layout.ts';
import {cut, wrap} from '../../../lib/text/width.ts';

/** A column of an answer. Its texts determine its width. */
export type AnswerColumn = Pick<TableColumn, 'header' | 'align'> & {
	/** May be cut if space is short; ids and numbers may not. */
	shrinks?: true;
	/** May be dropped if space is short; the highest number goes first. Without one, the column always stays. */
	priority?: number;
};

/** An answer that lists items: its rows, with one cell per column, and the original lines around them. */
export type Table = {
	columns: readonly AnswerColumn[];
	rows: readonly (readonly string[])[];
	before: readonly string[];
	after: readonly string[];
};

/**
One row of a rendered table. `text` is an original line beside the table, `head` the column headers, and `hidden` the
headers of columns that did not fit, which the caller reports in a sentence.
*/
export type TableRow = {kind: 'text' | 'head' | 'row' | 'hidden'; text: string};

const gap = 2;
/** The smallest width of a column that shrinks. */
const minWidth = 10;
/** Columns are dropped to give a shrinking column up to this width. */
const readableWidth = 16;

/**
Lays out a table in `width` terminal columns. Columns that may shrink do so, the widest first; if names would become
unreadable, optional columns are dropped. Returns undefined if that is not enough, because the original answer is then
easier to read.
*/
export function tableRows(table: Table, width: number): TableRow[] | undefined {
	const {rows, before, after} = table;
	const columns = measureColumns(table);
	const fitted = fitColumns(columns, width, {gap, share: 'evenly'});
	if (tableWidth(fitted, gap) > width) return undefined;
	const last = fitted.at(-1);
	const rowOf = (cells: readonly string[]) =>
		fitted
			.map(one => {
				const cell = cells[one.column.place] ?? '';
				return one === last && one.column.align !== 'right' ? cut(cell, one.width) : fitCell(cell, one);
			})
			.join(' '.repeat(gap));
	const text = (lines: readonly string[]) =>
		lines.flatMap(line => wrap(line, width)).map((row): TableRow => ({kind: 'text', text: row}));
	const hidden = columns
		.filter(column => !fitted.some(one => one.column === column))
		.map(({header}) => header);
	return [
		...text(before),
		...(hidden.length > 0 ? [{kind: 'hidden', text: hidden.join(', ')} as const] : []),
		{kind: 'head', text: rowOf(columns.map(({header}) => header))},
		...rows.map((row): TableRow => ({kind: 'row', text: rowOf(row)})),
		...text(after),
	];
}

/** Returns the columns with the widths that their texts need, and the index of each one's cell in a row. */
const measureColumns = ({columns, rows}: Table): (TableColumn & {place: number})[] =>
	columns.map(({shrinks, priority = 0, ...column}, place) => {
		const max = widestOf([column.header, ...rows.map(row => row[place] ?? '')]);
		const [min, readable] = shrinks ? [Math.min(max, minWidth), Math.min(max, readableWidth)] : [max, max];
		return {...column, place, priority, width: {min, max, readable}};
	});
