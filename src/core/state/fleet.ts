import type {Unreadable} from '../../contract/models/common.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Failure} from '../failure.ts';

export type FleetState = {
	servers: Readonly<Record<string, GameServer>>;
	/** In the service's order. */
	order: readonly string[];
	unreadable: readonly Unreadable[];
	/** When the list was last read, epoch ms of this machine. */
	at: number | undefined;
	/** Round trip of the last good poll. */
	latencyMs: number | undefined;
	/** Set while polls fail; `since` is when the first of them failed. */
	problem: {failure: Failure; since: number; retryAt: number | undefined} | undefined;
	/** A poll is under way. */
	polling: boolean;
	/** Since when each server has its state: `seen` when we watched it change, else it was so when we first looked. */
	since: Readonly<Record<string, {at: number; seen: boolean}>>;
	/** What we expect after an act of our own, until the service confirms. */
	expected: Readonly<Record<string, Expected>>;
	/** Trouble that somebody here knows of: the `since` it was acknowledged for, so that a new change speaks up again. */
	acknowledged: Readonly<Record<string, number>>;
	/** When this deck acted last on each server. */
	acts: Readonly<Record<string, number>>;
};

/** `state` is what should come; `from` is what was read when the act was accepted. */
export type Expected = {state: string; from: string | undefined; at: number; until: number};

export const initialFleet: FleetState = {
	servers: {},
	order: [],
	unreadable: [],
	at: undefined,
	latencyMs: undefined,
	problem: undefined,
	polling: false,
	since: {},
	expected: {},
	acknowledged: {},
	acts: {},
};

export type FleetEvent =
	| {type: 'fleet/pollStarted'}
	| {
			type: 'fleet/polled';
			at: number;
			latencyMs: number;
			servers: readonly GameServer[];
			unreadable: readonly Unreadable[];
	  }
	| {type: 'fleet/pollFailed'; at: number; failure: Failure}
	| {type: 'fleet/retryPlanned'; retryAt: number}
	| {type: 'fleet/pollAbandoned'}
	/** One server, read alone or heard on the feed. */
	| {type: 'fleet/heard'; at: number; serverId: string; change: Partial<GameServer>}
	/** Many at once, so that a packet about a large fleet costs one pass. */
	| {
			type: 'fleet/heardMany';
			at: number;
			changes: readonly {serverId: string; change: Partial<GameServer>}[];
	  }
	| {type: 'fleet/acted'; serverId: string; expected: Expected}
	| {type: 'fleet/expectationExpired'; serverId: string}
	/** What earlier sessions saw last: into which state each server changed, and when. */
	| {type: 'fleet/recalled'; seen: readonly {serverId: string; at: number; state: string}[]}
	/** An act of ours was sent. */
	| {type: 'fleet/sent'; serverIds: readonly string[]; at: number}
	/** `isKnown` false takes it back. */
	| {type: 'fleet/acknowledged'; serverIds: readonly string[]; isKnown: boolean};

export function reduceFleet(state: FleetState, event: FleetEvent): FleetState {
	switch (event.type) {
		case 'fleet/pollStarted':
			return {...state, polling: true};
		case 'fleet/pollAbandoned':
			return {...state, polling: false};
		case 'fleet/pollFailed': {
			const since = state.problem?.since ?? event.at;
			return {...state, polling: false, problem: {failure: event.failure, since, retryAt: undefined}};
		}
		case 'fleet/retryPlanned':
			return state.problem ? {...state, problem: {...state.problem, retryAt: event.retryAt}} : state;
		case 'fleet/polled':
			return polled(state, event);
		case 'fleet/heard': {
			const server = state.servers[event.serverId];
			if (!server) return state;
			const next = {...server, ...event.change};
			const known = Object.keys(event.change).every(field => server[field] === next[field]);
			return known
				? state
				: observed({...state, servers: {...state.servers, [server.id]: next}}, state, event.at);
		}
		case 'fleet/heardMany': {
			const news = event.changes.flatMap(({serverId, change}) => {
				const server = state.servers[serverId];
				if (!server || Object.keys(change).every(field => server[field] === change[field])) return [];
				return [[serverId, {...server, ...change}] as const];
			});
			if (news.length === 0) return state;
			return observed({...state, servers: {...state.servers, ...Object.fromEntries(news)}}, state, event.at);
		}
		case 'fleet/acted':
			return {...state, expected: {...state.expected, [event.serverId]: event.expected}};
		case 'fleet/expectationExpired': {
			const {[event.serverId]: gone, ...expected} = state.expected;
			return gone ? {...state, expected} : state;
		}
		case 'fleet/recalled': {
			const since = {...state.since};
			for (const {serverId, at, state: into} of event.seen) {
				const known = since[serverId];
				const isSame = state.servers[serverId]?.state === into;
				if (known && !known.seen && isSame && at < known.at) since[serverId] = {at, seen: true};
			}
			return {...state, since};
		}
		case 'fleet/sent': {
			const acts = Object.fromEntries(event.serverIds.map(id => [id, event.at]));
			return {...state, acts: {...state.acts, ...acts}};
		}
		case 'fleet/acknowledged':
			return {...state, acknowledged: acknowledged(state, event)};
	}
}

function acknowledged(
	state: FleetState,
	{serverIds, isKnown}: Extract<FleetEvent, {type: 'fleet/acknowledged'}>,
): FleetState['acknowledged'] {
	const chosen = new Set(serverIds);
	const others = Object.entries(state.acknowledged).filter(([id]) => !chosen.has(id));
	const added = isKnown ? serverIds.map((id): [string, number] => [id, state.since[id]?.at ?? 0]) : [];
	return Object.fromEntries([...others, ...added]);
}

function polled(state: FleetState, event: Extract<FleetEvent, {type: 'fleet/polled'}>): FleetState {
	const unchanged =
		event.servers.length === state.order.length &&
		event.servers.every(
			(server, index) => state.order[index] === server.id && state.servers[server.id] === server,
		);
	const next: FleetState = {
		...state,
		servers: unchanged ? state.servers : Object.fromEntries(event.servers.map(server => [server.id, server])),
		order: unchanged ? state.order : event.servers.map(server => server.id),
		unreadable:
			event.unreadable.length === 0 && state.unreadable.length === 0 ? state.unreadable : event.unreadable,
		at: event.at,
		latencyMs: event.latencyMs,
		problem: undefined,
		polling: false,
	};
	return unchanged ? next : observed(next, state, event.at);
}

/** Notes which servers changed their state, and drops expectations that came true or were overtaken. */
function observed(next: FleetState, before: FleetState, at: number): FleetState {
	const since: Record<string, {at: number; seen: boolean}> = {};
	const expected: Record<string, Expected> = {};
	for (const [id, server] of Object.entries(next.servers)) {
		const old = before.servers[id];
		const known = before.since[id];
		since[id] =
			old && known && old.state === server.state
				? known
				: {at, seen: old !== undefined || before.at !== undefined};
		const hope = before.expected[id];
		if (hope && server.state === hope.from) expected[id] = hope;
	}
	return {...next, since, expected};
}
