import type {ServerCommand} from '../../contract/models/server.ts';
import {keysOf, type CommandLine, type ConsoleBuffer, type ConsoleEvent, type Line} from './console.ts';

type Heard = Extract<ConsoleEvent, {type: 'rcon/heard'}>;

/** How long after a request an answer with the same text may still be its own. */
const adoptWithinMs = 10 * 60_000;
/** How far the service's clock may be behind ours for that. */
const skewAllowedMs = 30_000;

/** Takes in what the feed or a poll brought. What is known already changes nothing. */
export function hear(buffer: ConsoleBuffer, event: Heard): ConsoleBuffer {
	const fresh = event.commands.filter(answer => !isKnown(buffer, answer));
	if (fresh.length === 0) return buffer;
	const keys = new Set(buffer.keys);
	let lines = buffer.lines;
	for (const answer of fresh) {
		const identities = keysOf(answer);
		if (identities.some(key => keys.has(key))) continue;
		for (const key of identities) keys.add(key);
		lines = adopt(lines, answer, event) ?? insert(lines, othersLine(answer, event));
	}
	return {...buffer, lines, keys};
}

/** Without an identity an answer is known when the very same text stands there already. */
function isKnown(buffer: ConsoleBuffer, answer: ServerCommand): boolean {
	const keys = keysOf(answer);
	if (keys.length > 0) return keys.some(key => buffer.keys.has(key));
	return buffer.lines.some(
		line => line.kind === 'command' && line.command === answer.command && line.response === answer.response,
	);
}

/** An own command whose outcome is open takes the answer as its own, and says that the text was the match. */
function adopt(lines: readonly Line[], answer: ServerCommand, event: Heard): readonly Line[] | undefined {
	const index = lines.findIndex(line => isWaitingFor(line, answer, event));
	const line = lines[index];
	if (line?.kind !== 'command') return undefined;
	const late = line.status !== 'sent';
	return lines.with(index, {
		...line,
		status: late ? 'late' : 'answered',
		response: answer.response,
		commandId: answer.commandId,
		timestamp: answer.timestamp,
		latencyMs: line.sentAt === undefined ? undefined : Math.max(0, event.at - line.sentAt),
		matched: 'text',
		via: event.via,
	});
}

function isWaitingFor(line: Line, answer: ServerCommand, event: Heard): boolean {
	if (line.kind !== 'command' || line.sentAt === undefined || line.command !== answer.command) return false;
	if (line.status !== 'timeout' && line.status !== 'sent' && line.status !== 'abandoned') return false;
	const answeredAt = answer.timestamp ?? event.at;
	return event.at - line.sentAt <= adoptWithinMs && answeredAt >= line.sentAt - skewAllowedMs;
}

function othersLine(answer: ServerCommand, event: Heard): CommandLine {
	const at = answer.timestamp ?? event.at;
	return {
		kind: 'command',
		id: answer.commandId ?? `${at} ${answer.command}`,
		origin: 'other',
		command: answer.command,
		status: 'answered',
		at,
		sentAt: undefined,
		order: at,
		response: answer.response,
		commandId: answer.commandId,
		timestamp: answer.timestamp,
		latencyMs: undefined,
		timeoutMs: undefined,
		failure: undefined,
		matched: undefined,
		via: event.via,
	};
}

/** Keeps the lines in their order; pending lines stay last. */
function insert(lines: readonly Line[], line: Line): readonly Line[] {
	let index = lines.length;
	while (index > 0) {
		const before = lines[index - 1];
		if (before === undefined || (before.order <= line.order && !isPending(before))) break;
		index--;
	}
	return lines.toSpliced(index, 0, line);
}

const isPending = (line: Line) => line.kind === 'command' && line.status === 'pending';
