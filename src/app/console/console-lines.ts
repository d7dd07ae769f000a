import {deepEqual} from '../../lib/deep-equal.ts';
import {pushAll} from '../../lib/long-lists.ts';
import {Chunk} from './chunk.ts';
import type {Line} from './console-line.ts';

/**
The entries of a console, oldest first. A change makes a new value that shares all but one or two chunks with the
previous one, so that adding an entry costs the same with a thousand or a hundred thousand entries.
*/
export type Lines = {readonly length: number; readonly chunks: readonly Chunk[]};

export const chunkSize = 256;
/** A chunk is split in two when it grows to this size. */
export const maxInChunk = 2 * chunkSize;
/** The newest full chunks are read often, and so stay unpacked. */
const unpackedChunks = 2;

/** Whether an entry has no position in time yet. */
export const isPending = (line: Line) =>
	line.kind === 'command' && (line.status === 'pending' || line.status === 'queued');

export const noLines: Lines = {length: 0, chunks: []};

export function linesOf(entries: readonly Line[]): Lines {
	const chunks: Chunk[] = [];
	for (let from = 0; from < entries.length; from += chunkSize)
		chunks.push(new Chunk(entries.slice(from, from + chunkSize)));
	return {length: entries.length, chunks: packOld(chunks)};
}

/** Packs all chunks but the newest. */
export function packOld(chunks: readonly Chunk[]): readonly Chunk[] {
	for (const chunk of chunks.slice(0, -1 - unpackedChunks)) chunk.pack();
	return chunks;
}

/** Returns the entry at an index; a negative index counts from the end. */
export function lineAt(lines: Lines, index: number): Line | undefined {
	const [place, within] = findPlace(lines, index < 0 ? lines.length + index : index);
	return lines.chunks[place]?.entries[within];
}

/** Returns the entries from index `from` up to, but not including, `to`. */
export function sliceOf(lines: Lines, from: number, to = lines.length): Line[] {
	const found: Line[] = [];
	let start = 0;
	for (const chunk of lines.chunks) {
		if (start >= to) break;
		if (start + chunk.length > from)
			pushAll(found, chunk.entries.slice(Math.max(0, from - start), to - start));
		start += chunk.length;
	}
	return found;
}

/** Returns the newest `count` entries, oldest first. */
export const newestOf = (lines: Lines, count: number): Line[] =>
	sliceOf(lines, Math.max(0, lines.length - count));

export function* oldestFirst({chunks}: Lines): Generator<Line> {
	for (const chunk of chunks) yield* chunk;
}

/** `mayHave`: whether a chunk may have what is searched for. The entries of the others are left out, and stay packed. */
export function* newestFirst(
	{chunks}: Lines,
	mayHave: (chunk: Chunk) => boolean = () => true,
): Generator<Line> {
	for (const chunk of chunks.toReversed()) {
		if (!mayHave(chunk)) continue;
		const {entries} = chunk;
		for (let within = entries.length - 1; within >= 0; within--) {
			const line = entries[within];
			if (line) yield line;
		}
	}
}

/** Returns the index of the newest entry that passes, or -1. Searches from the end, where most matches are. */
export const findLastIndex = (
	lines: Lines,
	passes: (line: Line) => boolean,
	mayHave: (chunk: Chunk) => boolean = () => true,
): number => lastIndexIn(lines, chunk => (mayHave(chunk) ? chunk.entries.findLastIndex(passes) : -1));

export const indexOfId = (lines: Lines, id: string): number =>
	lastIndexIn(lines, chunk => chunk.lastIndexWith('id', id));

function lastIndexIn({length, chunks}: Lines, lastIn: (chunk: Chunk) => number): number {
	let end = length;
	for (const chunk of chunks.toReversed()) {
		end -= chunk.length;
		const within = lastIn(chunk);
		if (within !== -1) return end + within;
	}
	return -1;
}

export function findLast(lines: Lines, passes: (line: Line) => boolean): Line | undefined {
	const index = findLastIndex(lines, passes);
	return index === -1 ? undefined : lineAt(lines, index);
}

export const replaceAt = (lines: Lines, index: number, line: Line): Lines =>
	changeAt(lines, index, (entries, within) => entries.with(within, line));

export const removeAt = (lines: Lines, index: number): Lines =>
	changeAt(lines, index, (entries, within) => entries.toSpliced(within, 1));

