import {findLast, insertAt, isPending, placeAfter, type Lines} from './console-lines.ts';
import type {Line} from './console-line.ts';

/** Puts a line where its `order` says; what is pending stays last. */
export const insertInOrder = (lines: Lines, line: Line): Lines =>
	insertAt(lines, placeAfter(lines, line.order), line);

/** Puts a line of our own at the end, whatever the service's clock says of the lines before. */
export function appendInOrder(lines: Lines, line: Line): Lines {
	const last = findLast(lines, before => !isPending(before));
	const order = Math.max(line.order, last?.order ?? line.order);
	const placed = {...line, order};
	return isPending(line) ? insertAt(lines, lines.length, placed) : insertInOrder(lines, placed);
}
