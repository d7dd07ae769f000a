import {toneOf} from '../../../actions/activity.ts';
import {isSame} from './identity.ts';
import {isPending, newestFirst, noLines} from './lines.ts';
import type {ConsoleBuffer, ConsoleEvent, ConsoleState} from './buffer.ts';
import type {Slice} from '../../kernel/state/slice.ts';

/**
Returns the id for the entry of a command whose answer is shown elsewhere: in a watch or the multi-server results.
*/
export const quietLineId = (id: string) => `quiet:${id}`;
const isQuiet = (id: string) => id.startsWith(quietLineId(''));

export type UnreadState = {
	/** The server whose console is on screen. */
	visibleId: string | undefined;
	/** The servers whose consoles got entries since they were last on screen, or since the session started. */
	servers: ReadonlySet<string>;
};

export type UnreadEvent =
	/** Another console is on screen, or none. */
	| {type: 'unread/consoleShown'; serverId: string | undefined}
	/** From earlier sessions: their read positions are before commands of others. */
	| {type: 'unread/loaded'; serverIds: readonly string[]}
	/** A console was on screen long enough to be read. */
	| {type: 'unread/read'; serverId: string};

export const unreadSlice: Slice<UnreadState, UnreadEvent> = {
	initial: {visibleId: undefined, servers: new Set()},
	reduce: reduceUnread,
};

function reduceUnread(state: UnreadState, event: UnreadEvent): UnreadState {
	switch (event.type) {
		case 'unread/consoleShown':
			return state.visibleId === event.serverId ? state : {...state, visibleId: event.serverId};
		case 'unread/loaded': {
			const ids = event.serverIds.filter(id => id !== state.visibleId);
			return {...state, servers: new Set([...state.servers, ...ids])};
		}
		case 'unread/read': {
			const servers = new Set(state.servers);
			return servers.delete(event.serverId) ? {...state, servers} : state;
		}
	}
}

/**
Returns the unread state after console events: commands of others, and answers and failures of our own commands, except
in the visible console. Returns the same object if no server was added.
*/
export function unreadAfter(
	state: UnreadState,
	before: ConsoleState,
	after: ConsoleState,
	events: readonly ConsoleEvent[],
): UnreadState {
	const {servers, visibleId} = state;
	const unreadIds = events.flatMap(event => {
		const {serverId} = event;
		const isKnown =
			serverId === visibleId ||
			servers.has(serverId) ||
			linesOf(before, serverId) === linesOf(after, serverId);
		return !isKnown && isNew(before.get(serverId), after.get(serverId), event) ? [serverId] : [];
	});
	return unreadIds.length === 0 ? state : {...state, servers: new Set([...servers, ...unreadIds])};
}

const linesOf = (consoles: ConsoleState, serverId: string) => consoles.get(serverId)?.lines ?? noLines;

/** State changes show in the list itself, and our own actions are known. */
function isNew(
	before: ConsoleBuffer | undefined,
	after: ConsoleBuffer | undefined,
	event: ConsoleEvent,
): boolean {
	switch (event.type) {
		case 'rcon/received':
			return event.isPast !== true && !isOurAnswer(before, event) && !isLateProbe(after, event);
		case 'rcon/answered':
		case 'rcon/failed':
			return !isQuiet(event.localId);
		case 'console/noted':
			return toneOf(event.activity) === 'failure';
		default:
			return false;
	}
}

/** An answer of this many entries ago is unread, even if it belongs to a probe. */
const maxLookedAt = 200;

/** Returns whether the event only brings late answers to probes and to commands whose answers are shown elsewhere. */
function isLateProbe(
	after: ConsoleBuffer | undefined,
	{commands}: Extract<ConsoleEvent, {type: 'rcon/received'}>,
): boolean {
	const recent = newestFirst(after?.lines ?? noLines)
		.take(maxLookedAt)
		.filter(line => line.kind === 'command')
		.toArray();
	return commands.every(answer => {
		const line = recent.find(one => isSame(one, answer));
		return line !== undefined && (line.origin === 'probe' || isQuiet(line.id));
	});
}

/** The broadcast may arrive before the answer that it repeats. */
function isOurAnswer(
	before: ConsoleBuffer | undefined,
	{commands}: Extract<ConsoleEvent, {type: 'rcon/received'}>,
): boolean {
	const waiting = new Set<string>();
	if (before) {
		for (const line of newestFirst(before.lines)) {
			if (!isPending(line)) break;
			if (line.kind === 'command') waiting.add(line.command);
		}
	}
	return waiting.size > 0 && commands.every(({command}) => waiting.has(command));
}
