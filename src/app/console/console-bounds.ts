import {activityText} from '../../messages/activity.ts';
import {oldestFirst, placeAfter, sliceOf, withoutOldest, withoutOldestOutput} from './console-lines.ts';
import type {ConsoleBuffer, ConsoleState} from './console-buffer.ts';
import type {Line} from './console-line.ts';
import {outputText} from './output-text.ts';

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
/** The fewest entries left to every console; if that is still too much, the second number applies. */
const minLines = [500, 20];
/** The least output left to every console before other entries are dropped. */
const minOutput = 500;
/** The total over all consoles is computed once per this many bytes. */
const bytesPerCheck = 256 * 1024;

/**
The size of an entry without its texts: the object, its numbers, and its places in the list of entries and among the
identities.
*/
const overhead = 400;

/** Returns the estimated memory of an entry, in bytes. */
export function bytesOf(line: Line): number {
	if (line.kind === 'note') return overhead + activityText(line.activity).length;
	if (line.kind === 'output') return overhead + outputText(line).length;
	return overhead + line.command.length + (line.response?.length ?? 0);
}

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
		const shorter = outputsOver > 0 ? dropOutput(buffer, outputsOver + spare) : buffer;
		const over = shorter.lines.length - most;
		next.set(serverId, over > 0 ? dropOldest(shorter, over + spare) : shorter);
		isMore ||= Math.floor(buffer.bytes / bytesPerCheck) > Math.floor(before / bytesPerCheck);
	}
	return isMore ? limitBytes(next, maxBytes) : next;
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
		const shorter = dropOutput(buffer, buffer.outputs - minOutput, over);
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

/** Drops the oldest output, at most `count` entries or `bytes`, and keeps everything else. */
function dropOutput(buffer: ConsoleBuffer, count: number, bytes = Infinity): ConsoleBuffer {
	let [counted, freed] = [0, 0];
	const {lines, gone} = withoutOldestOutput(buffer.lines, dropped => {
		for (let line = dropped[counted]; line; line = dropped[++counted]) freed += bytesOf(line);
		return counted >= count || freed >= bytes;
	});
	return {
		...buffer,
		lines,
		...sizesWithout(buffer, gone),
		droppedOutputs: buffer.droppedOutputs + gone.length,
	};
}

const isOutput = ({kind}: Line) => kind === 'output';

const sizesWithout = ({bytes, outputs}: ConsoleBuffer, gone: readonly Line[]) => ({
	bytes: gone.reduce((sum, line) => sum - bytesOf(line), bytes),
	outputs: outputs - gone.filter(isOutput).length,
});
