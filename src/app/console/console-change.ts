import {findLastIndex, isPending, lineAt, removeAt, replaceAt} from './console-lines.ts';
import {bytesOf} from './console-bounds.ts';
import {withOpen} from './console-open.ts';
import {appendInOrder, insertInOrder} from './console-order.ts';
import type {ConsoleBuffer} from './console-buffer.ts';
import type {CommandLine, Line} from './console-line.ts';

/** Puts a line of our own at the end, its time being that of the service's clock. */
export function append(buffer: ConsoleBuffer, line: Line): ConsoleBuffer {
	const lines = appendInOrder(buffer.lines, {...line, order: line.order - buffer.skewMs});
	return {...buffer, lines, bytes: buffer.bytes + bytesOf(line)};
}

/** A line that is no longer pending takes its place in time: that of its answer, else the end. */
export function change(
	buffer: ConsoleBuffer,
	id: string,
	to: (line: CommandLine) => CommandLine,
): ConsoleBuffer {
	const index = findLastIndex(buffer.lines, line => line.id === id);
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

/** Takes a line out that is there a second time. */
export function without(buffer: ConsoleBuffer, index: number): ConsoleBuffer {
	const line = lineAt(buffer.lines, index);
	if (index === -1 || !line) return buffer;
	return {...buffer, lines: removeAt(buffer.lines, index), bytes: buffer.bytes - bytesOf(line)};
}