/** Inserts an entry before the one at `index`; the length appends it. */
export function insertAt(lines: Lines, index: number, line: Line): Lines {
	const last = lines.chunks.at(-1);
	if (index >= lines.length) {
		const isFull = last === undefined || last.length >= chunkSize;
		const chunks = isFull
			? packOld([...lines.chunks, new Chunk([line])])
			: lines.chunks.with(lines.chunks.length - 1, new Chunk([...last.entries, line]));
		return {length: lines.length + 1, chunks};
	}
	return changeAt(lines, index, (entries, within) => entries.toSpliced(within, 0, line));
}

export function withoutOldest({length, chunks}: Lines, count: number): Lines {
	let left = Math.min(count, length);
	let place = 0;
	for (let chunk = chunks[0]; chunk && chunk.length <= left; chunk = chunks[++place]) left -= chunk.length;
	const [first, ...rest] = chunks.slice(place);
	return {
		length: Math.max(0, length - count),
		chunks: first && left > 0 ? [new Chunk(first.entries.slice(left)), ...rest] : chunks.slice(place),
	};
}

/**
Returns the first index whose entry is later than `order` or still pending. Entries are in order up to the pending ones.
*/
export function placeAfter({length, chunks}: Lines, order: number): number {
	const isAfter = (line: Line) => line.order > order || isPending(line);
	let index = length;
	for (let place = chunks.length - 1; place >= 0; place--) {
		const chunk = chunks[place];
		if (!chunk) break;
		index -= chunk.length;
		if (chunk.first && isAfter(chunk.first) && place > 0) continue;
		return index + findFirstIndex(chunk.entries, isAfter);
	}
	return 0;
}

/** Returns the entries that are in one version and not in the other. Shared chunks cost nothing. */
export function diffChunks(before: Lines, after: Lines): {removed: Line[]; added: Line[]} {
	const [oldChunks, newChunks] = [new Set(before.chunks), new Set(after.chunks)];
	const old = before.chunks.filter(chunk => !newChunks.has(chunk)).flatMap(({entries}) => entries);
	const now = after.chunks.filter(chunk => !oldChunks.has(chunk)).flatMap(({entries}) => entries);
	return {removed: withoutThose(old, now), added: withoutThose(now, old)};
}

/** Entries that were packed in the meantime are equal, but not identical. */
function withoutThose(entries: readonly Line[], others: readonly Line[]): Line[] {
	const identical = new Set(others);
	const byId = new Map(others.map(line => [line.id, line]));
	return entries.filter(line => !identical.has(line) && !deepEqual(line, byId.get(line.id)));
}

/** Returns the first index in a chunk whose entry passes, if all after it pass too. */
function findFirstIndex(entries: readonly Line[], passes: (line: Line) => boolean): number {
	let from = 0;
	let to = entries.length;
	while (from < to) {
		const middle = (from + to) >>> 1;
		const line = entries[middle];
		if (line && passes(line)) to = middle;
		else from = middle + 1;
	}
	return from;
}

/** Returns the chunk of an index and the index within it, searching from the nearer end. */
export function findPlace({length, chunks}: Lines, index: number): readonly [place: number, within: number] {
	if (index < length / 2) {
		let start = 0;
		for (const [place, chunk] of chunks.entries()) {
			if (index < start + chunk.length) return [place, index - start];
			start += chunk.length;
		}
		return [chunks.length, 0];
	}
	let end = length;
	for (let place = chunks.length - 1; place >= 0; place--) {
		end -= chunks[place]?.length ?? 0;
		if (index >= end) return [place, index - end];
	}
	return [-1, 0];
}

function changeAt(
	lines: Lines,
	index: number,
	to: (entries: readonly Line[], within: number) => readonly Line[],
): Lines {
	const [place, within] = findPlace(lines, index);
	const chunk = lines.chunks[place];
	if (!chunk) return lines;
	const next = to(chunk.entries, within);
	const length = lines.length + next.length - chunk.length;
	if (next.length === 0) return {length, chunks: lines.chunks.toSpliced(place, 1)};
	if (next.length < maxInChunk) return {length, chunks: lines.chunks.with(place, new Chunk(next))};
	const half = next.length >>> 1;
	const [older, newer] = [new Chunk(next.slice(0, half)), new Chunk(next.slice(half))];
	return {length, chunks: packOld(lines.chunks.toSpliced(place, 1, older, newer))};
}
