import {cut, fit, fitRight, widthOf, wrap} from '../../lib/width.ts';
import type {Table} from './answer-table.ts';

/**
One row of a painted table. `text`: a line beside it, as it came; `head`: what stands above the columns; `hidden`: the
heads of columns that had no room, which whoever paints it says in a sentence.
*/
export type TableRow = {kind: 'text' | 'head' | 'row' | 'hidden'; text: string};

const between = '  ';
/** A column that gives way keeps so many columns of the terminal. */
const leastWidth = 10;
/** Before others are left out for it, it may take so many. */
const readableWidth = 16;

type Laid = {places: readonly number[]; widths: readonly number[]};

/**
The table in `width` columns of the terminal. Columns that may shrink give way, the widest first; where names would not
be readable then, columns that may be left out are. Undefined where that is not enough: then the answer is better read
as it came.
*/
export function tableRows(table: Table, width: number): TableRow[] | undefined {
	const {columns, rows, before, after} = table;
	const laid = laidOut(table, width);
	if (!laid) return undefined;
	const {places, widths} = laid;
	const rowOf = (cells: readonly string[]) =>
		places
			.map((place, index) => {
				const [cell = '', room = 0] = [cells[place], widths[index]];
				if (columns[place]?.align === 'right') return fitRight(cell, room);
				return index === places.length - 1 ? cut(cell, room) : fit(cell, room);
			})
			.join(between);
	const text = (lines: readonly string[]) =>
		lines.flatMap(line => wrap(line, width)).map((row): TableRow => ({kind: 'text', text: row}));
	const hidden = columns.filter((_, place) => !places.includes(place)).map(({head}) => head);
	return [
		...text(before),
		...(hidden.length > 0 ? [{kind: 'hidden', text: hidden.join(', ')} as const] : []),
		{kind: 'head', text: rowOf(columns.map(({head}) => head))},
		...rows.map((row): TableRow => ({kind: 'row', text: rowOf(row)})),
		...text(after),
	];
}

/** Which columns are shown, and how wide each of them is. */
function laidOut({columns, rows}: Table, width: number): Laid | undefined {
	const natural = columns.map(({head}, index) =>
		rows.reduce((most, row) => Math.max(most, widthOf(row[index] ?? '')), widthOf(head)),
	);
	const all = columns.map((_, place) => place);
	const inOrder = all
		.filter(place => columns[place]?.gives !== undefined)
		.toSorted((a, b) => (columns[a]?.gives ?? 0) - (columns[b]?.gives ?? 0));
	const widthsOf = (places: readonly number[], least: number) =>
		shrunk(
			places.map(place => natural[place] ?? 0),
			places.map(place => columns[place]?.shrinks === true),
			width - between.length * (places.length - 1),
			least,
		);
	for (let gone = 0; gone <= inOrder.length; gone++) {
		const places = all.filter(place => !inOrder.slice(0, gone).includes(place));
		const isLast = gone === inOrder.length;
		const widths = widthsOf(places, isLast ? leastWidth : readableWidth);
		if (widths) return {places, widths};
	}
	return undefined;
}

/** Takes away from the widest that may shrink until all fit; undefined where they cannot. */
function shrunk(
	natural: readonly number[],
	shrinks: readonly boolean[],
	room: number,
	least: number,
): number[] | undefined {
	const widths = [...natural];
	for (let over = sum(widths) - room; over > 0; over--) {
		let widest = -1;
		for (const [index, width] of widths.entries()) {
			if (shrinks[index] && width > least && width > (widths[widest] ?? 0)) widest = index;
		}
		if (widest === -1) return undefined;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
	return widths;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
