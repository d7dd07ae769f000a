import {knownMoment} from '../../contract/moments.ts';
import type {ServerCommand} from '../../contract/models/server.ts';
import {findLastIndex, insertAt, lineAt, placeAfter} from './console-lines.ts';
import {bytesOf} from './console-bytes.ts';
import {change, removeEntry} from './console-change.ts';
import {isNameKnown, isSame, addAnswered, mayHaveAnswer} from './console-identity.ts';
import {adoptReceived} from './console-merge.ts';
import {withOpen} from './console-open.ts';
import {skewOfAnswer} from './console-skew.ts';
import type {ConsoleBuffer, ConsoleEvent} from './console-buffer.ts';
import type {CommandLine, Line} from './console-line.ts';
import {latencyOf} from './latency.ts';

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
			commandId: answer.commandId,
			timestamp,
			latencyMs,
			via: 'answer',
		};
	});
	return {...changed, ...skew, known: addAnswered(buffer.known, answer)};
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
	const index = findLastIndex(buffer.lines, isTwin, chunk => mayHaveAnswer(chunk, answer));
	const twin = lineAt(buffer.lines, index);
	const alone = removeEntry(buffer, index);
	return index !== -1 && twin?.kind === 'command' && twin.origin !== 'other'
		? reopenEntry(alone, twin)
		: alone;
}

/** Restores an entry to its state before it claimed that answer. */
export function reopenEntry(buffer: ConsoleBuffer, line: CommandLine): ConsoleBuffer {
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
