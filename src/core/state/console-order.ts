import type {Line} from './console.ts';

/** It has no place in time yet. */
export const isPending = (line: Line) =>
	line.kind === 'command' && (line.status === 'pending' || line.status === 'queued');

/** Puts a line where its `order` says; what is pending stays last. */
export const insertInOrder = (lines: readonly Line[], line: Line): readonly Line[] =>
	lines.toSpliced(placeInOrder(lines, line), 0, line);

/** The index at which a line belongs. */
export function placeInOrder(lines: readonly Line[], line: Line): number {
	let index = lines.length;
	while (index > 0) {
		const before = lines[index - 1];
		if (before === undefined || (before.order <= line.order && !isPending(before))) break;
		index--;
	}
	return index;
}

/** Puts a line of our own at the end, whatever the service's clock says of the lines before. */
export function appendInOrder(lines: readonly Line[], line: Line): readonly Line[] {
	const last = lines.findLast(before => !isPending(before));
	const order = Math.max(line.order, last?.order ?? line.order);
	return isPending(line) ? [...lines, {...line, order}] : insertInOrder(lines, {...line, order});
}
