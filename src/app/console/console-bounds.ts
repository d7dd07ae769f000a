import {bytesOf, sizesWithout} from './console-bytes.ts';
import {withoutUnneeded} from './console-identities.ts';
import {oldestFirst, placeAfter, sliceOf, withoutOldest} from './console-lines.ts';
import {consoleOutput} from './console-output.ts';
import type {ConsoleBuffer, ConsoleState} from './console-buffer.ts';

/** How many entries are kept per console. */
export type Scrollback = {lines: number};

/** The default of the configuration. */
export const defaultScrollback: Scrollback = {lines: 100_000};
/** Entries are dropped in batches of at most this size: one at a time would cost more than adding them. */
const dropAtOnce = 256;
/** The most that the entries of all consoles may take together, by `bytesOf`. */
export const maxBytes = 128 * 1024 ** 2;
/** Output takes at most this part of a console, so that it does not push out commands and their answers. */
const maxOutputPart = 2;
/** The fewest entries left to every console; if that is still too much, the next number applies. */
const minLines = [500, 20, 0];
/** The least output left to every console before other entries are dropped. */
const minOutput = 500;
/** The total over all consoles is computed once per this many bytes. */
const bytesPerCheck = 256 * 1024;

/**
Merges changed consoles into the state: none has more than `most` entries, and together they stay below `maxBytes`.
*/
export function limitConsoles(
	state: ConsoleState,
	changed: ReadonlyMap<string, ConsoleBuffer>,
	most: number,
): ConsoleState {
	const next = new Map(state);
	let isMore = false;
	for (const [serverId, buffer] of changed) {
		const before = state.get(serverId)?.bytes ?? 0;
		// With a small limit, only a small part is dropped at once.
		const spare = Math.min(dropAtOnce, most >>> 4);
		const outputsOver = buffer.outputs - Math.floor(most / maxOutputPart);
		const shorter = outputsOver > 0 ? consoleOutput.dropOldest(buffer, outputsOver + spare) : buffer;
		const over = shorter.lines.length - most;
		next.set(serverId, forgetDropped(over > 0 ? dropOldest(shorter, over + spare) : shorter));
		isMore ||= Math.floor(buffer.bytes / bytesPerCheck) > Math.floor(before / bytesPerCheck);
	}
	return isMore ? limitBytes(next, maxBytes) : next;
}

/** Forgets identities of dropped entries, which would otherwise accumulate for the entire session. */
function forgetDropped(buffer: ConsoleBuffer): ConsoleBuffer {
	const known = buffer.dropped > 0 ? withoutUnneeded(buffer.known, buffer.lines.length) : buffer.known;
	return known === buffer.known ? buffer : {...buffer, known};
}

/** Drops the oldest entries first, starting with the consoles that were viewed least recently. */
function limitBytes(state: ConsoleState, most: number): ConsoleState {
	let over = state.values().reduce((sum, {bytes}) => sum + bytes, -most);
	if (over <= 0) return state;
	const next = new Map(state);
	const byAge = [...state.keys()].sort((one, other) => lastViewedAt(state, one) - lastViewedAt(state, other));
	for (const serverId of byAge) {
		const buffer = next.get(serverId);
		if (!buffer || over <= 0 || buffer.outputs <= minOutput) continue;
		const shorter = consoleOutput.dropOldest(buffer, buffer.outputs - minOutput, over);
		over -= buffer.bytes - shorter.bytes;
		next.set(serverId, shorter);
	}
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

const lastViewedAt = (state: ConsoleState, serverId: string) => state.get(serverId)?.viewedAt ?? 0;

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

/** Drops the oldest entries. Pending and queued commands always stay, because their answers need their entries. */
function dropOldest(buffer: ConsoleBuffer, wanted: number): ConsoleBuffer {
	const count = Math.min(wanted, placeAfter(buffer.lines, Infinity));
	if (count <= 0) return buffer;
	const gone = sliceOf(buffer.lines, 0, count);
	return {
		...buffer,
		lines: withoutOldest(buffer.lines, count),
		...sizesWithout(buffer, gone),
		dropped: buffer.dropped + count,
		droppedTo: gone.at(-1)?.order ?? buffer.droppedTo,
	};
}
