import {cut, fit, fitRight, widthOf, wrap} from '../../lib/width.ts';
import type {Table} from './table.ts';

/** One row of a painted table. `text`: a line beside it, as it came; `head`: what stands above the columns. */
export type TableRow = {kind: 'text' | 'head' | 'row'; text: string};

const between = '  ';
/** A column that gives way keeps so many columns of the terminal. */
const leastWidth = 10;

/**
The table in `width` columns of the terminal. Columns that may shrink give way, the widest first; undefined where
that is not enough: then the answer is better read as it came.
*/
export function tableRows({columns, rows, before, after}: Table, width: number): TableRow[] | undefined {
	const natural = columns.map(({head}, index) =>
		rows.reduce((most, row) => Math.max(most, widthOf(row[index] ?? '')), widthOf(head)),
	);
	const widths = shrunk(
		natural,
		columns.map(({shrinks}) => shrinks === true),
		width - between.length * (columns.length - 1),
	);
	if (!widths) return undefined;
	const rowOf = (cells: readonly string[]) =>
		columns
			.map(({align}, index) => {
				const [cell = '', room = 0] = [cells[index], widths[index]];
				if (align === 'right') return fitRight(cell, room);
				return index === columns.length - 1 ? cut(cell, room) : fit(cell, room);
			})
			.join(between);
	const text = (lines: readonly string[]) =>
		lines.flatMap(line => wrap(line, width)).map((row): TableRow => ({kind: 'text', text: row}));
	return [
		...text(before),
		{kind: 'head', text: rowOf(columns.map(({head}) => head))},
		...rows.map((row): TableRow => ({kind: 'row', text: rowOf(row)})),
		...text(after),
	];
}

/** Takes away from the widest that may shrink until all fit; undefined where they cannot. */
function shrunk(natural: readonly number[], shrinks: readonly boolean[], room: number): number[] | undefined {
	const widths = [...natural];
	for (let over = sum(widths) - room; over > 0; over--) {
		let widest = -1;
		for (const [index, width] of widths.entries()) {
			if (shrinks[index] && width > leastWidth && width > (widths[widest] ?? 0)) widest = index;
		}
		if (widest === -1) return undefined;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
	return widths;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
