import {smallest} from '../../../lib/lists/long-lists.ts';
import {
	type CommandLine,
	findLastIndex,
	insertAt,
	insertInOrder,
	latencyOf,
	type Line,
	lineAt,
	newestFirst,
	placeAfter,
	replaceAt,
} from './lines.ts';
import {addAnswered, addReceived, isNamed, isNameKnown, isSame, nameOfReceived} from './identity.ts';
import {
	bytesOf,
	change,
	type Claim,
	type ConsoleBuffer,
	type ConsoleEvent,
	maxSkewMs,
	type OpenCommand,
	openFor,
	removeEntry,
	withOpen,
} from './buffer.ts';
import {failureIn, isEndedBySilence, type ServerCommand} from '../../../contract/models/server.ts';
import {ApiError} from '../../../contract/errors.ts';
import {consoleMessages} from '../../../messages/console.ts';
import {briefFailure, type Failure, failureOf, linesBelow} from '../../kernel/state/failure.ts';
import {noAnswer, openWords} from './outcome.ts';
import {knownMoment} from '../../../contract/moments.ts';
import {isSameCommand} from '../../../contract/rcon-text.ts';
import {textOf} from '../../../contract/wire-values.ts';

/** The smallest skew that transit time cannot explain. */
const minSkewMs = 2000;

/**
Measures the skew in ms from the answer to our own request: the service made it between the request and its arrival.
*/
function skewOfAnswer(
	sentAt: number | undefined,
	latencyMs: number | undefined,
	timestamp: number | undefined,
): number | undefined {
	if (sentAt === undefined || latencyMs === undefined || timestamp === undefined) return undefined;
	if (timestamp < sentAt - minSkewMs) return sentAt - timestamp;
	const receivedAt = sentAt + latencyMs;
	return timestamp > receivedAt + minSkewMs ? receivedAt - timestamp : 0;
}

/** A timestamp further ahead is wrong. As a skew, it would move gaps and later entries after everything else. */
const maxAheadMs = 24 * 3_600_000;

/** The number of feed answers remembered, so that one that was delayed does not count. */
const maxSkews = 8;

/** Measures the skew from a feed answer, which was usually made a moment before it arrived. */
export function skewAfterNews(
	before: readonly number[],
	receivedAt: number,
	timestamp: number,
): {skews: readonly number[]; skewMs: number} {
	const skew = receivedAt - timestamp;
	const skews = skew < -maxAheadMs ? before : [...before.slice(1 - maxSkews), skew];
	const skewMs = skews.length === 0 ? 0 : smallest(skews);
	return {skews, skewMs: Math.abs(skewMs) < minSkewMs ? 0 : skewMs};
}

/**
Marks received commands of others as the user's own. Claims without an entry are ignored; the caller repeats them.
*/
export function applyClaims(buffer: ConsoleBuffer, claims: readonly Claim[]): ConsoleBuffer {
	const byName = new Map(claims.map(claim => [nameOf(claim), claim]));
	const found: [CommandLine, Claim][] = [];
	// There may be many of both after startup.
	for (const line of newestFirst(buffer.lines)) {
		if (line.kind !== 'command' || line.elsewhere) continue;
		const claim = byName.get(nameOf(line));
		if (claim) found.push([line, claim]);
	}
	return found.reduce((next, [line, claim]) => claimOne(next, line, claim), buffer);
}

const nameOf = ({commandId, timestamp, command}: Pick<Claim, 'commandId' | 'timestamp' | 'command'>) =>
	commandId ?? `\0${timestamp} ${command}`;

