import {blank, createGrid, put, resizeGrid, type Grid} from './cells.ts';
import {graphemesOf, simpleWidth} from './graphemes.ts';
import type {Styles} from './styles.ts';

/** The screen that Ink intends: what a terminal shows if it cuts long lines instead of wrapping them. */
export type Screen = ReturnType<typeof createScreen>;

/** A complete CSI sequence: private mark, parameters, intermediates, final byte (ECMA-48, 5.4). */
const csi = /\x1b\[([<=>?]?)([\d;:]*)([ -/]*)([@-~])/y;
/** Sequences with their own terminator (OSC, DCS, PM, APC, SOS); never longer than the line. */
const stringSequence = /\x1b[\]P^_X][^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?/y;
const otherEscape = /\x1b[ -/]*[0-~]?/y;
/** The start of a CSI sequence at the end of a write; the next write has the rest. */
const unfinished = /\x1b(?:\[[<=>?]?[\d;:]{0,64})?$/;

/**
Parses what Ink 8 writes on the alternate screen: lines of text with SGR, and its own cursor moves and
erasures (ink/build/log-update.js, cursor-helpers.js). Nothing else in the text has an effect: other sequences
are dropped, control characters become question marks.
*/
export function createScreen(columns: number, rows: number, styles: Styles) {
	const screen: Painted = {grid: createGrid(columns, rows), x: 0, y: 0, style: 0, visible: true, styles};
	let rest = '';

	return {
		grid: () => screen.grid,
		cursor: () => ({x: Math.min(screen.x, screen.grid.columns - 1), y: screen.y, visible: screen.visible}),
		showCursor(isVisible: boolean) {
			screen.visible = isVisible;
		},
		write(chunk: string): void {
			const text = rest + chunk;
			const cut = unfinished.exec(text)?.index ?? text.length;
			rest = text.slice(cut);
			for (let at = 0; at < cut;) {
				const unit = text.charCodeAt(at);
				if (unit === 0x1b) at = escape(screen, text, at);
				else if (!isControl(unit)) at = print(screen, text, at);
				else {
					if (unit === 0x0a) newline(screen);
					else if (unit === 0x09) show(screen, ' ', 1);
					else if (unit !== 0x0d || text.charCodeAt(at + 1) !== 0x0a) show(screen, '?', 1);
					at++;
				}
			}
		},
		/** Clears the screen and homes the cursor, as after entering the alternate screen. */
		reset(): void {
			erase(screen, 0, Infinity);
			[screen.x, screen.y, screen.style, rest] = [0, 0, 0, ''];
		},
		resize(nextColumns: number, nextRows: number): void {
			screen.grid = resizeGrid(screen.grid, nextColumns, nextRows);
			moveTo(screen, screen.x, screen.y);
		},
		/** Updates the style after the style table was renumbered. */
		restyle(renumbered: (id: number) => number): void {
			screen.style = renumbered(screen.style);
			for (const [i, id] of screen.grid.style.entries()) screen.grid.style[i] = renumbered(id);
		},
	};
}

/** The cells, the cursor among them, and the current style. */
type Painted = {grid: Grid; x: number; y: number; style: number; visible: boolean; styles: Styles};

function show(screen: Painted, text: string, width: number): void {
	if (screen.x + width <= screen.grid.columns)
		put(
			screen.grid,
			screen.x,
			screen.y,
			text,
			width,
			text === ' ' ? screen.styles.blankOf(screen.style) : screen.style,
		);
	else if (screen.x < screen.grid.columns)
		put(screen.grid, screen.x, screen.y, ' ', 1, screen.styles.blankOf(screen.style));
	screen.x += width;
}

function newline(screen: Painted): void {
	screen.x = 0;
	if (screen.y < screen.grid.rows - 1) screen.y++;
	else scrollUp(screen.grid);
}

const erase = ({grid}: Painted, from: number, to: number) =>
	blank(grid, from, Math.min(to, grid.columns * grid.rows));

function moveTo(screen: Painted, column: number, row: number): void {
	screen.x = Math.max(0, Math.min(column, screen.grid.columns - 1));
	screen.y = Math.max(0, Math.min(row, screen.grid.rows - 1));
}

function applyCsi(screen: Painted, final: string, first: number, second: number): void {
	const count = Math.max(1, first);
	const here = screen.y * screen.grid.columns + Math.min(screen.x, screen.grid.columns);
	const rowStart = screen.y * screen.grid.columns;
	if (final === 'A') moveTo(screen, screen.x, screen.y - count);
	else if (final === 'B') moveTo(screen, screen.x, screen.y + count);
	else if (final === 'C') moveTo(screen, screen.x + count, screen.y);
	else if (final === 'D') moveTo(screen, screen.x - count, screen.y);
	else if (final === 'E') moveTo(screen, 0, screen.y + count);
	else if (final === 'F') moveTo(screen, 0, screen.y - count);
	else if (final === 'G') moveTo(screen, count - 1, screen.y);
	else if (final === 'H') moveTo(screen, Math.max(1, second) - 1, count - 1);
	else if (first > 2) return;
	else if (final === 'J') erase(screen, first === 0 ? here : 0, first === 1 ? here + 1 : Infinity);
	else if (final === 'K') {
		erase(screen, first === 0 ? here : rowStart, first === 1 ? here + 1 : rowStart + screen.grid.columns);
	}
}

/** Processes the escape sequence at `at` and returns where the text continues. */
function escape(screen: Painted, text: string, at: number): number {
	csi.lastIndex = at;
	const sequence = csi.exec(text);
	if (sequence) {
		const [, mark, parameters = '', between, final = ''] = sequence;
		if (mark === '?' && parameters === '25') screen.visible = final === 'h';
		else if (mark !== '' || between !== '') return csi.lastIndex;
		else if (final === 'm') screen.style = screen.styles.after(screen.style, parameters);
		else {
			const [first, second] = parameters.split(';').map(Number);
			applyCsi(screen, final, first ?? 0, second ?? 0);
		}
		return csi.lastIndex;
	}
	const other = /[\]P^_X]/.test(text[at + 1] ?? '') ? stringSequence : otherEscape;
	other.lastIndex = at;
	other.test(text);
	return Math.max(at + 1, other.lastIndex);
}

/**
Prints a run of single-column units over cells that are not pairs, which is nearly everything. Returns where
the run ends.
*/
function printRun(screen: Painted, text: string, from: number): number {
	const blankStyle = screen.styles.blankOf(screen.style);
	let at = from;
	const {grid} = screen;
	for (let i = screen.y * grid.columns + screen.x; screen.x < grid.columns && grid.width[i] === 1; i++) {
		const unit = text.charCodeAt(at);
		if (simpleWidth(unit) !== 1 || !startsGrapheme(text, at + 1)) break;
		grid.text[i] = text.charAt(at);
		grid.style[i] = unit === 0x20 ? blankStyle : screen.style;
		screen.x++;
		at++;
	}
	return at;
}

/** Prints the text at `from` and returns where it ends. */
function print(screen: Painted, text: string, from: number): number {
	const at = printRun(screen, text, from);
	if (at > from) return at;
	const unit = text.charCodeAt(at);
	const width = simpleWidth(unit);
	if (width > 0 && startsGrapheme(text, at + 1)) {
		show(screen, text.charAt(at), width);
		return at + 1;
	}
	let end = at + 1;
	while (end < text.length && !isControl(text.charCodeAt(end)) && !isBoundary(text, end)) end++;
	for (const grapheme of graphemesOf(text.slice(at, end))) show(screen, grapheme.text, grapheme.width);
	return end;
}

function scrollUp(grid: Grid): void {
	const {columns} = grid;
	grid.text.copyWithin(0, columns);
	grid.width.copyWithin(0, columns);
	grid.style.copyWithin(0, columns);
	blank(grid, (grid.rows - 1) * columns, grid.rows * columns);
}

function isControl(unit: number): boolean {
	return unit < 0x20 || (unit >= 0x7f && unit < 0xa0);
}

/** Returns whether nothing at `at` can belong to the preceding grapheme. */
function startsGrapheme(text: string, at: number): boolean {
	if (at >= text.length) return true;
	const unit = text.charCodeAt(at);
	return simpleWidth(unit) > 0 || isControl(unit);
}

function isBoundary(text: string, at: number): boolean {
	return simpleWidth(text.charCodeAt(at - 1)) > 0 && simpleWidth(text.charCodeAt(at)) > 0;
}
