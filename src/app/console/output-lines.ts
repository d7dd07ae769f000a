import type {Line} from './console-line.ts';
import {Chunk} from './chunk.ts';
import {chunkSize, findPlace, linesOf, maxInChunk, packOld, type Lines} from './console-lines.ts';

/** Inserts entries that belong together before the one at `index`; the length appends them. */
export function insertAllAt(lines: Lines, index: number, entries: readonly Line[]): Lines {
	if (entries.length === 0) return lines;
	const [place, within] =
		index >= lines.length ? [lines.chunks.length - 1, undefined] : findPlace(lines, index);
	const chunk = lines.chunks[place] ?? new Chunk([]);
	const at = within ?? chunk.length;
	// Chunks before it stay as they are.
	const isFull = within === undefined && chunk.length >= chunkSize;
	const changed = isFull
		? [chunk, ...linesOf(entries).chunks]
		: splitLarge([...chunk.entries.slice(0, at), ...entries, ...chunk.entries.slice(at)]);
	return {
		length: lines.length + entries.length,
		chunks: packOld([
			...lines.chunks.slice(0, Math.max(0, place)),
			...changed,
			...lines.chunks.slice(place + 1),
		]),
	};
}

const splitLarge = (entries: readonly Line[]): readonly Chunk[] =>
	entries.length < maxInChunk ? [new Chunk(entries)] : linesOf(entries).chunks;

/** Chunks that are known to have no output of the game. */
const withoutOutput = new WeakSet<Chunk>();

function hasOutput(chunk: Chunk): boolean {
	if (withoutOutput.has(chunk)) return false;
	if (chunk.lastIndexWith('kind', 'output') !== -1) return true;
	withoutOutput.add(chunk);
	return false;
}

/** Removes the oldest entries that are output of the game, and returns them too. Stops once `isEnough`. */
export function withoutOldestOutput(
	{length, chunks}: Lines,
	isEnough: (gone: readonly Line[]) => boolean,
): {lines: Lines; gone: readonly Line[]} {
	const gone: Line[] = [];
	const kept: Chunk[] = [];
	let place = 0;
	for (let chunk = chunks[0]; chunk && !isEnough(gone); chunk = chunks[++place]) {
		if (!hasOutput(chunk)) {
			kept.push(chunk);
			continue;
		}
		const rest = chunk.entries.filter(line => line.kind !== 'output' || isEnough(gone) || !gone.push(line));
		const last = kept.at(-1);
		// Small remainders are joined: access takes longer the more chunks there are.
		if (last && last.length + rest.length <= chunkSize) kept[kept.length - 1] = new Chunk([...last, ...rest]);
		else if (rest.length > 0) kept.push(new Chunk(rest));
	}
	return {lines: {length: length - gone.length, chunks: packOld([...kept, ...chunks.slice(place)])}, gone};
}
