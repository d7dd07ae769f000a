import type {ScreenColumn} from './list-screen.ts';
import {largest} from '../../lib/long-lists.ts';

/** A column as it is painted. */
export type FittedColumn = ScreenColumn & {width: number};

/**
The columns that have room, one space between them. Where space is short those with the highest `drop` go; what is
left over goes to the columns from left to right, to each no more than it can use.
*/
export function fitColumns(columns: readonly ScreenColumn[], width: number): FittedColumn[] {
	let kept = [...columns];
	while (kept.length > 1 && needed(kept) > width) {
		const highest = largest(kept.map(({drop}) => drop));
		if (highest === 0) break;
		kept = kept.toSpliced(
			kept.findLastIndex(({drop}) => drop === highest),
			1,
		);
	}
	let spare = width - needed(kept);
	return kept.map(column => {
		const more = Math.max(Math.min(0, spare), Math.min(spare, column.most - column.least));
		spare -= more;
		return {...column, width: Math.max(1, column.least + more)};
	});
}

const needed = (columns: readonly ScreenColumn[]) =>
	columns.reduce((sum, {least}) => sum + least, columns.length - 1);
