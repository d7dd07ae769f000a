import {fitCell, fitColumns, tableWidth, widestOf, type TableColumn} from '../../lib/table-layout.ts';
import {cut, wrap} from '../../lib/width.ts';
import type {Table} from './answer-table.ts';

/**
One row of a painted table. `text`: a line beside it, as it came; `head`: the headers of the columns; `hidden`: the
headers of columns that had no room, which whoever paints it says in a sentence.
*/
export type TableRow = {kind: 'text' | 'head' | 'row' | 'hidden'; text: string};

const gap = 2;
/** A column that gives way keeps this many columns of the terminal. */
const minWidth = 10;
/** Before others are left out for it, it may take this many. */
const readableWidth = 16;

/**
The table in `width` columns of the terminal. Columns that may shrink give way, the widest first; where names would not
be readable then, columns that may be left out are. Undefined where that is not enough: then the answer is better read
as it came.
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

/** The columns with the widths that their texts ask for, and which cell of a row is theirs. */
const measureColumns = ({columns, rows}: Table): (TableColumn & {place: number})[] =>
	columns.map(({shrinks, priority = 0, ...column}, place) => {
		const max = widestOf([column.header, ...rows.map(row => row[place] ?? '')]);
		const [min, readable] = shrinks ? [Math.min(max, minWidth), Math.min(max, readableWidth)] : [max, max];
		return {...column, place, priority, width: {min, max, readable}};
	});