function claimOne(buffer: ConsoleBuffer, line: CommandLine, {by, isProbe}: Claim): ConsoleBuffer {
	const index = findLastIndex(buffer.lines, one => one === line);
	if (index === -1) return buffer;
	if (line.origin === 'other') {
		const lines = replaceAt(buffer.lines, index, {
			...line,
			origin: isProbe ? 'probe' : 'me',
			elsewhere: by,
		});
		return {...buffer, lines};
	}
	if (line.matched !== 'text') return buffer;
	// An open command of this session claimed this answer by its text; that command is open again.
	const own: CommandLine = {
		...line,
		id: line.commandId ?? `${line.timestamp ?? line.at} ${line.command}`,
		at: line.timestamp ?? line.at,
		origin: isProbe ? 'probe' : 'me',
		elsewhere: by,
		status: line.failure && line.status !== 'late' ? line.status : 'answered',
		sentAt: undefined,
		latencyMs: undefined,
		timeoutMs: undefined,
		failure: undefined,
		matched: undefined,
	};
	const alone = reopenEntry(removeEntry(buffer, index), line);
	return {...alone, lines: insertInOrder(alone.lines, own), bytes: alone.bytes + bytesOf(own)};
}

/** Returns the answer of a reported command as text: how it ended, if it has no whole answer. May have control characters. */
export function textOfReceived(command: ServerCommand): string {
	const {status, failure} = endOfReceived(command);
	if (!failure)
		return [
			answerText(command),
			...(isEndedBySilence(command) ? [`(${consoleMessages.entry.endedBySilence})`] : []),
		].join('\n');
	const word = status === 'failed' ? consoleMessages.status.failed : openWords(failure.key);
	return [`(${word}: ${briefFailure(failure)})`, ...linesBelow(failure)].join('\n');
}

const answerText = ({response}: ServerCommand) => response?.trimEnd() ?? `(${noAnswer})`;

/** The mark of an answer, for its entry. */
const silenceOf = (answer: ServerCommand) => isEndedBySilence(answer) && {endedBySilence: true as const};

/** Returns how a reported command ended: what its console failed with, in the same words as for an awaited one. */
export function endOfReceived(answer: ServerCommand): {
	status: 'answered' | 'timeout' | 'failed';
	failure: Failure | undefined;
} {
	const found = failureIn(answer);
	if (!found) return {status: 'answered', failure: undefined};
	const {key, message} = found;
	const failure = failureOf(
		new ApiError(message, {
			reason: 'refused',
			request: 'POST /server/{serverId}/rcon',
			key,
			serviceMessage: message,
			answer,
		}),
	);
	return {status: failure.mayHaveRun ? 'timeout' : 'failed', failure};
}

type Received = Extract<ConsoleEvent, {type: 'rcon/received'}>;

/** An answer without any identity is compared with this many of the newest entries. */
const maxComparedLines = 500;

