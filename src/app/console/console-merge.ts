import {knownMoment} from '../../contract/moments.ts';
import type {ServerCommand} from '../../contract/models/server.ts';
import {textOf} from '../../contract/wire-values.ts';
import {findLastIndex, lineAt, newestFirst, placeAfter, replaceAt} from './console-lines.ts';
import {bytesOf} from './console-bytes.ts';
import {change, removeEntry} from './console-change.ts';
import {
	isNameKnown,
	isNamed,
	isSame,
	mayHaveAnswer,
	nameOfReceived,
	addReceived,
} from './console-identity.ts';
import {openFor, maxSkewMs} from './console-open.ts';
import {insertInOrder} from './console-order.ts';
import {skewAfterNews} from './console-skew.ts';
import type {ConsoleBuffer, ConsoleEvent, OpenCommand} from './console-buffer.ts';
import type {CommandLine, Line} from './console-line.ts';
import {latencyOf} from './latency.ts';

type Received = Extract<ConsoleEvent, {type: 'rcon/received'}>;

/** An answer without any identity is compared with this many of the newest entries. */
const maxComparedLines = 500;

/** Merges what the feed or a poll brought. Known answers change nothing. */
export function mergeReceived(buffer: ConsoleBuffer, event: Received): ConsoleBuffer {
	return event.commands.reduce((next, answer) => mergeOne(next, answer, event), buffer);
}

function mergeOne(buffer: ConsoleBuffer, answer: ServerCommand, event: Received): ConsoleBuffer {
	if (isKnown(buffer, answer)) return buffer;
	const newAnswers = buffer.newAnswers + 1;
	// Checked before anything is added, because checking an older version costs a copy.
	const isNameSeen = isNameKnown(buffer.known, answer);
	const known = addReceived(buffer.known, answer);
	const completed = completeEntry(buffer, answer, isNameSeen);
	if (completed) return {...completed, known, newAnswers};
	const timestamp = knownMoment(answer.timestamp);
	const isDatedFeedAnswer = event.via === 'feed' && timestamp !== undefined;
	const skew = isDatedFeedAnswer
		? skewAfterNews(buffer.skews, event.at, timestamp)
		: {skews: buffer.skews, skewMs: buffer.skewMs};
	const mine = openFor(buffer.open, answer, event, skew.skewMs);
	const adopted = mine && change(buffer, mine.id, line => adoptAnswer(line, answer, event));
	if (adopted && adopted !== buffer) return {...adopted, known, newAnswers, ...skew};
	// It may be an entry that was dropped and forgotten. If not, it would be the oldest entry, and dropped next.
	if (!mine && timestamp !== undefined && timestamp <= buffer.droppedTo) return buffer;
	const name = nameOfReceived(answer, timestamp ?? event.at, isNameSeen);
	const theirs = othersLine(name, answer, event, skew.skewMs);
	const line = mine ? evictedEntry(mine, theirs, answer, event) : theirs;
	const open = mine ? buffer.open.filter(one => one !== mine) : buffer.open;
	const lines = insertInOrder(buffer.lines, line);
	return {...buffer, lines, open, known, newAnswers, ...skew, bytes: buffer.bytes + bytesOf(line)};
}

/** Adds the output to the entry of a command that the service reported earlier without output. */
function completeEntry(
	buffer: ConsoleBuffer,
	answer: ServerCommand,
	isNameSeen: boolean,
): ConsoleBuffer | undefined {
	const {response} = answer;
	if (response === undefined) return undefined;
	const isIt = (line: Line) => line.kind === 'command' && line.response === undefined && isSame(line, answer);
	const placed = placeOf(buffer, knownMoment(answer.timestamp), isIt);
	const index =
		placed === -1 && isNameSeen
			? findLastIndex(buffer.lines, isIt, chunk => mayHaveAnswer(chunk, answer))
			: placed;
	const line = lineAt(buffer.lines, index);
	if (index === -1 || line?.kind !== 'command') return undefined;
	const next = {...line, response};
	const bytes = buffer.bytes + bytesOf(next) - bytesOf(line);
	return {...buffer, lines: replaceAt(buffer.lines, index, next), bytes};
}

