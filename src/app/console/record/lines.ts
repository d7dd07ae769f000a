import type {Activity} from '../../../actions/activity.ts';
import type {CommandOrigin, CommandStatus} from '../../../actions/memorable.ts';
import type {OutputKind} from '../../../contract/packets.ts';
import type {Failure} from '../../kernel/state/failure.ts';
import {consoleMessages} from '../../../messages/console.ts';
import {
	lastIndexWith,
	type PackedRecords,
	packRecords,
	unpackRecords,
} from '../../../lib/lists/packed-records.ts';
import {deepEqual} from '../../../lib/json/depth.ts';
import {pushAll} from '../../../lib/lists/long-lists.ts';

/**
One command and its outcome. `me`, `probe`: sent by this session or `elsewhere` by the same user. `other`: received; only
the local service says `by` whom. `queued`: waiting for its turn after `ahead` others. `recalled`: canceled before it
was sent. `pending`: waiting for the answer. `sent`: plain RCON, whose answer comes by the feed or a poll. `answered`:
`response` is the output, undefined if the service gave none. `timeout`: no answer, but it may have run; `response` is
then the output of another command if the answer named one. `late`: answered after the timeout. `failed`: refused or not
sent. `abandoned`: we stopped waiting, but it may still run.
*/
export type CommandLine = {
	kind: 'command';
	id: string;
	origin: CommandOrigin;
	/** For `me` and `probe`, sent outside this session: from the shell, or by another or earlier session. */
	elsewhere?: 'shell' | 'session';
	/** For `other`: the name of the sender, if the service sends it. */
	by?: string;
	command: string;
	status: 'queued' | 'recalled' | 'pending' | Exclude<CommandStatus, 'waiting'>;
	/** Our time when it was sent, which never changes; for others' commands, the service's time if known. Epoch ms. */
	at: number;
	/** The number of commands before it on its node. */
	ahead?: number;
	/** Our time when it was sent; undefined for others' commands. */
	sentAt: number | undefined;
	/** The same time by `clock.monotonic`, for latencies; known only for commands of this session. */
	sentTick?: number;
	/** Our time when the answer was received; undefined for the answer to our own request. */
	receivedAt: number | undefined;
	receivedTick?: number;
	/** Position in the console; never smaller than that of the previous entry. */
	order: number;
	response: string | undefined;
	/** Only silence shows the end of the answer: more may have followed. */
	endedBySilence?: true;
	commandId: string | undefined;
	/** The service's timestamp of the answer, unchanged; part of its identity if there is no commandId. */
	timestamp: number | undefined;
	latencyMs: number | undefined;
	timeoutMs: number | undefined;
	failure: Failure | undefined;
	/** How an answer that arrived separately from its request was matched. */
	matched: 'id' | 'text' | undefined;
	/** How the answer reached us. */
	via: 'answer' | 'feed' | 'poll' | undefined;
};

/** An event on the server: a state change, one of our actions, or its outcome. */
export type NoteLine = {
	kind: 'note';
	id: string;
	at: number;
	order: number;
	activity: Activity;
	/** An action on several servers is in the console of each. Combined views show only the first one. */
	isRepeat?: true;
};

/**
A line of unsolicited game output, or the number of lines that the service omitted. `isDated`: `at` is by the
service's clock, else ours.
*/
export type OutputLine = {
	kind: 'output';
	id: string;
	at: number;
	order: number;
	isDated: boolean;
	printed: {kind: OutputKind; text: string} | {kind: 'omitted'; count: number};
};

export type Line = CommandLine | NoteLine | OutputLine;

/** When an answer arrived: epoch ms, and by `clock.monotonic` if known. */
export type Arrival = {at: number; tick?: number};

/**
Returns the time from sending a command to its answer, in ms; undefined for a command that this session did not send.
Uses the monotonic clock if both ends are known, because the wall clock may have been adjusted in between.
*/
export function latencyOf(
	{sentAt, sentTick}: Pick<CommandLine, 'sentAt' | 'sentTick'>,
	{at, tick}: Arrival,
): number | undefined {
	if (sentTick !== undefined && tick !== undefined) return tick - sentTick;
	return sentAt === undefined ? undefined : Math.max(0, at - sentAt);
}

/** Formats a latency: `214ms`, or `12.4s` from ten seconds on. */
export const latencyText = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)}ms` : secondsText(ms));

/** Formats seconds: `2.5s`. */
export const secondsText = (ms: number): string => `${Math.round(ms / 100) / 10}s`;

/** Returns a line as the game printed it, or how many lines are missing. */
export const outputText = ({printed}: OutputLine): string =>
	printed.kind === 'omitted' ? consoleMessages.output.omitted(printed.count) : printed.text;

/** A field that some entries have. */
type Field = keyof CommandLine;

/** A few hundred entries of a console. Chunks are immutable, so they can serve as cache keys. */
export class Chunk implements Iterable<Line> {
	readonly length: number;
	/** The first entry, which searches by time compare. */
	readonly first: Line | undefined;
	#entries: readonly Line[] | PackedRecords<Line>;
	/** The entries of a packed chunk while they are in use. */
	#unpacked: WeakRef<readonly Line[]> | undefined;

	constructor(entries: readonly Line[]) {
		this.length = entries.length;
		this.first = entries[0];
		this.#entries = entries;
	}

	/** The entries; those of a packed chunk are equal, but not identical, each time that nobody has used them for a while. */
	get entries(): readonly Line[] {
		if (!('groups' in this.#entries)) return this.#entries;
		const known = this.#unpacked?.deref();
		if (known) return known;
		const entries = unpackRecords(this.#entries);
		this.#unpacked = new WeakRef(entries);
		return entries;
	}

	/**
	The entries for one pass over many chunks, not kept for the next use: what a `WeakRef` holds survives all collections of
	the young generation, whose pauses then reach 90 ms.
	*/
	entriesOnce(): readonly Line[] {
		if (!('groups' in this.#entries)) return this.#entries;
		return this.#unpacked?.deref() ?? unpackRecords(this.#entries);
	}

	/** Returns the index of the last entry with this value in a field, or -1. Unpacks nothing, so it suits long searches. */
	lastIndexWith(field: Field, value: unknown): number {
		return 'groups' in this.#entries
			? lastIndexWith(this.#entries, field, value)
			: this.#entries.findLastIndex((line: Partial<Record<Field, unknown>>) => line[field] === value);
	}

	get isPacked(): boolean {
		return 'groups' in this.#entries;
	}

	/** Lets its entries take less memory, as suits those that nobody looks at. */
	pack(): this {
		if (!('groups' in this.#entries)) this.#entries = packRecords(this.#entries);
		return this;
	}

	[Symbol.iterator](): Iterator<Line> {
		return this.entries[Symbol.iterator]();
	}
}

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

function findLast(lines: Lines, passes: (line: Line) => boolean): Line | undefined {
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

/** Inserts an entry at its `order`; pending entries stay last. */
export const insertInOrder = (lines: Lines, line: Line): Lines =>
	insertAt(lines, placeAfter(lines, line.order), line);

/** Appends an entry of our own, whatever the service's clock says about the entries before it. */
export function appendInOrder(lines: Lines, line: Line): Lines {
	const last = findLast(lines, before => !isPending(before));
	const order = Math.max(line.order, last?.order ?? line.order);
	const placed = {...line, order};
	return isPending(line) ? insertAt(lines, lines.length, placed) : insertInOrder(lines, placed);
}
