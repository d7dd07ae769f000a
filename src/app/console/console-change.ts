import {indexOfId, isPending, lineAt, removeAt, replaceAt} from './console-lines.ts';
import {bytesOf} from './console-bytes.ts';
import {withOpen} from './console-open.ts';
import {appendInOrder, insertInOrder} from './console-order.ts';
import type {ConsoleBuffer} from './console-buffer.ts';
import type {CommandLine, Line} from './console-line.ts';

/** Appends an entry of our own, with its time converted to the service's clock. */
export function append(buffer: ConsoleBuffer, line: Line): ConsoleBuffer {
	const lines = appendInOrder(buffer.lines, {...line, order: line.order - buffer.skewMs});
	return {...buffer, lines, bytes: buffer.bytes + bytesOf(line)};
}

/**
Changes an entry. One that is no longer pending moves to its position in time: that of its answer, or else the end.
*/
export function change(
	buffer: ConsoleBuffer,
	id: string,
	to: (line: CommandLine) => CommandLine,
): ConsoleBuffer {
	const index = indexOfId(buffer.lines, id);
	const line = lineAt(buffer.lines, index);
	if (index === -1 || line?.kind !== 'command') return buffer;
	const next = to(line);
	if (next === line) return buffer;
	const isDated = next.timestamp !== undefined && next.timestamp !== line.timestamp;
	const isSettled = isPending(line) && !isPending(next);
	const bytes = buffer.bytes + bytesOf(next) - bytesOf(line);
	const shared = {...buffer, open: withOpen(buffer.open, next), bytes};
	if (!isDated && !isSettled) return {...shared, lines: replaceAt(buffer.lines, index, next)};
	const others = removeAt(buffer.lines, index);
	const order = isDated ? next.timestamp : undefined;
	const lines = order === undefined ? appendInOrder(others, next) : insertInOrder(others, {...next, order});
	return {...shared, lines};
}

/** Removes a duplicate entry. */
export function removeEntry(buffer: ConsoleBuffer, index: number): ConsoleBuffer {
	const line = lineAt(buffer.lines, index);
	if (index === -1 || !line) return buffer;
	return {...buffer, lines: removeAt(buffer.lines, index), bytes: buffer.bytes - bytesOf(line)};
}