/** Whether an answer is known. Without an identity, it is known if the same text is already there. */
function isKnown(buffer: ConsoleBuffer, answer: ServerCommand): boolean {
	if (isNamed(buffer.known, answer)) return true;
	if (answer.commandId !== undefined) return false;
	const timestamp = knownMoment(answer.timestamp);
	if (timestamp !== undefined) {
		const isIt = (line: Line) =>
			line.kind === 'command' && isSame(line, answer) && (line.response ?? answer.response) === line.response;
		return placeOf(buffer, timestamp, isIt) !== -1;
	}
	const isIt = ({command, response}: CommandLine) =>
		command === answer.command && response === answer.response;
	let looked = 0;
	for (const line of newestFirst(buffer.lines)) {
		if (line.kind === 'command' && isIt(line)) return true;
		if (++looked >= maxComparedLines) return false;
	}
	return false;
}

/**
Returns the index of the entry with this service timestamp that passes `isIt`, or -1. Such entries are sorted by that
timestamp; of any number with the same one, the newest are compared.
*/
function placeOf(
	{lines}: ConsoleBuffer,
	timestamp: number | undefined,
	isIt: (line: Line) => boolean,
): number {
	if (timestamp === undefined) return -1;
	const end = placeAfter(lines, timestamp);
	for (let index = end - 1; index >= Math.max(0, end - maxComparedLines); index--) {
		const line = lineAt(lines, index);
		if (line?.order !== timestamp) return -1;
		if (isIt(line)) return index;
	}
	return -1;
}

/** Assigns the answer to a command of this session that is still open, and records that the text was the match. */
function adoptAnswer(
	line: CommandLine,
	answer: ServerCommand,
	arrival: Pick<Received, 'at' | 'tick' | 'via'>,
): CommandLine {
	const timestamp = knownMoment(answer.timestamp);
	return {
		...line,
		status: line.status === 'sent' ? 'answered' : 'late',
		response: answer.response,
		commandId: answer.commandId,
		timestamp,
		latencyMs: latencyOf(line, arrival),
		matched: 'text',
		via: arrival.via,
	};
}

/** Changes a command whose answer nobody waits for, and adopts the answer if it has arrived already. */
export function keepOpen(
	buffer: ConsoleBuffer,
	localId: string,
	to: (line: CommandLine) => CommandLine,
): ConsoleBuffer {
	const next = change(buffer, localId, to);
	const mine = next.open.find(({id}) => id === localId);
	return mine && next !== buffer ? adoptReceived(next, mine) : next;
}

/** Adopts an answer that arrived while the request was pending, and so has an entry as another user's. */
export function adoptReceived(buffer: ConsoleBuffer, {id, command, sentAt}: OpenCommand): ConsoleBuffer {
	let found: ({line: CommandLine} & Pick<Received, 'at' | 'tick' | 'via'>) | undefined;
	for (const line of newestFirst(buffer.lines)) {
		if (line.order + buffer.skewMs < sentAt - maxSkewMs) break;
		if (line.kind !== 'command' || line.origin !== 'other' || line.command !== command) continue;
		const {receivedAt, receivedTick: tick, via} = line;
		if (receivedAt === undefined || receivedAt < sentAt || via === undefined || via === 'answer') continue;
		found = {line, at: receivedAt, via, ...(tick !== undefined && {tick})};
	}
	if (!found) return buffer;
	const {line: twin, ...how} = found;
	const alone = removeEntry(
		buffer,
		findLastIndex(buffer.lines, line => line === twin),
	);
	return change(alone, id, line => adoptAnswer(line, twin, how));
}

/** Returns the entry for an answer whose command was dropped from the console since. */
const evictedEntry = (
	{id, sentAt, sentTick, isProbe}: OpenCommand,
	theirs: CommandLine,
	answer: ServerCommand,
	event: Received,
): CommandLine => ({
	...adoptAnswer(
		{
			...theirs,
			at: sentAt,
			sentAt,
			...(sentTick !== undefined && {sentTick}),
			receivedAt: undefined,
		},
		answer,
		event,
	),
	id,
	origin: isProbe ? 'probe' : 'me',
	status: 'late',
});

function othersLine(id: string, answer: ServerCommand, event: Received, skewMs: number): CommandLine {
	const {command, commandId, response} = answer;
	const by = textOf(answer['by']);
	const timestamp = knownMoment(answer.timestamp);
	const at = timestamp ?? event.at;
	return {
		kind: 'command',
		id,
		origin: 'other',
		...(by !== undefined && {by}),
		command,
		status: 'answered',
		at,
		sentAt: undefined,
		receivedAt: event.at,
		...(event.tick !== undefined && {receivedTick: event.tick}),
		order: timestamp ?? event.at - skewMs,
		response,
		commandId,
		timestamp,
		latencyMs: undefined,
		timeoutMs: undefined,
		failure: undefined,
		matched: undefined,
		via: event.via,
	};
}
