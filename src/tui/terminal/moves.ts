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
