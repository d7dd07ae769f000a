import type {Activity} from '../../actions/activity.ts';
import type {ServerCommand} from '../../contract/models/server.ts';
import type {Failure} from '../failure.ts';
import {noIdentities, type Identities} from './console-identities.ts';
import {noLines, type Lines} from './console-lines.ts';
import {bounded, defaultScrollback, type Scrollback} from './console-bounds.ts';
import {answered} from './console-answered.ts';
import {append, change} from './console-change.ts';
import {claimed, type Claim} from './console-claims.ts';
import {hear, leftOpen} from './console-merge.ts';

/**
One command and what became of it. `me`: sent by this session; `other`: heard, and the service does not say whose.
`queued`: waits for its turn behind `behind` others. `recalled`: taken back before it was sent.
`pending`: waiting for the answer. `sent`: plain RCON, whose answer comes by the feed or a poll. `answered`: `response`
is what the game said, undefined where the service gave no output. `timeout`: no answer of its own, it may have run;
`response` is then the output of another command, where the answer named one.
`late`: answered after the timeout. `failed`: refused or not sent. `abandoned`: we stopped waiting, it may run still.
*/
export type CommandLine = {
	kind: 'command';
	id: string;
	origin: 'me' | 'other';
	/** Of `me`, but not of this session: a command of the shell, or another deck, or an earlier one. */
	elsewhere?: 'shell' | 'session';
	command: string;
	status:
		'queued' | 'recalled' | 'pending' | 'sent' | 'answered' | 'timeout' | 'late' | 'failed' | 'abandoned';
	/** Our own time when it was sent, which stays; for others' commands service time where it is known. Epoch ms. */
	at: number;
	/** Commands that go before it on its node. */
	behind?: number;
	/** Our own time when it was sent; undefined for others' commands. */
	sentAt: number | undefined;
	/** The same by `clock.monotonic`, for latencies; known only for what this session sent. */
	sentTick?: number;
	/** Our own time when the answer was heard; undefined for the answer to our own request. */
	heardAt: number | undefined;
	heardTick?: number;
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
	activity: Activity;
	/** One act on several servers stands in the console of each, and is told on the first of them where all are told of. */
	isRepeat?: true;
};

export type Line = CommandLine | NoteLine;

/** An own command of which nobody knows yet what became. */
export type OpenCommand = {id: string; command: string; sentAt: number; sentTick?: number};

export type ConsoleBuffer = {
	lines: Lines;
	/** All answers that are in `lines`, or were not long ago. */
	known: Identities;
	open: readonly OpenCommand[];
	/** How many answers the feed and polls brought as news. */
	heard: number;
	/** How far our clock is ahead of the service's, ms, as far as what was heard tells. */
	skewMs: number;
	/** What the newest few answers told of that. */
	skews: readonly number[];
	/** What the lines take, estimated. */
	bytes: number;
	/** The oldest lines that are not kept any more. */
	dropped: number;
	/** The place in time of the newest of them. */
	droppedTo: number;
	/** When it was last looked at, epoch ms. */
	lookedAt: number;
};

/** By server. */
export type ConsoleState = ReadonlyMap<string, ConsoleBuffer>;

export const emptyConsole: ConsoleBuffer = {
	lines: noLines,
	known: noIdentities,
	open: [],
	heard: 0,
	skewMs: 0,
	skews: [],
	bytes: 0,
	dropped: 0,
	droppedTo: -Infinity,
	lookedAt: 0,
};

export type ConsoleEvent =
	| {
			type: 'rcon/sent';
			serverId: string;
			localId: string;
			command: string;
			at: number;
			/** The same by `clock.monotonic`. */
			tick?: number;
			timeoutMs: number | undefined;
	  }
	| {type: 'rcon/answered'; serverId: string; localId: string; answer: ServerCommand; latencyMs: number}
	| {type: 'rcon/failed'; serverId: string; localId: string; failure: Failure}
	| {type: 'rcon/queued'; serverId: string; localId: string; behind: number}
	| {type: 'rcon/begun'; serverId: string; localId: string; at: number; tick?: number}
	| {type: 'rcon/recalled'; serverId: string; localId: string}
	| {type: 'rcon/abandoned'; serverId: string; localId: string}
	/** The service took a plain command. */
	| {type: 'rcon/forwarded'; serverId: string; localId: string; latencyMs: number}
	| {
			type: 'rcon/heard';
			serverId: string;
			at: number;
			tick?: number;
			via: 'feed' | 'poll';
			commands: readonly ServerCommand[];
			/** It is what the service has kept from before this deck knew of the server. */
			isPast?: true;
	  }
	/** Own answers that were asked for elsewhere. */
	| {type: 'rcon/claimed'; serverId: string; claims: readonly Claim[]}
	| {
			type: 'console/noted';
			serverId: string;
			id: string;
			at: number;
			activity: Activity;
			isRepeat?: true;
	  }
	/** Its console is on screen. */
	| {type: 'console/looked'; serverId: string; at: number};

/** What was heard of several servers at once: taken in together, the consoles of a large fleet are copied once. */
export type HeardEvent = {type: 'rcon/heardAll'; all: readonly Extract<ConsoleEvent, {type: 'rcon/heard'}>[]};

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
	return changed.size === 0 ? state : bounded(state, changed, lines);
}

function reduceBuffer(buffer: ConsoleBuffer, event: ConsoleEvent): ConsoleBuffer {
	switch (event.type) {
		case 'rcon/sent':
			return append(buffer, pendingLine(event));
		case 'rcon/queued':
			return change(buffer, event.localId, line => queuedLine(line, event.behind));
		case 'rcon/begun':
			return change(buffer, event.localId, line => begunLine(line, event));
		case 'rcon/recalled':
			return change(buffer, event.localId, line => ({...line, status: 'recalled'}));
		case 'rcon/answered':
			return answered(buffer, event);
		case 'rcon/failed':
			return failed(buffer, event.localId, event.failure);
		case 'rcon/abandoned':
			return leftOpen(buffer, event.localId, line => ({...line, status: 'abandoned'}));
		case 'rcon/forwarded':
			return leftOpen(buffer, event.localId, line =>
				line.status === 'pending' ? {...line, status: 'sent', latencyMs: event.latencyMs} : line,
			);
		case 'rcon/heard':
			return hear(buffer, event);
		case 'rcon/claimed':
			return claimed(buffer, event.claims);
		case 'console/noted': {
			const {id, at, activity, isRepeat} = event;
			return append(buffer, {kind: 'note', id, at, order: at, activity, ...(isRepeat && {isRepeat})});
		}
		case 'console/looked':
			return {...buffer, lookedAt: event.at};
	}
}

/** An unknown outcome is a state of its own. */
function failed(buffer: ConsoleBuffer, localId: string, failure: Failure): ConsoleBuffer {
	return failure.mayHaveRun
		? leftOpen(buffer, localId, line => ({
				...line,
				status: 'timeout',
				failure,
				response: failure.strayOutput,
			}))
		: change(buffer, localId, line => ({...line, status: 'failed', failure}));
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
		...(event.tick !== undefined && {sentTick: event.tick}),
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

const begunLine = (
	line: CommandLine,
	{at, tick}: Extract<ConsoleEvent, {type: 'rcon/begun'}>,
): CommandLine =>
	line.status === 'queued'
		? {...line, status: 'pending', at, sentAt: at, ...(tick !== undefined && {sentTick: tick})}
		: line;
