import {copyOf, type Grid, isBlank, isSame, move, type Pen, shiftRows} from './cells.ts';
import {isSimple, spillOf} from './graphemes.ts';
import {findShift, scrollBytes} from './scroll.ts';
import type {Styles} from './styles.ts';

/** The current and the intended grid of the terminal, and its cursor and style. Both grids have the same size. */
export type Change = {shown: Grid; wanted: Grid; pen: Pen; styles: Styles};

/** Longer gaps of unchanged cells are never rewritten: a jump takes at most nine bytes. */
const longestRewrite = 8;
/** Below this number of bytes, scrolling cannot be shorter. */
const worthScrolling = 60;

/** `rows`: the ones that differed; undefined if rows were moved as well. */
type Encoded = {bytes: string; pen: Pen; rows: readonly number[] | undefined};

/**
Returns the bytes that turn the screen `shown` into `wanted`, and the resulting pen. Does not change its
arguments.
*/
export function encode(change: Change, options: {scroll: boolean}): Encoded {
	const painted = paint(change);
	const cost = Buffer.byteLength(painted.bytes);
	if (!options.scroll || cost < worthScrolling) return painted;
	const shift = findShift(change.shown, change.wanted);
	if (!shift) return painted;
	const shown = copyOf(change.shown);
	shiftRows(shown, shift.top, shift.bottom, shift.by);
	const scroll = scrollBytes(change, shift);
	const repaired = paint({...change, shown, pen: scroll.pen});
	const bytes = scroll.bytes + repaired.bytes;
	return Buffer.byteLength(bytes) < cost ? {bytes, pen: repaired.pen, rows: undefined} : painted;
}

/** Cells before `spoiltEnd` in the row are rewritten even if they seem unchanged. */
type Painter = Change & {bytes: string; spoiltEnd: number};

function paint(change: Change): Encoded {
	const painter = {...change, pen: {...change.pen}, bytes: '', spoiltEnd: 0};
	const rows: number[] = [];
	for (let y = 0; y < change.wanted.rows; y++) if (paintRow(painter, y)) rows.push(y);
	return {bytes: painter.bytes, pen: painter.pen, rows};
}

/** Returns whether the row differed. */
function paintRow(painter: Painter, y: number): boolean {
	const {wanted} = painter;
	const start = y * wanted.columns;
	const end = start + wanted.columns;
	let i = nextChange(painter, start, end);
	if (i === end) return false;
	let textEnd = end;
	while (textEnd > start && isBlank(wanted, textEnd - 1)) textEnd--;
	while (i < end) {
		if (isBlank(wanted, i) && i >= painter.spoiltEnd) {
			const blankEnd = i >= textEnd ? end : blanksUntil(wanted, i, textEnd);
			if (erase(painter, i, blankEnd, end)) {
				i = nextChange(painter, blankEnd, end);
				continue;
			}
		}
		approach(painter, i, start);
		writeCell(painter, i, end);
		i = nextChange(painter, i + (wanted.width[i] || 1), end);
	}
	return true;
}

/** Hot path: runs over the entire screen for every frame. */
function nextChange({shown, wanted, spoiltEnd}: Painter, from: number, end: number): number {
	let i = from;
	if (i < Math.min(spoiltEnd, end)) return i;
	const [before, now] = [shown.text, wanted.text];
	const [styleBefore, style] = [shown.style, wanted.style];
	const [widthBefore, width] = [shown.width, wanted.width];
	while (i < end && before[i] === now[i] && styleBefore[i] === style[i] && widthBefore[i] === width[i]) i++;
	return i;
}

function blanksUntil(grid: Grid, from: number, end: number): number {
	let i = from;
	while (i < end && isBlank(grid, i)) i++;
	return i;
}

/**
Clears the blanks from `i` to `blankEnd` with EL or ECH if that is shorter than writing spaces. Both fill with
the current background only in some terminals, so they run in a style without one.
*/
function erase(painter: Painter, i: number, blankEnd: number, end: number): boolean {
	const {shown, wanted, pen} = painter;
	let last = blankEnd - 1;
	while (isSame(shown, last, wanted, last)) last--;
	const spaces = last + 1 - i;
	let sequence = '\x1b[K';
	let after = 0;
	if (blankEnd < end) {
		sequence = `\x1b[${spaces}X`;
		const next = nextChange(painter, blankEnd, end);
		if (next < end) after = 5 - Math.min(5, next - last - 1);
	}
	if (spaces <= sequence.length + after) return false;
	approach(painter, i, i - (i % wanted.columns));
	if (painter.styles.blankOf(pen.style) !== 0) setStyle(painter, 0);
	painter.bytes += sequence;
	return true;
}

