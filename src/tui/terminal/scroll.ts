import {type Grid, isSame, type Pen} from './cells.ts';
import type {Styles} from './styles.ts';

/** Rows `top` to `bottom` (inclusive, zero-based) move up by `by` rows, or down if it is negative. */
export type Shift = {top: number; bottom: number; by: number};

/** Length of the part of a row, from its first changed cell on, that must be found again to count as moved. */
const anchorLength = 24;
/** A shift must save at least this number of cells. */
const minGain = 16;

/**
Returns the shift of full rows after which the fewest cells differ; undefined if none is worthwhile. Rows need
not match completely: beside a pane that does not move, the matching cells are weighed against those to
repair.
*/
export function findShift(shown: Grid, wanted: Grid): Shift | undefined {
	const by = likelyDistance(shown, wanted);
	if (by === 0) return undefined;
	const {rows} = wanted;
	const first = Math.max(0, -by);
	const last = rows - 1 - Math.max(0, by);
	let best = {sum: minGain, from: -1, to: -1};
	let run = {sum: 0, from: first};
	for (let y = first; y <= last; y++) {
		if (run.sum <= 0) run = {sum: 0, from: y};
		run.sum += matches(shown, y + by, wanted, y) - matches(shown, y, wanted, y);
		if (run.sum > best.sum) best = {sum: run.sum, from: run.from, to: y};
	}
	if (best.from < 0) return undefined;
	return {top: best.from + Math.min(0, by), bottom: best.to + Math.max(0, by), by};
}

/** Returns the distance that most changed rows seem to have moved; 0 if no two rows agree. */
function likelyDistance(shown: Grid, wanted: Grid): number {
	const {rows, columns} = wanted;
	const votes = new Map<number, number>();
	for (let y = 0; y < rows; y++) {
		const anchor = anchorOf(shown, wanted, y);
		if (anchor === undefined) continue;
		const length = Math.min(anchorLength, (y + 1) * columns - anchor);
		for (let other = 0; other < rows; other++) {
			const from = anchor + (other - y) * columns;
			let at = 0;
			while (at < length && isSame(shown, from + at, wanted, anchor + at)) at++;
			if (at === length) votes.set(other - y, (votes.get(other - y) ?? 0) + 1);
		}
	}
	let best = 0;
	let most = 1;
	for (const [by, count] of votes) {
		if (count > most || (count === most && best !== 0 && Math.abs(by) < Math.abs(best))) {
			[best, most] = [by, count];
		}
	}
	return best;
}

/** Returns the index of the first changed cell of a row that is not blank. */
function anchorOf(shown: Grid, wanted: Grid, y: number): number | undefined {
	const start = y * wanted.columns;
	for (let i = start; i < start + wanted.columns; i++) {
		if (wanted.text[i] !== ' ' && wanted.width[i] !== 0 && !isSame(shown, i, wanted, i)) return i;
	}
	return undefined;
}

function matches(shown: Grid, row: number, wanted: Grid, y: number): number {
	const {columns} = wanted;
	let count = 0;
	for (let x = 0; x < columns; x++) {
		if (isSame(shown, row * columns + x, wanted, y * columns + x)) count++;
	}
	return count;
}

/**
Returns the bytes of a shift: a scroll region, then line feeds at its bottom or reverse line feeds at its top,
in a style without a background, which the new rows would take on. Every terminal has those; SU and SD are
missing on the Linux console.
*/
export function scrollBytes(
	{styles, pen, wanted}: {styles: Styles; pen: Pen; wanted: Grid},
	{top, bottom, by}: Shift,
): {bytes: string; pen: Pen} {
	const isPlain = styles.blankOf(pen.style) === 0;
	const style = isPlain ? pen.style : 0;
	const isWhole = top === 0 && bottom === wanted.rows - 1;
	const region = isWhole ? '' : `\x1b[${top + 1};${bottom + 1}r`;
	const steps = by > 0 ? `\x1b[${bottom + 1}H${'\n'.repeat(by)}` : `\x1b[${top + 1}H${'\x1bM'.repeat(-by)}`;
	return {
		bytes: `${styles.change(pen.style, style)}${region}${steps}${isWhole ? '' : '\x1b[r'}`,
		// Resetting the region homes the cursor on most terminals; we do not rely on it.
		pen: {x: -1, y: -1, style},
	};
}
