import {blank, createGrid, put, resized, type Grid} from './cells.ts';
import {graphemesOf, simpleWidth} from './graphemes.ts';
import type {Styles} from './styles.ts';

/** The screen Ink means: what a terminal would show that cuts long lines instead of wrapping them. */
export type Screen = ReturnType<typeof createScreen>;

/** A whole CSI sequence: private mark, parameters, intermediates, final byte (ECMA-48, 5.4). */
const csi = /\x1b\[([<=>?]?)([\d;:]*)([ -/]*)([@-~])/y;
/** Sequences that end by a terminator of their own (OSC, DCS, PM, APC, SOS); never beyond the line they began in. */
const stringSequence = /\x1b[\]P^_X][^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?/y;
const otherEscape = /\x1b[ -/]*[0-~]?/y;
/** The beginning of a CSI sequence at the end of a write: the rest comes with the next one. */
const unfinished = /\x1b(?:\[[<=>?]?[\d;:]{0,64})?$/;

/**
Reads what Ink 8 writes on the alternate screen: lines of text with SGR, and its own cursor moves and erasures
(ink/build/log-update.js, cursor-helpers.js). Nothing else in the text acts: other sequences vanish, control
characters become question marks.
*/
export function createScreen(columns: number, rows: number, styles: Styles) {
	let grid = createGrid(columns, rows);
	let x = 0;
	let y = 0;
	let style = 0;
	let visible = true;
	let rest = '';

	const show = (text: string, width: number) => {
		if (x + width <= grid.columns) put(grid, x, y, text, width, text === ' ' ? styles.blankOf(style) : style);
		else if (x < grid.columns) put(grid, x, y, ' ', 1, styles.blankOf(style));
		x += width;
	};
	const newline = () => {
		x = 0;
		if (y < grid.rows - 1) y++;
		else scrollUp(grid);
	};
	const erase = (from: number, to: number) => blank(grid, from, Math.min(to, grid.columns * grid.rows));
	const moveTo = (column: number, row: number) => {
		x = Math.max(0, Math.min(column, grid.columns - 1));
		y = Math.max(0, Math.min(row, grid.rows - 1));
	};
	const obey = (final: string, first: number, second: number) => {
		const count = Math.max(1, first);
		const here = y * grid.columns + Math.min(x, grid.columns);
		const rowStart = y * grid.columns;
		if (final === 'A') moveTo(x, y - count);
		else if (final === 'B') moveTo(x, y + count);
		else if (final === 'C') moveTo(x + count, y);
		else if (final === 'D') moveTo(x - count, y);
		else if (final === 'E') moveTo(0, y + count);
		else if (final === 'F') moveTo(0, y - count);
		else if (final === 'G') moveTo(count - 1, y);
		else if (final === 'H') moveTo(Math.max(1, second) - 1, count - 1);
		else if (first > 2) return;
		else if (final === 'J') erase(first === 0 ? here : 0, first === 1 ? here + 1 : Infinity);
		else if (final === 'K') {
			erase(first === 0 ? here : rowStart, first === 1 ? here + 1 : rowStart + grid.columns);
		}
	};
	/** Takes the escape sequence at `at` and returns where the text goes on. */
	const escape = (text: string, at: number): number => {
		csi.lastIndex = at;
		const sequence = csi.exec(text);
		if (sequence) {
			const [, mark, parameters = '', between, final = ''] = sequence;
			if (mark === '?' && parameters === '25') visible = final === 'h';
			else if (mark !== '' || between !== '') return csi.lastIndex;
			else if (final === 'm') style = styles.after(style, parameters);
			else {
				const [first, second] = parameters.split(';').map(Number);
				obey(final, first ?? 0, second ?? 0);
			}
			return csi.lastIndex;
		}
		const other = /[\]P^_X]/.test(text[at + 1] ?? '') ? stringSequence : otherEscape;
		other.lastIndex = at;
		other.test(text);
		return Math.max(at + 1, other.lastIndex);
	};
	/** Nearly all there is: units that stand alone in one column each, on cells that are no pairs. Returns where they end. */
	const printRun = (text: string, from: number): number => {
		const blankStyle = styles.blankOf(style);
		let at = from;
		for (let i = y * grid.columns + x; x < grid.columns && grid.width[i] === 1; i++) {
			const unit = text.charCodeAt(at);
			if (simpleWidth(unit) !== 1 || !standsAlone(text, at + 1)) break;
			grid.text[i] = text.charAt(at);
			grid.style[i] = unit === 0x20 ? blankStyle : style;
			x++;
			at++;
		}
		return at;
	};
	/** Shows the printable text at `from` and returns where it ends. */
	const print = (text: string, from: number): number => {
		const at = printRun(text, from);
		if (at > from) return at;
		const unit = text.charCodeAt(at);
		const width = simpleWidth(unit);
		if (width > 0 && standsAlone(text, at + 1)) {
			show(text.charAt(at), width);
			return at + 1;
		}
		let end = at + 1;
		while (end < text.length && !isControl(text.charCodeAt(end)) && !isBoundary(text, end)) end++;
		for (const grapheme of graphemesOf(text.slice(at, end))) show(grapheme.text, grapheme.width);
		return end;
	};

	return {
		grid: () => grid,
		cursor: () => ({x: Math.min(x, grid.columns - 1), y, visible}),
		showCursor(isVisible: boolean) {
			visible = isVisible;
		},
		write(chunk: string): void {
			const text = rest + chunk;
			const cut = unfinished.exec(text)?.index ?? text.length;
			rest = text.slice(cut);
			for (let at = 0; at < cut;) {
				const unit = text.charCodeAt(at);
				if (unit === 0x1b) at = escape(text, at);
				else if (!isControl(unit)) at = print(text, at);
				else {
					if (unit === 0x0a) newline();
					else if (unit === 0x09) show(' ', 1);
					else if (unit !== 0x0d || text.charCodeAt(at + 1) !== 0x0a) show('?', 1);
					at++;
				}
			}
		},
		/** An empty screen with the cursor in its corner, as after entering the alternate screen. */
		reset(): void {
			erase(0, Infinity);
			[x, y, style, rest] = [0, 0, 0, ''];
		},
		resize(nextColumns: number, nextRows: number): void {
			grid = resized(grid, nextColumns, nextRows);
			moveTo(x, y);
		},
		/** After the style table was renumbered. */
		restyle(renumbered: (id: number) => number): void {
			style = renumbered(style);
			for (const [i, id] of grid.style.entries()) grid.style[i] = renumbered(id);
		},
	};
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

/** Whether nothing at `at` can belong to the grapheme before it. */
function standsAlone(text: string, at: number): boolean {
	if (at >= text.length) return true;
	const unit = text.charCodeAt(at);
	return simpleWidth(unit) > 0 || isControl(unit);
}

function isBoundary(text: string, at: number): boolean {
	return simpleWidth(text.charCodeAt(at - 1)) > 0 && simpleWidth(text.charCodeAt(at)) > 0;
}
