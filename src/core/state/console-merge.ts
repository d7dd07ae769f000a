import type {ServerCommand} from '../../contract/models/server.ts';
import {knows, withNames} from '../console/identities.ts';
import {findLast, findLastIndex, newestFirst} from '../console/lines.ts';
import {bytesOf} from './console-bounds.ts';
import {change, without} from './console-change.ts';
import {keysOf, knownAs} from './console-identity.ts';
import {openFor} from './console-open.ts';
import {insertInOrder} from './console-order.ts';
import {skewOfNews} from './console-skew.ts';
import type {CommandLine, ConsoleBuffer, ConsoleEvent, Line} from './console.ts';

type Heard = Extract<ConsoleEvent, {type: 'rcon/heard'}>;

/** An answer without any identity is compared with so many of the newest lines. */
const comparedLines = 500;

/** Takes in what the feed or a poll brought. What is known already changes nothing. */
export function hear(buffer: ConsoleBuffer, event: Heard): ConsoleBuffer {
	return event.commands.reduce((next, answer) => hearOne(next, answer, event), buffer);
}

function hearOne(buffer: ConsoleBuffer, answer: ServerCommand, event: Heard): ConsoleBuffer {
	if (isKnown(buffer, answer)) return buffer;
	const known = withNames(buffer.known, keysOf(answer));
	const {timestamp} = answer;
	const isNews = event.via === 'feed' && timestamp !== undefined;
	const skewMs = isNews ? skewOfNews(event.at, timestamp) : buffer.skewMs;
	const mine = openFor(buffer.open, answer, event, buffer.skewMs);
	if (mine) return {...change(buffer, mine.id, line => adopting(line, answer, event)), known, skewMs};
	const line = othersLine(answer, event, skewMs);
	const lines = insertInOrder(buffer.lines, line);
	return {...buffer, lines, known, skewMs, bytes: buffer.bytes + bytesOf(line)};
}

/** Without an identity an answer is known when the very same text stands there already. */
function isKnown(buffer: ConsoleBuffer, answer: ServerCommand): boolean {
	const names = knownAs(answer);
	if (names.some(name => knows(buffer.known, name))) return true;
	if (answer.commandId !== undefined || answer.timestamp !== undefined) return false;
	const isIt = ({command, response}: CommandLine) =>
		command === answer.command && response === answer.response;
	let looked = 0;
	for (const line of newestFirst(buffer.lines)) {
		if (line.kind === 'command' && isIt(line)) return true;
		if (++looked >= comparedLines) return false;
	}
	return false;
}

/** An own command whose outcome is open takes the answer as its own, and says that the text was the match. */
function adopting(line: CommandLine, answer: ServerCommand, event: Heard): CommandLine {
	return {
		...line,
		status: line.status === 'sent' ? 'answered' : 'late',
		at: answer.timestamp ?? line.at,
		response: answer.response,
		commandId: answer.commandId,
		timestamp: answer.timestamp,
		latencyMs: line.sentAt === undefined ? undefined : Math.max(0, event.at - line.sentAt),
		matched: 'text',
		via: event.via,
	};
}

/** An unknown outcome is a state of its own; an answer that was faster than the timeout is adopted at once. */
export function failed(
	buffer: ConsoleBuffer,
	{failure, localId}: Extract<ConsoleEvent, {type: 'rcon/failed'}>,
): ConsoleBuffer {
	if (!failure.mayHaveRun) return change(buffer, localId, line => ({...line, status: 'failed', failure}));
	return adoptHeard(
		change(buffer, localId, line => ({...line, status: 'timeout', failure})),
		localId,
	);
}

/** The answer to a request that timed out may have been heard while it was still pending: then it stands there as another's. */
function adoptHeard(buffer: ConsoleBuffer, localId: string): ConsoleBuffer {
	const mine = findLast(buffer.lines, line => line.id === localId);
	if (mine?.kind !== 'command') return buffer;
	const {command, sentAt = Infinity} = mine;
	const isHeard = (line: Line): line is CommandLine =>
		line.kind === 'command' &&
		line.origin === 'other' &&
		line.command === command &&
		(line.heardAt ?? 0) >= sentAt;
	const index = findLastIndex(buffer.lines, isHeard);
	const heard = findLast(buffer.lines, isHeard);
	if (heard?.kind !== 'command') return buffer;
	const {response, commandId, timestamp, via, heardAt} = heard;
	return change(without(buffer, index), localId, line => ({
		...line,
		status: 'late',
		at: timestamp ?? line.at,
		response,
		commandId,
		timestamp,
		via,
		latencyMs: heardAt === undefined ? undefined : Math.max(0, heardAt - sentAt),
		matched: 'text',
	}));
}

function othersLine(answer: ServerCommand, event: Heard, skewMs: number): CommandLine {
	const {command, commandId, response, timestamp} = answer;
	const at = timestamp ?? event.at;
	return {
		kind: 'command',
		id: commandId ?? `${at} ${command}`,
		origin: 'other',
		command,
		status: 'answered',
		at,
		sentAt: undefined,
		heardAt: event.at,
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
