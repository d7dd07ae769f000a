import type {ServerCommand} from '../../contract/models/server.ts';
import type {Failure} from '../failure.ts';
import {isSame, keysOf} from './console-identity.ts';
import {adoptHeard, hear} from './console-merge.ts';
import {appendInOrder, insertInOrder, isPending} from './console-order.ts';

/**
One command and what became of it. `me`: sent by this session; `other`: heard, and the service does not say whose.
`queued`: waits for its turn behind `behind` others. `recalled`: taken back before it was sent.
`pending`: waiting for the answer. `sent`: plain RCON, whose answer comes by the feed or a poll. `answered`: `response`
is what the game said, undefined where the game could not be reached. `timeout`: no reply in time, it may have run.
`late`: answered after the timeout. `failed`: refused or not sent. `abandoned`: we stopped waiting, it may run still.
*/
export type CommandLine = {
	kind: 'command';
	id: string;
	origin: 'me' | 'other';
	command: string;
	status:
		'queued' | 'recalled' | 'pending' | 'sent' | 'answered' | 'timeout' | 'late' | 'failed' | 'abandoned';
	/** Service time where it is known, else our own; epoch ms. */
	at: number;
	/** Commands that go before it on its node. */
	behind?: number;
	/** Our own time when it was sent; undefined for others' commands. */
	sentAt: number | undefined;
	/** Our own time when the answer was heard; undefined for the answer to our own request. */
	heardAt: number | undefined;
	/** Place in the console: never smaller than that of the line before. */
	order: number;
	response: string | undefined;
	commandId: string | undefined;
	/** The service's own time of the answer, as it came; part of its identity where there is no commandId. */
	timestamp: number | undefined;
	latencyMs: number | undefined;
	timeoutMs: number | undefined;
	failure: Failure | undefined;
	/** How an answer that came apart from its request was recognised. */
	matched: 'id' | 'text' | undefined;
	/** How the answer reached us. */
	via: 'answer' | 'feed' | 'poll' | undefined;
};

/** Something that happened to the server: a state change, an act of ours, its outcome. */
export type NoteLine = {
	kind: 'note';
	id: string;
	at: number;
	order: number;
	tone: 'state' | 'act' | 'failure';
	text: string;
};

export type Line = CommandLine | NoteLine;

/**
`keys` and `older` are the identities of all answers that are in `lines` or were not long ago: the newest in `keys`, so
that a burst of the feed copies little.
*/
export type ConsoleBuffer = {
	lines: readonly Line[];
	keys: ReadonlySet<string>;
	older?: readonly ReadonlySet<string>[];
	dropped: number;
};

export type ConsoleState = Readonly<Record<string, ConsoleBuffer>>;

export const emptyConsole: ConsoleBuffer = {lines: [], keys: new Set(), dropped: 0};

export type ConsoleEvent =
	| {
			type: 'rcon/sent';
			serverId: string;
			localId: string;
			command: string;
			at: number;
			timeoutMs: number | undefined;
	  }
	| {type: 'rcon/answered'; serverId: string; localId: string; answer: ServerCommand; latencyMs: number}
	| {type: 'rcon/failed'; serverId: string; localId: string; failure: Failure}
	| {type: 'rcon/queued'; serverId: string; localId: string; behind: number}
	| {type: 'rcon/begun'; serverId: string; localId: string; at: number}
	| {type: 'rcon/recalled'; serverId: string; localId: string}
	| {type: 'rcon/abandoned'; serverId: string; localId: string}
	/** The service took a plain command. */
	| {type: 'rcon/forwarded'; serverId: string; localId: string; latencyMs: number}
	| {
			type: 'rcon/heard';
			serverId: string;
			at: number;
			via: 'feed' | 'poll';
			commands: readonly ServerCommand[];
	  }
	| {type: 'console/noted'; serverId: string; id: string; at: number; tone: NoteLine['tone']; text: string};

/** Lines kept for one server. */
export const mostLines = 5000;

export function reduceConsole(state: ConsoleState, event: ConsoleEvent): ConsoleState {
	const buffer = state[event.serverId] ?? emptyConsole;
	const next = capped(reduceBuffer(buffer, event));
	return next === buffer ? state : {...state, [event.serverId]: next};
}

