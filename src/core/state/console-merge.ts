import type {ServerCommand} from '../../contract/models/server.ts';
import {keysOf, knownAs} from './console-identity.ts';
import {placeInOrder} from './console-order.ts';
import {type CommandLine, type ConsoleBuffer, type ConsoleEvent, type Line} from './console.ts';

type Heard = Extract<ConsoleEvent, {type: 'rcon/heard'}>;

/** How long after a request an answer with the same text may still be its own. */
const adoptWithinMs = 10 * 60_000;
/** How far the service's clock may be behind ours for that. */
const skewAllowedMs = 30_000;

/** Takes in what the feed or a poll brought. What is known already changes nothing. */
export function hear(buffer: ConsoleBuffer, event: Heard): ConsoleBuffer {
	const known = roomForKeys(buffer);
	let lines: Line[] | undefined;
	let open = new Set<string>();
	for (const answer of event.commands) {
		if (isKnown(known, buffer.lines, answer)) continue;
		if (!lines) {
			// One copy for a whole burst of the feed.
			lines = [...buffer.lines];
			open = new Set(lines.flatMap(line => (isOpen(line) ? line.command : [])));
		}
		for (const key of keysOf(answer)) known.keys.add(key);
		if (open.has(answer.command) && adopt(lines, answer, event)) continue;
		const line = othersLine(answer, event);
		lines.splice(placeInOrder(lines, line), 0, line);
	}
	if (!lines) return buffer;
	return {...buffer, lines, ...known};
}

type Identities = Pick<ConsoleBuffer, 'keys' | 'older'>;

/** At most this many sets of at least so many identities: more than polls can bring of one server. */
const mostSets = 5;
const fullSet = 4000;

/** The identities with room for more; the oldest are forgotten, so that a long session does not slow down. */
function roomForKeys({keys, older = []}: ConsoleBuffer): {
	keys: Set<string>;
	older: readonly ReadonlySet<string>[];
} {
	if (keys.size < fullSet) return {keys: new Set(keys), older};
	return {keys: new Set(), older: [...older, keys].slice(-mostSets)};
}

const remembers = ({keys, older = []}: Identities, name: string): boolean =>
	keys.has(name) || older.some(set => set.has(name));

/** Without an identity an answer is known when the very same text stands there already. */
function isKnown(known: Identities, lines: readonly Line[], answer: ServerCommand): boolean {
	const names = knownAs(answer);
	if (names.length > 0) return names.some(name => remembers(known, name));
	return lines.some(
		line => line.kind === 'command' && line.command === answer.command && line.response === answer.response,
	);
}

/** An own command whose outcome is open takes the answer as its own, and says that the text was the match. */
function adopt(lines: Line[], answer: ServerCommand, event: Heard): boolean {
	const index = lines.findIndex(line => isWaitingFor(line, answer, event));
	const line = lines[index];
	if (line?.kind !== 'command') return false;
	const late = line.status !== 'sent';
	lines[index] = {
		...line,
		status: late ? 'late' : 'answered',
		response: answer.response,
		commandId: answer.commandId,
		timestamp: answer.timestamp,
		latencyMs: line.sentAt === undefined ? undefined : Math.max(0, event.at - line.sentAt),
		matched: 'text',
		via: event.via,
	};
	return true;
}

/** The answer to a request that timed out may have been heard while it was still pending: then it stands there as another's. */
export function adoptHeard(buffer: ConsoleBuffer, localId: string): ConsoleBuffer {
	const mine = buffer.lines.find(line => line.id === localId);
	if (mine?.kind !== 'command') return buffer;
	const heard = buffer.lines.findLast(
		line =>
			line.kind === 'command' &&
			line.origin === 'other' &&
			line.command === mine.command &&
			(line.heardAt ?? 0) >= (mine.sentAt ?? Infinity),
	);
	if (heard?.kind !== 'command') return buffer;
	const {response, commandId, timestamp, via, heardAt} = heard;
	const latencyMs = heardAt === undefined || mine.sentAt === undefined ? undefined : heardAt - mine.sentAt;
	const late: CommandLine = {
		...mine,
		status: 'late',
		response,
		commandId,
		timestamp,
		via,
		latencyMs,
		matched: 'text',
	};
	return {
		...buffer,
		lines: buffer.lines.filter(line => line !== heard).map(line => (line === mine ? late : line)),
	};
}

/** Sent by us, and nobody knows yet what became of it. */
function isOpen(line: Line): line is CommandLine & {sentAt: number} {
	return (
		line.kind === 'command' &&
		line.sentAt !== undefined &&
		(line.status === 'timeout' || line.status === 'sent' || line.status === 'abandoned')
	);
}

function isWaitingFor(line: Line, answer: ServerCommand, event: Heard): boolean {
	if (!isOpen(line) || line.command !== answer.command) return false;
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
		heardAt: event.at,
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
