import type {MeantCell, MeantFrame} from './ink-like.ts';
import {digits, moveCost, normal, onBlank, styleCost, unknown, type Pen} from './oracle-costs.ts';

/**
 * The smallest number of bytes that turn one screen into the next, found by an exhaustive search row by
 * row: every jump, every rewrite of up to nine cells, erasing to the end of the row or a part of it, and
 * every useful style at each step. It shares no code with the program, and is slow.
 */

type Place = {text: string; bytes: number; width: number; style: string};
type Ways = Map<string, {pen: Pen; cost: number}>;

const empty: Place = {text: ' ', bytes: 1, width: 1, style: ''};

/** The frame as a full grid; `undefined` is the right half of a wide character. */
function gridOf(frame: MeantFrame, columns: number, rows: number): (Place | undefined)[][] {
	return Array.from({length: rows}, (_, y) => {
		const row: (Place | undefined)[] = [];
		for (const cell of frame.rows[y] ?? []) {
			row.push(placeOf(cell));
			if (cell.width === 2) row.push(undefined);
		}
		while (row.length < columns) row.push(empty);
		return row;
	});
}

function placeOf({text, width, sgr}: MeantCell): Place {
	return {text, width, bytes: Buffer.byteLength(text), style: text === ' ' ? onBlank(sgr) : normal(sgr)};
}

function keep(ways: Ways, pen: Pen, cost: number): void {
	const key = `${pen.x},${pen.y},${pen.style}`;
	const known = ways.get(key);
	if (!known || cost < known.cost) ways.set(key, {pen, cost});
}

function isSame(a: Place | undefined, b: Place | undefined): boolean {
	return a?.text === b?.text && a?.style === b?.style && a?.width === b?.width;
}

type Row = (Place | undefined)[];

/** All useful paths through one row, from all paths that lead to it. */
function throughRow(arrivals: Ways, old: Row, next: Row, y: number): Ways {
	const width = next.length;
	const changed = next.map((place, x) => !isSame(place, old[x]));
	let textEnd = width;
	while (textEnd > 0 && next[textEnd - 1]?.text === ' ' && next[textEnd - 1]?.style === '') textEnd--;
	const byProgress: Ways[] = Array.from({length: width + 1}, () => new Map());
	byProgress[0] = arrivals;
	const done: Ways = new Map();
	for (const [progress, ways] of byProgress.entries()) {
		const target = changed.indexOf(true, progress);
		for (const {pen, cost} of ways.values()) {
			if (target === -1) {
				keep(done, pen, cost);
				continue;
			}
			for (let x = Math.max(0, target - 8); x <= target; x++) {
				if (next[x] === undefined) continue;
				const there = cost + moveCost(pen, x, y);
				if (x >= textEnd) {
					const style = onBlank(pen.style) === '' ? pen.style : '';
					keep(done, {x, y, style}, there + styleCost(pen.style, style) + 3);
				}
				writeThrough(byProgress, next, {...pen, x, y}, target, there);
			}
			eraseStretch(byProgress, next, changed, pen, {x: target, y}, cost);
		}
	}
	return done;
}

function writeThrough(byProgress: Ways[], next: Row, pen: Pen, target: number, cost: number): void {
	let total = cost;
	let {style} = pen;
	for (let x = pen.x; x <= target; x++) {
		const place = next[x];
		if (!place) continue;
		total += place.bytes;
		if (place.text === ' ' && onBlank(style) === place.style) continue;
		const before = style;
		({style} = place);
		if (place.text === ' ') {
			const ahead = next.slice(x).find(later => later && later.text !== ' ')?.style ?? '';
			// The style of the next text also works for the space if the space looks the same in it.
			if (onBlank(ahead) === place.style) style = ahead;
		}
		total += styleCost(before, style);
	}
	const end = target + (next[target]?.width ?? 1);
	keep(byProgress[end] ?? new Map(), {x: end < next.length ? end : unknown, y: pen.y, style}, total);
}

function eraseStretch(
	byProgress: Ways[],
	next: Row,
	changed: boolean[],
	pen: Pen,
	at: {x: number; y: number},
	cost: number,
): void {
	let end = at.x;
	let last = at.x;
	for (; next[end]?.text === ' ' && next[end]?.style === ''; end++) if (changed[end]) last = end;
	if (end === at.x) return;
	const count = last + 1 - at.x;
	const style = onBlank(pen.style) === '' ? pen.style : '';
	const total = cost + moveCost(pen, at.x, at.y) + styleCost(pen.style, style) + 3 + digits(count);
	keep(byProgress[last + 1] ?? new Map(), {...at, style}, total);
}

/** Rows `top` to `bottom`, which may first be scrolled up by one. */
type Region = {top: number; bottom: number};

export function createOracle(columns: number, rows: number) {
	const blankScreen: MeantFrame = {rows: []};
	let shown = gridOf(blankScreen, columns, rows);
	let pen: Pen = {x: 0, y: 0, style: ''};

	const best = (from: (Place | undefined)[][], start: Pen, startCost: number, frame: MeantFrame) => {
		const wanted = gridOf(frame, columns, rows);
		let ways: Ways = new Map();
		keep(ways, start, startCost);
		for (const [y, row] of wanted.entries()) {
			const old = from[y] ?? [];
			if (row.some((place, x) => !isSame(place, old[x]))) ways = throughRow(ways, old, row, y);
		}
		let least = {pen: start, cost: Infinity};
		for (const way of ways.values()) {
			const {cursor} = frame;
			const cost = way.cost + (cursor ? moveCost(way.pen, cursor.x, cursor.y) : 0);
			if (cost < least.cost) least = {pen: cursor ? {...way.pen, ...cursor} : way.pen, cost};
		}
		return least;
	};

	return {
		/**
		 * Bytes for the next frame: the smallest cell difference, and the smallest one after scrolling the
		 * region.
		 */
		next(frame: MeantFrame, region?: Region): {cells: number; scrolled: number} {
			const plain = best(shown, pen, 0, frame);
			let scrolled = plain;
			if (region) {
				const {top, bottom} = region;
				const moved = shown.map((row, y) =>
					y >= top && y < bottom ? (shown[y + 1] ?? row) : y === bottom ? row.map(() => empty) : row,
				);
				const bytes = 4 + digits(top + 1) + digits(bottom + 1) + 3 + 3;
				const style = onBlank(pen.style) === '' ? pen.style : '';
				const start = {x: 0, y: 0, style};
				const way = best(moved, start, bytes + styleCost(pen.style, style), frame);
				if (way.cost < plain.cost) scrolled = way;
			}
			shown = gridOf(frame, columns, rows);
			({pen} = scrolled);
			return {cells: plain.cost, scrolled: scrolled.cost};
		},
	};
}
