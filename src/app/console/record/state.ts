import {
	append,
	bytesOf,
	change,
	type ConsoleBuffer,
	type ConsoleEvent,
	type ConsoleState,
	note,
	type PastEvent,
	type PrintedEvent,
	sizesWithout,
} from './buffer.ts';
import {noIdentities, withoutUnneeded} from './identity.ts';
import {
	type Chunk,
	chunkSize,
	type CommandLine,
	findPlace,
	insertInOrder,
	latencyOf,
	type Line,
	type Lines,
	linesOf,
	maxInChunk,
	noLines,
	oldestFirst,
	type OutputLine,
	placeAfter,
	sliceOf,
	withoutOldest,
} from './lines.ts';
import {knownMoment} from '../../../contract/moments.ts';
import {applyAnswer, applyClaims, applyEnd, keepOpen, mergeReceived, skewAfterNews} from './merge.ts';

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
function limitConsoles(
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
		const shorter = outputsOver > 0 ? dropOldestOutput(buffer, outputsOver + spare) : buffer;
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
		const shorter = dropOldestOutput(buffer, buffer.outputs - minOutput, over);
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

type Received = Extract<ConsoleEvent, {type: 'rcon/received'}>;

/**
Tracks up to which command the console is complete. If a server list leaves out older commands, some are missing, unless
the list still contains that command.
*/
function withMissing(buffer: ConsoleBuffer, event: Received): ConsoleBuffer {
	const {commands, via, older = 0, isWhole = false} = event;
	const {completeTo, missing} = buffer;
	const last = commands.at(-1);
	const id = event.newestId ?? last?.commandId;
	const newest = id === undefined ? undefined : {id, at: knownMoment(last?.timestamp) ?? Infinity};
	// Lists may be repeated, or arrive out of order.
	const isNews = newest !== undefined && (!completeTo || isNewer(newest, completeTo));
	if (via === 'feed') {
		return isWhole && isNews && missing === undefined ? {...buffer, completeTo: newest} : buffer;
	}
	const isKnown = (one: string | undefined) => one !== undefined && one === completeTo?.id;
	if (older === 0 || isKnown(id) || commands.some(({commandId}) => isKnown(commandId))) {
		if (missing !== undefined) return {...buffer, completeTo: newest ?? completeTo, missing: undefined};
		return isNews ? {...buffer, completeTo: newest} : buffer;
	}
	const oldest = knownMoment(commands[0]?.timestamp) ?? Infinity;
	return {...buffer, missing: Math.min(missing ?? Infinity, oldest)};
}

type Place = NonNullable<ConsoleBuffer['completeTo']>;

/** Without a time, a command is new unless it is the same. */
const isNewer = (one: Place, other: Place): boolean =>
	one.id !== other.id && (one.at > other.at || one.at === Infinity || other.at === Infinity);

/** Adds unsolicited game output, in the order of the service's clock. */
function appendOutput(buffer: ConsoleBuffer, event: PrintedEvent): ConsoleBuffer {
	const {id, at, timestamp, lines, omitted} = event;
	const skew = timestamp === undefined ? {} : skewAfterNews(buffer.skews, at, timestamp);
	const order = timestamp ?? at - buffer.skewMs;
	const dated = {kind: 'output', at: timestamp ?? at, order, isDated: timestamp !== undefined} as const;
	const entries: OutputLine[] = lines.map((printed, index) => ({...dated, id: `${id}:${index}`, printed}));
	if (omitted > 0) entries.push({...dated, id: `${id}:omitted`, printed: {kind: 'omitted', count: omitted}});
	return {
		...buffer,
		...skew,
		lines: insertAllAt(buffer.lines, placeAfter(buffer.lines, order), entries),
		outputs: buffer.outputs + entries.length,
		bytes: entries.reduce((bytes, line) => bytes + bytesOf(line), buffer.bytes),
	};
}

/** Inserts an event of an earlier session at its place, unless what surrounds it has been dropped. */
function insertPast(buffer: ConsoleBuffer, {id, at, activity}: PastEvent): ConsoleBuffer {
	const order = at - buffer.skewMs;
	if (order < buffer.droppedTo) return buffer;
	const line: Line = {kind: 'note', id, at, order, activity, isRepeat: true};
	return {...buffer, lines: insertInOrder(buffer.lines, line), bytes: buffer.bytes + bytesOf(line)};
}

/** Drops the oldest output, at most `count` entries or `bytes`, and keeps everything else. */
function dropOldestOutput(buffer: ConsoleBuffer, count: number, bytes = Infinity): ConsoleBuffer {
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

/** Inserts entries that belong together before the one at `index`; the length appends them. */
function insertAllAt(lines: Lines, index: number, entries: readonly Line[]): Lines {
	if (entries.length === 0) return lines;
	const [place, within] =
		index >= lines.length ? [lines.chunks.length - 1, undefined] : findPlace(lines, index);
	const chunk = lines.chunks[place] ?? [];
	const at = within ?? chunk.length;
	// Chunks before it stay as they are.
	const isFull = within === undefined && chunk.length >= chunkSize;
	const changed = isFull
		? [chunk, ...linesOf(entries).chunks]
		: splitLarge([...chunk.slice(0, at), ...entries, ...chunk.slice(at)]);
	return {
		length: lines.length + entries.length,
		chunks: [...lines.chunks.slice(0, Math.max(0, place)), ...changed, ...lines.chunks.slice(place + 1)],
	};
}

const splitLarge = (entries: readonly Line[]): readonly Chunk[] =>
	entries.length < maxInChunk ? [entries] : linesOf(entries).chunks;

/** Chunks that are known to have no output of the game. */
const withoutOutput = new WeakSet<Chunk>();

function hasOutput(chunk: Chunk): boolean {
	if (withoutOutput.has(chunk)) return false;
	if (chunk.some(({kind}) => kind === 'output')) return true;
	withoutOutput.add(chunk);
	return false;
}

/** Removes the oldest entries that are output of the game, and returns them too. Stops once `isEnough`. */
function withoutOldestOutput(
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
		const rest = chunk.filter(line => line.kind !== 'output' || isEnough(gone) || !gone.push(line));
		const last = kept.at(-1);
		// Small remainders are joined: access takes longer the more chunks there are.
		if (last && last.length + rest.length <= chunkSize) kept[kept.length - 1] = [...last, ...rest];
		else if (rest.length > 0) kept.push(rest);
	}
	return {lines: {length: length - gone.length, chunks: [...kept, ...chunks.slice(place)]}, gone};
}

export const emptyConsole: ConsoleBuffer = {
	lines: noLines,
	known: noIdentities,
	open: [],
	newAnswers: 0,
	skewMs: 0,
	skews: [],
	bytes: 0,
	dropped: 0,
	droppedTo: -Infinity,
	outputs: 0,
	droppedOutputs: 0,
	viewedAt: 0,
};

export const reduceConsole = (
	state: ConsoleState,
	event: ConsoleEvent,
	scrollback: Scrollback = defaultScrollback,
): ConsoleState => reduceConsoles(state, [event], scrollback);

export function reduceConsoles(
	state: ConsoleState,
	events: readonly ConsoleEvent[],
	{lines}: Scrollback,
): ConsoleState {
	const changed = new Map<string, ConsoleBuffer>();
	for (const event of events) {
		const {serverId} = event;
		const buffer = changed.get(serverId) ?? state.get(serverId) ?? emptyConsole;
		const next = reduceBuffer(buffer, event);
		if (next !== buffer) changed.set(serverId, next);
	}
	return changed.size === 0 ? state : limitConsoles(state, changed, lines);
}

function reduceBuffer(buffer: ConsoleBuffer, event: ConsoleEvent): ConsoleBuffer {
	switch (event.type) {
		case 'rcon/sent':
			return append(buffer, pendingLine(event));
		case 'rcon/queued':
			return change(buffer, event.localId, line => queuedLine(line, event.ahead));
		case 'rcon/started':
			return change(buffer, event.localId, line => startedLine(line, event));
		case 'rcon/recorded':
			return change(buffer, event.localId, line => ({...line, sentTick: event.tick}));
		case 'rcon/recalled':
			return change(buffer, event.localId, line => ({...line, status: 'recalled'}));
		case 'rcon/answered':
			return applyAnswer(buffer, event);
		case 'rcon/failed':
			return failCommand(buffer, event);
		case 'rcon/abandoned':
			return keepOpen(buffer, event.localId, line => ({...line, status: 'abandoned'}));
		case 'rcon/forwarded':
			return keepOpen(buffer, event.localId, line =>
				line.status === 'pending' ? {...line, status: 'sent', latencyMs: latencyOf(line, event)} : line,
			);
		case 'rcon/received':
			return withMissing(mergeReceived(buffer, event), event);
		case 'rcon/claimed':
			return applyClaims(buffer, event.claims);
		case 'console/noted':
			return note(buffer, event);
		case 'console/pastNoted':
			return insertPast(buffer, event);
		case 'console/printed':
			return appendOutput(buffer, event);
		case 'console/viewed':
			return {...buffer, viewedAt: event.at};
	}
}

/** A command with an unknown outcome has its own status. If the service has its record, no answer follows. */
function failCommand(
	buffer: ConsoleBuffer,
	{localId, failure, answer}: Extract<ConsoleEvent, {type: 'rcon/failed'}>,
): ConsoleBuffer {
	if (answer?.commandId !== undefined) return applyEnd(buffer, {localId, failure, answer});
	return failure.mayHaveRun
		? keepOpen(buffer, localId, line => ({
				...line,
				status: 'timeout',
				failure,
				response: failure.partial ?? failure.strayOutput,
			}))
		: change(buffer, localId, line => ({...line, status: 'failed', failure}));
}

function pendingLine(event: Extract<ConsoleEvent, {type: 'rcon/sent'}>): CommandLine {
	return {
		kind: 'command',
		id: event.localId,
		origin: event.isProbe ? 'probe' : 'me',
		command: event.command,
		status: 'pending',
		at: event.at,
		sentAt: event.at,
		...(event.tick !== undefined && {sentTick: event.tick}),
		receivedAt: undefined,
		order: event.at,
		response: undefined,
		commandId: undefined,
		timestamp: undefined,
		latencyMs: undefined,
		timeoutMs: event.timeoutMs,
		failure: undefined,
		matched: undefined,
		via: undefined,
	};
}

const queuedLine = (line: CommandLine, ahead: number): CommandLine =>
	line.status === 'queued' && line.ahead === ahead
		? line
		: {...line, status: 'queued', ahead, sentAt: undefined};

const startedLine = (
	line: CommandLine,
	{at, tick}: Extract<ConsoleEvent, {type: 'rcon/started'}>,
): CommandLine =>
	line.status === 'queued'
		? {...line, status: 'pending', at, sentAt: at, ...(tick !== undefined && {sentTick: tick})}
		: line;