/** Merges records from the feed or a poll. Known answers change nothing. */
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
	const index = placed === -1 && isNameSeen ? findLastIndex(buffer.lines, isIt) : placed;
	const line = lineAt(buffer.lines, index);
	if (index === -1 || line?.kind !== 'command') return undefined;
	// The service had reported no answer before.
	const isLate = line.status === 'timeout' && endOfReceived(answer).status === 'answered';
	const next: CommandLine = {...line, response, ...silenceOf(answer), ...(isLate && {status: 'late'})};
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
	end: Pick<CommandLine, 'status' | 'failure'> = endOfReceived(answer),
): CommandLine {
	const timestamp = knownMoment(answer.timestamp);
	const isLate = end.status === 'answered' && line.status !== 'sent';
	return {
		...line,
		...(end.failure && {failure: end.failure}),
		status: isLate ? 'late' : end.status,
		response: answer.response,
		...silenceOf(answer),
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
function adoptReceived(buffer: ConsoleBuffer, {id, command, sentAt}: OpenCommand): ConsoleBuffer {
	let found: ({line: CommandLine} & Pick<Received, 'at' | 'tick' | 'via'>) | undefined;
	for (const line of newestFirst(buffer.lines)) {
		if (line.order + buffer.skewMs < sentAt - maxSkewMs) break;
		if (line.kind !== 'command' || line.origin !== 'other' || !isSameCommand(line.command, command)) continue;
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
	return change(alone, id, line => adoptAnswer(line, twin, how, twin));
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
	...(theirs.status === 'answered' && {status: 'late' as const}),
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
		...endOfReceived(answer),
		at,
		sentAt: undefined,
		receivedAt: event.at,
		...(event.tick !== undefined && {receivedTick: event.tick}),
		order: timestamp ?? event.at - skewMs,
		response,
		...silenceOf(answer),
		commandId,
		timestamp,
		latencyMs: undefined,
		timeoutMs: undefined,
		matched: undefined,
		via: event.via,
	};
}

/** Applies the answer to our own request, the most reliable source. */
export function applyAnswer(
	buffer: ConsoleBuffer,
	event: Extract<ConsoleEvent, {type: 'rcon/answered'}>,
): ConsoleBuffer {
	const {answer, localId} = event;
	const alone = isNameKnown(buffer.known, answer) ? withoutTwin(buffer, localId, answer) : buffer;
	const timestamp = knownMoment(answer.timestamp);
	let skew = {skewMs: buffer.skewMs, skews: buffer.skews};
	const changed = change(alone, localId, line => {
		const latencyMs = latencyOf(line, event);
		const measured = skewOfAnswer(line.sentAt, latencyMs, timestamp);
		if (measured !== undefined) skew = {skewMs: measured, skews: [measured]};
		return {
			...line,
			status: 'answered',
			response: answer.response,
			...silenceOf(answer),
			commandId: answer.commandId,
			timestamp,
			latencyMs,
			via: 'answer',
		};
	});
	return {...changed, ...skew, known: addAnswered(buffer.known, answer)};
}

/** Applies the failure of our own request whose record the service has. */
export function applyEnd(
	buffer: ConsoleBuffer,
	{localId, failure, answer}: {localId: string; failure: Failure; answer: ServerCommand},
): ConsoleBuffer {
	const alone = isNameKnown(buffer.known, answer) ? withoutTwin(buffer, localId, answer) : buffer;
	const changed = change(alone, localId, line => ({
		...line,
		status: failure.mayHaveRun ? 'timeout' : 'failed',
		failure,
		response: failure.partial,
		commandId: answer.commandId,
		timestamp: knownMoment(answer.timestamp),
		via: 'answer',
	}));
	return {...changed, known: addAnswered(buffer.known, answer)};
}

/**
Removes the entry of a broadcast that arrived before the answer. An open command that had claimed it by its text is open
again, and may find another answer.
*/
function withoutTwin(buffer: ConsoleBuffer, localId: string, answer: ServerCommand): ConsoleBuffer {
	const isTwin = (line: Line) =>
		line.kind === 'command' &&
		line.id !== localId &&
		(line.origin === 'other' || line.matched === 'text') &&
		isSame(line, answer);
	const index = findLastIndex(buffer.lines, isTwin);
	const twin = lineAt(buffer.lines, index);
	const alone = removeEntry(buffer, index);
	return index !== -1 && twin?.kind === 'command' && twin.origin !== 'other'
		? reopenEntry(alone, twin)
		: alone;
}

/** Restores an entry to its state before it claimed that answer. */
function reopenEntry(buffer: ConsoleBuffer, line: CommandLine): ConsoleBuffer {
	const {id, command, sentAt, failure, timeoutMs} = line;
	if (sentAt === undefined) return buffer;
	const order = sentAt - buffer.skewMs;
	const again: CommandLine = {
		...line,
		status: failure ? 'timeout' : timeoutMs === undefined ? 'sent' : 'abandoned',
		at: sentAt,
		order,
		response: undefined,
		commandId: undefined,
		timestamp: undefined,
		latencyMs: undefined,
		matched: undefined,
		via: undefined,
	};
	const lines = insertAt(buffer.lines, placeAfter(buffer.lines, order), again);
	const open = withOpen(buffer.open, again);
	const next = {...buffer, lines, open, bytes: buffer.bytes + bytesOf(again)};
	return adoptReceived(next, {id, command, sentAt});
}
