import {largest} from '../lists/long-lists.ts';
import {fit, fitRight, widthOf} from './width.ts';

/** In terminal columns. */
export type ColumnWidth = {
	min: number;
	/** The widest that it can use. */
	max: number;
	/** Other columns are dropped before this one becomes narrower; default `min`. */
	readable?: number;
};

export type TableColumn = {
	header: string;
	/** Replaces a header that is wider than the column. */
	shortHeader?: string;
	width: ColumnWidth;
	/**
	0 is never dropped. If space is short, the column with the highest number is dropped first; of equal ones, the last.
	*/
	priority: number;
	align?: 'right';
	/** Where a long text is cut; default: at the end. `middle` suits names, whose endings tell them apart. */
	cut?: 'middle';
};

export type FittedColumn<Column extends TableColumn = TableColumn> = {column: Column; width: number};

/**
`gap`: spaces between two columns. `share`: how the remaining columns share the space. `inOrder`: from left to right,
each column gets what it can use; if even the minimums do not fit, the first column shrinks. `evenly`: the widest
columns shrink first, never below their minimum, even if the table becomes too wide.
*/
export type TableOptions = {gap?: number; share?: 'inOrder' | 'evenly'};

/** Drops the columns that do not fit into `available` terminal columns, and sets the widths of the others. */
export function fitColumns<Column extends TableColumn>(
	columns: readonly Column[],
	available: number,
	{gap = 1, share = 'inOrder'}: TableOptions = {},
): FittedColumn<Column>[] {
	let kept = columns.map(column => ({column, width: column.width.readable ?? column.width.min}));
	while (kept.length > 1 && tableWidth(kept, gap) > available) {
		const highest = largest(kept.map(({column}) => column.priority));
		if (highest === 0) break;
		kept = kept.toSpliced(
			kept.findLastIndex(({column}) => column.priority === highest),
			1,
		);
	}
	if (tableWidth(kept, gap) > available) kept = kept.map(({column}) => ({column, width: column.width.min}));
	return share === 'evenly' ? shareEvenly(kept, available, gap) : shareInOrder(kept, available, gap);
}

/** The width of an entire row. */
export const tableWidth = (columns: readonly {width: number}[], gap = 1): number =>
	columns.reduce((sum, {width}) => sum + width, gap * (columns.length - 1));

function shareInOrder<Column extends TableColumn>(
	narrow: readonly FittedColumn<Column>[],
	available: number,
	gap: number,
): FittedColumn<Column>[] {
	let spare = available - tableWidth(narrow, gap);
	return narrow.map(({column, width}) => {
		const more = Math.max(Math.min(0, spare), Math.min(spare, column.width.max - width));
		spare -= more;
		return {column, width: Math.max(Math.min(1, width), width + more)};
	});
}

/** Shrinks the widest columns until all fit. */
function shareEvenly<Column extends TableColumn>(
	narrow: readonly FittedColumn<Column>[],
	available: number,
	gap: number,
): FittedColumn<Column>[] {
	const widths = narrow.map(({column}) => column.width.max);
	let over = tableWidth(
		widths.map(width => ({width})),
		gap,
	);
	for (over -= available; over > 0; over--) {
		let widest = -1;
		for (const [index, width] of widths.entries()) {
			if (width > (narrow[index]?.width ?? 0) && width > (widths[widest] ?? 0)) widest = index;
		}
		if (widest === -1) break;
		widths[widest] = (widths[widest] ?? 0) - 1;
	}
	return narrow.map(({column}, index) => ({column, width: widths[index] ?? 0}));
}

/** The width of a column with the given texts. */
export const widestOf = (texts: readonly string[]): number => largest(texts.map(widthOf));

/** Fits a text into exactly the width of its column. */
export function fitCell(text: string, {column: {align, cut}, width}: FittedColumn): string {
	return align === 'right' ? fitRight(text, width) : fit(text, width, cut);
}

/** Fits a header into exactly the width of its column. */
export function headerCell({column: {header, shortHeader = header, align}, width}: FittedColumn): string {
	const text = widthOf(header) > width ? shortHeader : header;
	return align === 'right' ? fitRight(text, width) : fit(text, width);
}

/** The same with a sign after it, which replaces the last letter of a header that fills its column. */
export function sortedHeaderCell({column: {header, align}, width}: FittedColumn, sign: string): string {
	const text = header.slice(0, Math.max(0, width - widthOf(sign))) + sign;
	return align === 'right' ? fitRight(text, width) : fit(text, width);
}