/** Moves the pen to cell `i`: by a jump, or by rewriting the few unchanged cells in between if that is shorter. */
function approach(painter: Painter, i: number, rowStart: number): void {
	const {pen, wanted} = painter;
	const x = i - rowStart;
	const y = rowStart / wanted.columns;
	if (pen.x === x && pen.y === y) return;
	let bytes = move(pen, x, y);
	let {style} = pen;
	let cost = bytes.length + landingCost(painter, style, i);
	for (const from of pen.x > 0 ? [pen.x, 0] : [0]) {
		if (from >= x || x - from > longestRewrite) continue;
		const gap = rewriteCells(painter, rowStart + from, i);
		if (!gap) continue;
		const rewrite = move(pen, from, y) + gap.bytes;
		const rewriteCost = Buffer.byteLength(rewrite) + landingCost(painter, gap.style, i);
		if (rewriteCost >= cost) continue;
		bytes = rewrite;
		cost = rewriteCost;
		style = gap.style;
	}
	painter.bytes += bytes;
	painter.pen = {x, y, style};
}

/** Returns the number of bytes for changing to the style of cell `i` from `style`. */
function landingCost({wanted, styles}: Painter, style: number, i: number): number {
	return styles.change(style, styleFor(wanted, styles, style, i)).length;
}

/**
Returns the cells from `from` to `end` as bytes; undefined if a cell there is not simple or belongs to a cut
pair.
*/
function rewriteCells(
	painter: Painter,
	from: number,
	end: number,
): {bytes: string; style: number} | undefined {
	const {wanted, styles} = painter;
	let {style} = painter.pen;
	let bytes = '';
	if (wanted.width[from] === 0) return undefined;
	for (let i = from; i < end; i++) {
		if (wanted.width[i] === 0) continue;
		const text = wanted.text[i] ?? ' ';
		if (!isSimple(text)) return undefined;
		const next = styleFor(wanted, styles, style, i);
		bytes += styles.change(style, next) + text;
		style = next;
	}
	return {bytes, style};
}

/** Returns the style to write cell `i` in: the current one if it looks the same on a blank, else the cell's own. */
function styleFor(wanted: Grid, styles: Styles, current: number, i: number): number {
	const style = wanted.style[i] ?? 0;
	return wanted.text[i] === ' ' && styles.blankOf(current) === style ? current : style;
}

function setStyle(painter: Painter, style: number): void {
	painter.bytes += painter.styles.change(painter.pen.style, style);
	painter.pen.style = style;
}

/** Writes the cell at the pen. */
function writeCell(painter: Painter, i: number, end: number): void {
	const {wanted, styles, pen} = painter;
	const text = wanted.text[i] ?? ' ';
	const width = wanted.width[i] || 1;
	let style = styleFor(wanted, styles, pen.style, i);
	if (text === ' ' && style !== pen.style) style = styleAhead(painter, i, end);
	setStyle(painter, style);
	if (isSimple(text)) {
		painter.bytes += text;
		pen.x += width;
	} else {
		// Some terminals draw it narrower than we count, so anything that could remain of the old cells is
		// cleared first.
		const x = pen.x;
		if (width === 2) {
			painter.bytes += '  ';
			pen.x = -1;
			painter.bytes += move(pen, x, pen.y);
		}
		painter.bytes += text;
		pen.x = -1;
		painter.spoiltEnd = Math.max(painter.spoiltEnd, i + width + spillOf(text, width));
	}
	if (pen.x >= wanted.columns) pen.x = -1;
}

/**
Returns the style for a blank that needs another style: that of the following text, if the blank looks the
same in it.
*/
function styleAhead({wanted, styles}: Painter, i: number, end: number): number {
	const style = wanted.style[i] ?? 0;
	let at = i + 1;
	while (at < end && wanted.text[at] === ' ' && wanted.style[at] === style) at++;
	const next = at < end ? (wanted.style[at] ?? 0) : style;
	return styles.blankOf(next) === style ? next : style;
}
