import type {Line} from './console-line.ts';
import {pushAll} from '../../lib/long-lists.ts';

/** A few hundred entries. Chunks are immutable, so they can serve as cache keys. */
export type Chunk = readonly Line[];

/**
The entries of a console, oldest first. A change makes a new value that shares all but one or two chunks with the
previous one, so that adding an entry costs the same with a thousand or a hundred thousand entries.
*/
export type Lines = {readonly length: number; readonly chunks: readonly Chunk[]};

export const chunkSize = 256;
/** A chunk is split in two when it grows to this size. */
export const maxInChunk = 2 * chunkSize;

/** Whether an entry has no position in time yet. */
export const isPending = (line: Line) =>
	line.kind === 'command' && (line.status === 'pending' || line.status === 'queued');

export const noLines: Lines = {length: 0, chunks: []};

export function linesOf(entries: readonly Line[]): Lines {
	const chunks: Chunk[] = [];
	for (let from = 0; from < entries.length; from += chunkSize)
		chunks.push(entries.slice(from, from + chunkSize));
	return {length: entries.length, chunks};
}

/** Returns the entry at an index; a negative index counts from the end. */
export function lineAt(lines: Lines, index: number): Line | undefined {
	const [place, within] = findPlace(lines, index < 0 ? lines.length + index : index);
	return lines.chunks[place]?.[within];
}

/** Returns the entries from index `from` up to, but not including, `to`. */
export function sliceOf(lines: Lines, from: number, to = lines.length): Line[] {
	const found: Line[] = [];
	let start = 0;
	for (const chunk of lines.chunks) {
		if (start >= to) break;
		if (start + chunk.length > from) pushAll(found, chunk.slice(Math.max(0, from - start), to - start));
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

export function* newestFirst({chunks}: Lines): Generator<Line> {
	for (let place = chunks.length - 1; place >= 0; place--) {
		const chunk = chunks[place] ?? [];
		for (let within = chunk.length - 1; within >= 0; within--) {
			const line = chunk[within];
			if (line) yield line;
		}
	}
}

/** Returns the index of the newest entry that passes, or -1. Searches from the end, where most matches are. */
export function findLastIndex({length, chunks}: Lines, passes: (line: Line) => boolean): number {
	let end = length;
	for (let place = chunks.length - 1; place >= 0; place--) {
		const chunk = chunks[place] ?? [];
		end -= chunk.length;
		const within = chunk.findLastIndex(passes);
		if (within !== -1) return end + within;
	}
	return -1;
}

export function findLast(lines: Lines, passes: (line: Line) => boolean): Line | undefined {
	const index = findLastIndex(lines, passes);
	return index === -1 ? undefined : lineAt(lines, index);
}

export const replaceAt = (lines: Lines, index: number, line: Line): Lines =>
	changeAt(lines, index, (chunk, within) => chunk.with(within, line));

export const removeAt = (lines: Lines, index: number): Lines =>
	changeAt(lines, index, (chunk, within) => chunk.toSpliced(within, 1));

/** Inserts an entry before the one at `index`; the length appends it. */
export function insertAt(lines: Lines, index: number, line: Line): Lines {
	const last = lines.chunks.at(-1);
	if (index >= lines.length) {
		const isFull = last === undefined || last.length >= chunkSize;
		const chunks = isFull
			? [...lines.chunks, [line]]
			: lines.chunks.with(lines.chunks.length - 1, [...last, line]);
		return {length: lines.length + 1, chunks};
	}
	return changeAt(lines, index, (chunk, within) => chunk.toSpliced(within, 0, line));
}

export function withoutOldest({length, chunks}: Lines, count: number): Lines {
	let left = Math.min(count, length);
	let place = 0;
	for (let chunk = chunks[0]; chunk && chunk.length <= left; chunk = chunks[++place]) left -= chunk.length;
	const [first, ...rest] = chunks.slice(place);
	return {
		length: Math.max(0, length - count),
		chunks: first && left > 0 ? [first.slice(left), ...rest] : chunks.slice(place),
	};
}

/**
Returns the first index whose entry is later than `order` or still pending. Entries are in order up to the pending ones.
*/
export function placeAfter({length, chunks}: Lines, order: number): number {
	const isAfter = (line: Line) => line.order > order || isPending(line);
	let index = length;
	for (let place = chunks.length - 1; place >= 0; place--) {
		const chunk = chunks[place] ?? [];
		index -= chunk.length;
		const first = chunk[0];
		if (first && isAfter(first) && place > 0) continue;
		return index + findFirstIndex(chunk, isAfter);
	}
	return 0;
}

/** A list kept in chunks, most of which later versions share. */
export type Chunked<Item> = {readonly chunks: readonly (readonly Item[])[]};

/** Returns the items that are in one version and not in the other. Shared chunks cost nothing. */
export function diffChunks<Old extends object, New extends Old>(
	before: Chunked<Old>,
	after: Chunked<New>,
): {removed: Old[]; added: New[]} {
	const [oldChunks, newChunks] = [
		new Set<readonly Old[]>(before.chunks),
		new Set<readonly Old[]>(after.chunks),
	];
	const old = before.chunks.filter(chunk => !newChunks.has(chunk)).flat();
	const now = after.chunks.filter(chunk => !oldChunks.has(chunk)).flat();
	const [oldItems, newItems] = [new Set<Old>(old), new Set<Old>(now)];
	return {removed: old.filter(item => !newItems.has(item)), added: now.filter(item => !oldItems.has(item))};
}

/** Returns the first index in a chunk whose entry passes, if all after it pass too. */
function findFirstIndex(chunk: Chunk, passes: (line: Line) => boolean): number {
	let from = 0;
	let to = chunk.length;
	while (from < to) {
		const middle = (from + to) >>> 1;
		const line = chunk[middle];
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

function changeAt(lines: Lines, index: number, to: (chunk: Chunk, within: number) => Chunk): Lines {
	const [place, within] = findPlace(lines, index);
	const chunk = lines.chunks[place];
	if (!chunk) return lines;
	const next = to(chunk, within);
	const length = lines.length + next.length - chunk.length;
	if (next.length === 0) return {length, chunks: lines.chunks.toSpliced(place, 1)};
	if (next.length < maxInChunk) return {length, chunks: lines.chunks.with(place, next)};
	const half = next.length >>> 1;
	return {length, chunks: lines.chunks.toSpliced(place, 1, next.slice(0, half), next.slice(half))};
}
