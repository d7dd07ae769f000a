import type {TableColumn} from '../../lib/table-layout.ts';

/** A column of an answer; its texts say how wide it is. */
export type AnswerColumn = Pick<TableColumn, 'header' | 'align'> & {
	/** May be cut where there is no room for all of it; ids and numbers may not. */
	shrinks?: true;
	/** May be left out where there is no room; the highest number goes first. Without one it always stays. */
	priority?: number;
};

/** An answer that lists things: its rows, each with a cell for each column, and the lines around them as they came. */
export type Table = {
	columns: readonly AnswerColumn[];
	rows: readonly (readonly string[])[];
	before: readonly string[];
	after: readonly string[];
};
