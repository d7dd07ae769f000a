import {findLast, insertAt, isPending, placeAfter, type Lines} from './console-lines.ts';
import type {Line} from './console-line.ts';

/** Inserts an entry at its `order`; pending entries stay last. */
export const insertInOrder = (lines: Lines, line: Line): Lines =>
	insertAt(lines, placeAfter(lines, line.order), line);

/** Appends an entry of our own, whatever the service's clock says about the entries before it. */
export function appendInOrder(lines: Lines, line: Line): Lines {
	const last = findLast(lines, before => !isPending(before));
	const order = Math.max(line.order, last?.order ?? line.order);
	const placed = {...line, order};
	return isPending(line) ? insertAt(lines, lines.length, placed) : insertInOrder(lines, placed);
}
