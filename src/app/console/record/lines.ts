import type {Activity} from '../../../actions/activity.ts';
import type {CommandOrigin, CommandStatus} from '../../../actions/memorable.ts';
import type {OutputKind} from '../../../contract/packets.ts';
import type {Failure} from '../../kernel/state/failure.ts';
import {consoleMessages} from '../../../messages/console.ts';
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

/** Returns our time when the answer arrived, or when the command failed; undefined if it was never sent. */
export const endOf = ({receivedAt, sentAt, latencyMs = 0}: CommandLine): number | undefined =>
	receivedAt ?? (sentAt === undefined ? undefined : sentAt + latencyMs);

/** Formats a latency: `214ms`, or `12.4s` from ten seconds on. */
export const latencyText = (ms: number): string => (ms < 10_000 ? `${Math.round(ms)}ms` : secondsText(ms));

/** Formats seconds: `2.5s`. */
export const secondsText = (ms: number): string => `${Math.round(ms / 100) / 10}s`;

/** Returns a line as the game printed it, or how many lines are missing. */
export const outputText = ({printed}: OutputLine): string =>
	printed.kind === 'omitted' ? consoleMessages.output.omitted(printed.count) : printed.text;

/** A few hundred entries of a console. Chunks are immutable, so they can serve as cache keys. */
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
	for (const chunk of chunks.toReversed()) yield* chunk.toReversed();
}

/** Returns the index of the newest entry that passes, or -1. Searches from the end, where most matches are. */
export function findLastIndex({length, chunks}: Lines, passes: (line: Line) => boolean): number {
	let end = length;
	for (const chunk of chunks.toReversed()) {
		end -= chunk.length;
		const within = chunk.findLastIndex(passes);
		if (within !== -1) return end + within;
	}
	return -1;
}

export const indexOfId = (lines: Lines, id: string): number => findLastIndex(lines, line => line.id === id);

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
			? [...lines.chunks, [line]]
			: lines.chunks.with(lines.chunks.length - 1, [...last, line]);
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
		const chunk = chunks[place];
		if (!chunk) break;
		index -= chunk.length;
		if (chunk[0] && isAfter(chunk[0]) && place > 0) continue;
		return index + findFirstIndex(chunk, isAfter);
	}
	return 0;
}

/** Returns the entries that are in one version and not in the other. Shared chunks cost nothing. */
export function diffChunks(before: Lines, after: Lines): {removed: Line[]; added: Line[]} {
	const [oldChunks, newChunks] = [new Set(before.chunks), new Set(after.chunks)];
	const old = before.chunks.filter(chunk => !newChunks.has(chunk)).flat();
	const now = after.chunks.filter(chunk => !oldChunks.has(chunk)).flat();
	return {removed: withoutThose(old, now), added: withoutThose(now, old)};
}

function withoutThose(entries: readonly Line[], others: readonly Line[]): Line[] {
	const known = new Set(others);
	return entries.filter(line => !known.has(line));
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
	const next = to(chunk, within);
	const length = lines.length + next.length - chunk.length;
	if (next.length === 0) return {length, chunks: lines.chunks.toSpliced(place, 1)};
	if (next.length < maxInChunk) return {length, chunks: lines.chunks.with(place, next)};
	const half = next.length >>> 1;
	return {length, chunks: lines.chunks.toSpliced(place, 1, next.slice(0, half), next.slice(half))};
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
