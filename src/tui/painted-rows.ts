import type {PaintedRows} from '../app/mouse.ts';

/** Records the rows of the lists as last painted: only the paint code knows their positions. */
export type PaintedRowsRecorder = {
	note: (list: keyof PaintedRows, ids: readonly (string | undefined)[]) => void;
	rows: () => PaintedRows;
};

export function createPaintedRows(): PaintedRowsRecorder {
	let rows: PaintedRows = {servers: [], list: []};
	return {
		note: (list, ids) => {
			rows = {...rows, [list]: ids};
		},
		rows: () => rows,
	};
}
