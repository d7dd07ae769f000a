import {largest} from './long-lists.ts';
import {fit, fitRight, widthOf} from './width.ts';

/** In columns of the terminal. */
export type ColumnWidth = {
	min: number;
	/** As many as it can use. */
	max: number;
	/** Other columns are dropped before this one gets narrower; `min` where it is not given. */
	readable?: number;
};

export type TableColumn = {
	header: string;
	/** Replaces a header that is wider than its column. */
	shortHeader?: string;
	width: ColumnWidth;
	/** 0 always stays. Where space is short, the column with the highest number goes first; of equal ones the last. */
	priority: number;
	align?: 'right';
	/** Where a text that is too long gives way: names have their ends in common. */
	cut?: 'middle';
};

export type FittedColumn<Column extends TableColumn = TableColumn> = {column: Column; width: number};

/**
`gap`: the spaces between two columns. `share`: how the columns that stay share the space. `inOrder`: each from left to
right gets what it can use, and where even the minimum does not fit the first gives way. `evenly`: the widest gives way
first, and none gets narrower than its minimum, even where the table gets too wide.
*/
export type TableOptions = {gap?: number; share?: 'inOrder' | 'evenly'};

/** Drops the columns that have no room in `available` columns of the terminal, and gives the others their widths. */
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

/** The width of a whole row. */
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

/** Takes away from the widest until all fit. */
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

/** The width of a column whose texts are all known. */
export const widestOf = (texts: readonly string[]): number => largest(texts.map(widthOf));

/** The text in exactly the width of its column. */
export function fitCell(text: string, {column: {align, cut}, width}: FittedColumn): string {
	return align === 'right' ? fitRight(text, width) : fit(text, width, cut);
}

/** What is above a column, in exactly its width. */
export function headerCell({column: {header, shortHeader = header, align}, width}: FittedColumn): string {
	const text = widthOf(header) > width ? shortHeader : header;
	return align === 'right' ? fitRight(text, width) : fit(text, width);
}