function reduceBuffer(buffer: ConsoleBuffer, event: ConsoleEvent): ConsoleBuffer {
	switch (event.type) {
		case 'rcon/sent':
			return append(buffer, pendingLine(event));
		case 'rcon/queued':
			return change(buffer, event.localId, line => queuedLine(line, event.behind));
		case 'rcon/begun':
			return change(buffer, event.localId, line => begunLine(line, event.at));
		case 'rcon/recalled':
			return change(buffer, event.localId, line => ({...line, status: 'recalled'}));
		case 'rcon/answered':
			return answered(buffer, event);
		case 'rcon/failed':
			return failed(buffer, event);
		case 'rcon/abandoned':
			return change(buffer, event.localId, line => ({...line, status: 'abandoned'}));
		case 'rcon/forwarded':
			return change(buffer, event.localId, line =>
				line.status === 'pending' ? {...line, status: 'sent', latencyMs: event.latencyMs} : line,
			);
		case 'rcon/heard':
			return hear(buffer, event);
		case 'console/noted':
			return append(buffer, {
				kind: 'note',
				id: event.id,
				at: event.at,
				order: event.at,
				tone: event.tone,
				text: event.text,
			});
	}
}

/** An unknown outcome is a state of its own; an answer that was faster than the timeout is adopted at once. */
function failed(buffer: ConsoleBuffer, event: Extract<ConsoleEvent, {type: 'rcon/failed'}>): ConsoleBuffer {
	const {failure, localId} = event;
	if (!failure.mayHaveRun) return change(buffer, localId, line => ({...line, status: 'failed', failure}));
	return adoptHeard(
		change(buffer, localId, line => ({...line, status: 'timeout', failure})),
		localId,
	);
}

function pendingLine(event: Extract<ConsoleEvent, {type: 'rcon/sent'}>): CommandLine {
	return {
		kind: 'command',
		id: event.localId,
		origin: 'me',
		command: event.command,
		status: 'pending',
		at: event.at,
		sentAt: event.at,
		heardAt: undefined,
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

const queuedLine = (line: CommandLine, behind: number): CommandLine =>
	line.status === 'queued' && line.behind === behind
		? line
		: {...line, status: 'queued', behind, sentAt: undefined};

const begunLine = (line: CommandLine, at: number): CommandLine =>
	line.status === 'queued' ? {...line, status: 'pending', at, sentAt: at} : line;

/** The answer to our own request. The broadcast may have won the race: its line gives way to ours. */
function answered(
	buffer: ConsoleBuffer,
	event: Extract<ConsoleEvent, {type: 'rcon/answered'}>,
): ConsoleBuffer {
	const {answer} = event;
	const keys = keysOf(answer);
	const lines = buffer.lines.filter(
		line =>
			line.id === event.localId || line.kind !== 'command' || line.origin === 'me' || !isSame(line, answer),
	);
	const known = new Set([...buffer.keys, ...keys]);
	return change({...buffer, lines, keys: known}, event.localId, line => ({
		...line,
		status: 'answered',
		at: answer.timestamp ?? line.at,
		response: answer.response,
		commandId: answer.commandId,
		timestamp: answer.timestamp,
		latencyMs: event.latencyMs,
		via: 'answer',
	}));
}

/** A line that is no longer pending takes its place in time: that of its answer, else the end. */
function change(buffer: ConsoleBuffer, id: string, to: (line: CommandLine) => CommandLine): ConsoleBuffer {
	const index = buffer.lines.findLastIndex(line => line.id === id);
	const line = buffer.lines[index];
	if (line?.kind !== 'command') return buffer;
	const next = to(line);
	if (next === line) return buffer;
	if (!isPending(line) || isPending(next)) return {...buffer, lines: buffer.lines.with(index, next)};
	const others = buffer.lines.toSpliced(index, 1);
	const isDated = next.timestamp !== undefined;
	return {
		...buffer,
		lines: isDated ? insertInOrder(others, {...next, order: next.at}) : appendInOrder(others, next),
	};
}

function append(buffer: ConsoleBuffer, line: Line): ConsoleBuffer {
	return {...buffer, lines: appendInOrder(buffer.lines, line)};
}

function capped(buffer: ConsoleBuffer): ConsoleBuffer {
	const over = buffer.lines.length - mostLines;
	return over > 0 ? {...buffer, lines: buffer.lines.slice(over), dropped: buffer.dropped + over} : buffer;
}
