import {sliceOf, withoutOldest} from '../console/lines.ts';
import type {ConsoleBuffer, ConsoleState, Line} from './console.ts';

/** Lines kept for one server. */
export const mostLines = 100_000;
/** Where one is too many, so many go: to drop lines one by one would cost more than to take them in. */
const dropAtOnce = 256;
/** What the lines of all consoles may take together, by `bytesOf`. */
export const mostBytes = 128 * 1024 ** 2;
/** A console gives up no more than that leaves it, however large the others are. */
const leastLines = 500;
/** The sum over all consoles is made once in so many bytes. */
const lookEvery = 256 * 1024;

/** A line besides its texts: the object, its numbers, its places in the list of lines and among the identities. */
const overhead = 400;

/** What a line takes in memory, estimated. */
export function bytesOf(line: Line): number {
	if (line.kind === 'note') return overhead + line.text.length;
	return overhead + line.command.length + (line.response?.length ?? 0);
}

/** The consoles with one that has changed, none of them longer and all together no larger than they may be. */
export function bounded(state: ConsoleState, serverId: string, changed: ConsoleBuffer): ConsoleState {
	const before = state[serverId]?.bytes ?? 0;
	const over = changed.lines.length - mostLines;
	const next = {...state, [serverId]: over > 0 ? dropOldest(changed, over + dropAtOnce - 1) : changed};
	const isMore = Math.floor(changed.bytes / lookEvery) > Math.floor(before / lookEvery);
	return isMore ? within(next, mostBytes) : next;
}

/** The oldest lines go first, those of the consoles that were not looked at for the longest before others. */
function within(state: ConsoleState, most: number): ConsoleState {
	let over = Object.values(state).reduce((sum, {bytes}) => sum + bytes, -most);
	if (over <= 0) return state;
	const next = {...state};
	const byAge = Object.entries(state).sort(([, one], [, other]) => one.lookedAt - other.lookedAt);
	for (const [serverId, buffer] of byAge) {
		const shorter = dropBytes(buffer, over);
		over -= buffer.bytes - shorter.bytes;
		next[serverId] = shorter;
		if (over <= 0) break;
	}
	return next;
}

function dropBytes(buffer: ConsoleBuffer, bytes: number): ConsoleBuffer {
	let [count, freed] = [0, 0];
	for (const chunk of buffer.lines.chunks) {
		if (freed >= bytes || buffer.lines.length - count - chunk.length < leastLines) break;
		count += chunk.length;
		for (const line of chunk) freed += bytesOf(line);
	}
	return dropOldest(buffer, count);
}

function dropOldest(buffer: ConsoleBuffer, count: number): ConsoleBuffer {
	if (count <= 0) return buffer;
	const gone = sliceOf(buffer.lines, 0, count).reduce((sum, line) => sum + bytesOf(line), 0);
	return {
		...buffer,
		lines: withoutOldest(buffer.lines, count),
		bytes: buffer.bytes - gone,
		dropped: buffer.dropped + count,
	};
}
