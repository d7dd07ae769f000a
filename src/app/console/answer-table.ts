export type TableColumn = {
	head: string;
	align?: 'right';
	/** May be cut where there is no room for all of it; ids and numbers may not. */
	shrinks?: true;
	/** May be left out where there is no room; the least number goes first. */
	gives?: number;
};

/** An answer that lists things: its rows, each with a cell for each column, and the lines around them as they came. */
export type Table = {
	columns: readonly TableColumn[];
	rows: readonly (readonly string[])[];
	before: readonly string[];
	after: readonly string[];
};
