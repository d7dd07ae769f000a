import {activityText} from '../../messages/activity.ts';
import {oldestFirst, placeAfter, sliceOf, withoutOldest} from './console-lines.ts';
import type {ConsoleBuffer, ConsoleState} from './console-buffer.ts';
import type {Line} from './console-line.ts';

/** How many lines are kept of each console. */
export type Scrollback = {lines: number};

/** Where the configuration does not say. */
export const defaultScrollback: Scrollback = {lines: 100_000};
/** Where one is too many, at most this many go: to drop lines one by one would cost more than to take them in. */
const dropAtOnce = 256;
/** What the lines of all consoles may take together, by `bytesOf`. */
export const maxBytes = 128 * 1024 ** 2;
/** This many lines are left to every console; where that is still too much, this many. */
const minLines = [500, 20];
/** The sum over all consoles is made once in this many bytes. */
const lookEvery = 256 * 1024;

/** A line besides its texts: the object, its numbers, its places in the list of lines and among the identities. */
const overhead = 400;

/** What a line takes in memory, estimated. */
export function bytesOf(line: Line): number {
	if (line.kind === 'note') return overhead + activityText(line.activity).length;
	return overhead + line.command.length + (line.response?.length ?? 0);
}

/** The consoles with some that have changed, none longer than `most` lines and all together no larger than they may be. */
export function limitConsoles(
	state: ConsoleState,
	changed: ReadonlyMap<string, ConsoleBuffer>,
	most: number,
): ConsoleState {
	const next = new Map(state);
	let isMore = false;
	for (const [serverId, buffer] of changed) {
		const before = state.get(serverId)?.bytes ?? 0;
		const over = buffer.lines.length - most;
		// Of a small number only a small part goes at once.
		const spare = Math.min(dropAtOnce, most >>> 4);
		next.set(serverId, over > 0 ? dropOldest(buffer, over + spare) : buffer);
		isMore ||= Math.floor(buffer.bytes / lookEvery) > Math.floor(before / lookEvery);
	}
	return isMore ? within(next, maxBytes) : next;
}

/** The oldest lines go first, those of the consoles that were not looked at for the longest before others. */
function within(state: ConsoleState, most: number): ConsoleState {
	let over = state.values().reduce((sum, {bytes}) => sum + bytes, -most);
	if (over <= 0) return state;
	const next = new Map(state);
	const byAge = [...state.keys()].sort((one, other) => lastViewedAt(state, one) - lastViewedAt(state, other));
	for (const least of minLines) {
		for (const serverId of byAge) {
			const buffer = next.get(serverId);
			if (!buffer || over <= 0) continue;
			const shorter = dropBytes(buffer, over, least);
			over -= buffer.bytes - shorter.bytes;
			next.set(serverId, shorter);
		}
	}
	return next;
}

const lastViewedAt = (state: ConsoleState, serverId: string) => state.get(serverId)?.lookedAt ?? 0;

function dropBytes(buffer: ConsoleBuffer, bytes: number, least: number): ConsoleBuffer {
	const most = buffer.lines.length - least;
	let [count, freed] = [0, 0];
	for (const line of oldestFirst(buffer.lines)) {
		if (freed >= bytes || count >= most) break;
		count++;
		freed += bytesOf(line);
	}
	return dropOldest(buffer, count);
}

/** What waits for its answer, or for its turn, stays however much there is of it: its answer needs its line. */
function dropOldest(buffer: ConsoleBuffer, wanted: number): ConsoleBuffer {
	const count = Math.min(wanted, placeAfter(buffer.lines, Infinity));
	if (count <= 0) return buffer;
	const gone = sliceOf(buffer.lines, 0, count);
	return {
		...buffer,
		lines: withoutOldest(buffer.lines, count),
		bytes: gone.reduce((bytes, line) => bytes - bytesOf(line), buffer.bytes),
		dropped: buffer.dropped + count,
		droppedTo: gone.at(-1)?.order ?? buffer.droppedTo,
	};
}
