import type {PaintedRows} from '../app/mouse.ts';

/** The rows of the lists as they were painted last: only the painter knows where each is. */
export type PaintedRowsNote = {
	note: (list: keyof PaintedRows, ids: readonly (string | undefined)[]) => void;
	rows: () => PaintedRows;
};

export function createPaintedRows(): PaintedRowsNote {
	let rows: PaintedRows = {servers: [], list: []};
	return {
		note: (list, ids) => {
			rows = {...rows, [list]: ids};
		},
		rows: () => rows,
	};
}
