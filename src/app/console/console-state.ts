import type {Failure} from '../kernel/failure.ts';
import {noIdentities} from './console-identities.ts';
import {noLines} from './console-lines.ts';
import {limitConsoles, defaultScrollback, type Scrollback} from './console-bounds.ts';
import {applyAnswer} from './console-answered.ts';
import {append, change} from './console-change.ts';
import {applyClaims} from './console-claims.ts';
import type {ConsoleBuffer, ConsoleState, ConsoleEvent} from './console-buffer.ts';
import {withMissing} from './console-missing.ts';
import {mergeReceived, keepOpen} from './console-merge.ts';
import type {CommandLine} from './console-line.ts';
import {consoleOutput} from './console-output.ts';
import {latencyOf} from './latency.ts';

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
		case 'rcon/recalled':
			return change(buffer, event.localId, line => ({...line, status: 'recalled'}));
		case 'rcon/answered':
			return applyAnswer(buffer, event);
		case 'rcon/failed':
			return failCommand(buffer, event.localId, event.failure);
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
		case 'console/noted': {
			const {id, at, activity, isRepeat} = event;
			return append(buffer, {kind: 'note', id, at, order: at, activity, ...(isRepeat && {isRepeat})});
		}
		case 'console/printed':
			return consoleOutput.append(buffer, event);
		case 'console/viewed':
			return {...buffer, viewedAt: event.at};
	}
}

/** A command with an unknown outcome has its own status. */
function failCommand(buffer: ConsoleBuffer, localId: string, failure: Failure): ConsoleBuffer {
	return failure.mayHaveRun
		? keepOpen(buffer, localId, line => ({
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
