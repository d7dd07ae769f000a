import type {TableColumn} from '../../lib/table-layout.ts';

/** A column of an answer. Its texts determine its width. */
export type AnswerColumn = Pick<TableColumn, 'header' | 'align'> & {
	/** May be cut if there is no room; ids and numbers may not. */
	shrinks?: true;
	/** May be dropped if there is no room; the highest number goes first. Without one, the column always stays. */
	priority?: number;
};

/** An answer that lists items: its rows, with one cell per column, and the original lines around them. */
export type Table = {
	columns: readonly AnswerColumn[];
	rows: readonly (readonly string[])[];
	before: readonly string[];
	after: readonly string[];
};
