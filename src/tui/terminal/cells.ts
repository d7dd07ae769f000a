/**
The cells of a screen, row by row. `text` is the grapheme, ' ' if empty; `width` is 1, or 2 for the left half
of a wide pair and 0 for its right half (whose text is ''); `style` is an index of the style table.
*/
export type Grid = {
	readonly columns: number;
	readonly rows: number;
	readonly text: string[];
	readonly width: Uint8Array;
	readonly style: Uint32Array;
};

/** Creates a blank grid in the plain style. */
export function createGrid(columns: number, rows: number): Grid {
	const size = columns * rows;
	return {
		columns,
		rows,
		text: Array<string>(size).fill(' '),
		width: new Uint8Array(size).fill(1),
		style: new Uint32Array(size),
	};
}

export function copyOf(grid: Grid): Grid {
	return {...grid, text: [...grid.text], width: grid.width.slice(), style: grid.style.slice()};
}

/** Copies one row between grids of the same size. */
export function copyRow(target: Grid, source: Grid, y: number): void {
	const [start, end] = [y * source.columns, (y + 1) * source.columns];
	for (let i = start; i < end; i++) {
		target.text[i] = source.text[i] ?? ' ';
		target.width[i] = source.width[i] ?? 1;
		target.style[i] = source.style[i] ?? 0;
	}
}

/** Returns the grid in another size with the cells that both sizes have, without halves of pairs. */
export function resizeGrid(grid: Grid, columns: number, rows: number): Grid {
	const next = createGrid(columns, rows);
	for (let y = 0; y < Math.min(rows, grid.rows); y++) {
		for (let x = 0; x < Math.min(columns, grid.columns); x++) {
			const i = y * grid.columns + x;
			const width = grid.width[i] ?? 1;
			if (width > 0 && x + width <= columns) put(next, x, y, grid.text[i] ?? ' ', width, grid.style[i] ?? 0);
		}
	}
	return next;
}

/** Blanks the cells from index `from` to `to` (exclusive). A pair that is cut is blanked entirely. */
export function blank(grid: Grid, from: number, to: number): void {
	if (from >= to) return;
	const start = grid.width[from] === 0 ? from - 1 : from;
	const end = grid.width[to] === 0 ? to + 1 : to;
	grid.text.fill(' ', start, end);
	grid.width.fill(1, start, end);
	grid.style.fill(0, start, end);
}

/**
Writes one grapheme; the other half of a pair that it overwrites becomes blank. The caller ensures that it
fits.
*/
export function put(grid: Grid, x: number, y: number, text: string, width: number, style: number): void {
	const i = y * grid.columns + x;
	if (grid.width[i] !== 1 || (width === 2 && grid.width[i + 1] !== 1)) blank(grid, i, i + width);
	grid.text[i] = text;
	grid.width[i] = width;
	grid.style[i] = style;
	if (width === 2) {
		grid.text[i + 1] = '';
		grid.width[i + 1] = 0;
		grid.style[i + 1] = style;
	}
}

export function isSame(a: Grid, i: number, b: Grid, j: number): boolean {
	return a.text[i] === b.text[j] && a.style[i] === b.style[j] && a.width[i] === b.width[j];
}

export function isBlank(grid: Grid, i: number): boolean {
	return grid.text[i] === ' ' && grid.style[i] === 0;
}

/** Moves rows `top` to `bottom` up by `by` (down if negative); the freed rows are blank. */
export function shiftRows(grid: Grid, top: number, bottom: number, by: number): void {
	const {columns} = grid;
	const from = (by > 0 ? top + by : top) * columns;
	const length = (bottom - top + 1 - Math.abs(by)) * columns;
	const to = from - by * columns;
	grid.text.copyWithin(to, from, from + length);
	grid.width.copyWithin(to, from, from + length);
	grid.style.copyWithin(to, from, from + length);
	if (by > 0) blank(grid, (bottom + 1 - by) * columns, (bottom + 1) * columns);
	else blank(grid, top * columns, (top - by) * columns);
}

/**
The cursor position of the terminal and the style it writes in. `x` is -1 if the column is unknown: after the
last column, and after characters that terminals disagree about. `y` and `style` are -1 if nothing is known.
*/
export type Pen = {x: number; y: number; style: number};

/**
Returns the fewest bytes that move the cursor to a cell; works whether or not the line discipline turns LF
into CR LF.
*/
export function move(pen: Pen, x: number, y: number): string {
	if (pen.x === x && pen.y === y) return '';
	let best = absolute(x, y);
	if (pen.y < 0) return best;
	const down = y - pen.y;
	const verticalMove = vertical(down);
	const fromMargin =
		(down > 0 && down < verticalMove.length ? '\n'.repeat(down) : verticalMove) + sideways(0, x);
	const viaMargin = pen.x === 0 ? fromMargin : `\r${fromMargin}`;
	if (viaMargin.length < best.length) best = viaMargin;
	if (pen.x >= 0) {
		const direct = verticalMove + sideways(pen.x, x);
		if (direct.length < best.length) best = direct;
	} else if (down === 0) {
		const column = `\x1b[${x + 1}G`;
		if (column.length < best.length) best = column;
	}
	return best;
}

function absolute(x: number, y: number): string {
	const row = y === 0 ? '' : String(y + 1);
	return x === 0 ? `\x1b[${row}H` : `\x1b[${row};${x + 1}H`;
}

function vertical(down: number): string {
	if (down === 0) return '';
	const count = Math.abs(down);
	return `\x1b[${count === 1 ? '' : count}${down > 0 ? 'B' : 'A'}`;
}

/** Moves along the row from a known column. */
function sideways(from: number, to: number): string {
	if (from === to) return '';
	if (to === 0) return '\r';
	const count = Math.abs(to - from);
	if (to < from && count <= 3) return '\b'.repeat(count);
	const relative = `\x1b[${count === 1 ? '' : count}${to > from ? 'C' : 'D'}`;
	const column = `\x1b[${to + 1}G`;
	return column.length < relative.length ? column : relative;
}
