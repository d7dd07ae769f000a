import {isSameState, isUp, phaseOf, readState} from '../../contract/states.ts';
import {knownMoment} from '../../contract/moments.ts';
import type {Unreadable} from '../../contract/models/list.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {sameItems} from '../../lib/lists/memoize.ts';
import {filterMap, mapById, withEntries, withEntry, withoutKey} from '../../lib/json/maps.ts';
import type {Failure} from '../kernel/state/failure.ts';
import {acknowledge, type AlertTimes, type Entered, type LoadedHistory, withHistory} from './acknowledged.ts';
import {
	crashesAsOf,
	type CrashRuns,
	noCrashes,
	type StateChange,
	withChanges,
	withEarlier,
} from './crashes.ts';
import {isFirstOfAction} from '../kernel/state/self-caused.ts';
import {changedServers, namesById, type ServerList} from './fleet-changes.ts';
import type {Slice} from '../kernel/state/slice.ts';

export type FleetState = ServerList &
	AlertTimes & {
		/** The same object for the entire session; incremental results are cached per session object. */
		session: object;
		unreadable: readonly Unreadable[];
		/** When the list was last read, epoch ms of this machine. */
		at: number | undefined;
		/** The last names of servers that were deleted, for what remains about them. */
		formerNames: ReadonlyMap<string, string>;
		/** Round trip of the last successful poll, ms. */
		latencyMs: number | undefined;
		/** Set while polls fail; `since` is when the first of them failed. */
		problem: ListProblem | undefined;
		/** Set while a poll waits longer than usual for its answer. */
		late: LatePoll | undefined;
		/** The servers that a job reads by themselves while it waits for them. */
		checks: ReadonlyMap<string, ServerCheck>;
		/** States expected after our own actions, until the service confirms. */
		expected: ReadonlyMap<string, Expected>;
		/** Which servers crashed, and which of them do not stay up. */
		crashes: CrashRuns;
		/** By server: the time after which a state change may be caused by this session. */
		actionTimes: ReadonlyMap<string, number>;
		/** The servers that we stopped, and have not acted on since. */
		stopOrders: ReadonlySet<string>;
		/** The creations, deletions and renames that this session has sent, by `changeKey`, and when. */
		ownChanges: ReadonlyMap<string, number>;
		/** The servers that were in a state that ends by itself for too long, when the list was last read. */
		hung: ReadonlySet<string>;
	};

/** `since`: when the first poll without an answer was sent; `alarmAt`: when the delay becomes an alarm. Epoch ms. */
export type LatePoll = {since: number; alarmAt: number};

/** `at`: when the server was last read by itself, epoch ms; undefined: not yet. */
export type ServerCheck = {at: number | undefined; isFailing: boolean};

/** `retry`: when the list is read again, by `clock.monotonic`, and the delay when that was planned. */
export type ListProblem = {
	failure: Failure;
	since: number;
	retry: {at: number; delayMs: number} | undefined;
};

/** `state` is the expected state; `from` is the state when the action was accepted. */
export type Expected = {state: string; from: string | undefined; at: number; until: number};

export type FleetEvent =
	| {
			type: 'fleet/polled';
			at: number;
			latencyMs: number;
			servers: readonly GameServer[];
			unreadable: readonly Unreadable[];
	  }
	| {type: 'fleet/pollLate'; late: LatePoll}
	| {type: 'fleet/pollFailed'; at: number; failure: Failure}
	| {type: 'fleet/retryPlanned'; retryAt: number; delayMs: number}
	/** From a read of one server or from the feed; batched, so that a packet about a large fleet costs one pass. */
	| {
			type: 'fleet/received';
			at: number;
			changes: readonly {serverId: string; change: Partial<GameServer>}[];
	  }
	/** A server was read by itself, or (`check` undefined) is no longer. */
	| {type: 'fleet/checked'; serverId: string; check: ServerCheck | undefined}
	| {type: 'fleet/acted'; serverId: string; expected: Expected}
	| {type: 'fleet/expectationExpired'; serverId: string}
	/**
	What earlier sessions saw last: the state that each server entered and when, and which problems were
	acknowledged.
	*/
	| ({type: 'fleet/historyLoaded'} & LoadedHistory)
	/** The changes of state that earlier sessions recorded, oldest first. */
	| {type: 'fleet/changesLoaded'; at: number; changes: readonly StateChange[]}
	/** The requests of one of our actions were sent. */
	| {
			type: 'fleet/sent';
			serverIds: readonly string[];
			at: number;
			isStop?: boolean;
			changes?: readonly string[];
	  }
	| {type: 'fleet/hung'; serverIds: ReadonlySet<string>}
	/** A scheduled restart has started. */
	| {type: 'fleet/restarting'; serverIds: readonly string[]}
	/** The action was refused, so that it causes no changes. */
	| {type: 'fleet/refused'; serverIds: readonly string[]; changes: readonly string[]}
	/** `isKnown` false removes the acknowledgment. */
	| {
			type: 'fleet/acknowledged';
			at: number;
			serverIds: readonly string[];
			isKnown: boolean;
			/** They were acknowledged as part of their lost node. */
			withNode?: true;
	  }
	/** The same, from another session of the same user or (`by`) of another admin. */
	| {
			type: 'fleet/acknowledgedElsewhere';
			serverIds: readonly string[];
			isKnown: boolean;
			/** When they were acknowledged as part of their lost node. */
			withNode?: ReadonlyMap<string, number> | undefined;
			by?: FleetState['acknowledgedBy'] | undefined;
	  };

export const fleetSlice: Slice<FleetState, FleetEvent> = {
	initial: {
		session: {},
		servers: new Map(),
		order: [],
		list: [],
		unreadable: [],
		at: undefined,
		formerNames: new Map(),
		latencyMs: undefined,
		problem: undefined,
		late: undefined,
		since: new Map(),
		checks: new Map(),
		expected: new Map(),
		acknowledged: new Map(),
		acknowledgedBy: new Map(),
		acknowledgedWithNode: new Map(),
		crashes: noCrashes,
		actionTimes: new Map(),
		stopOrders: new Set(),
		ownChanges: new Map(),
		hung: new Set(),
	},
	reduce: reduceFleet,
};

function reduceFleet(state: FleetState, event: FleetEvent): FleetState {
	switch (event.type) {
		case 'fleet/pollLate':
			// A manual refresh starts a new poll, but the time without an answer continues.
			return {...state, late: state.late ?? event.late};
		case 'fleet/pollFailed': {
			const since = state.problem?.since ?? event.at;
			return {...state, problem: {failure: event.failure, since, retry: undefined}, late: undefined};
		}
		case 'fleet/retryPlanned':
			return state.problem
				? {...state, problem: {...state.problem, retry: {at: event.retryAt, delayMs: event.delayMs}}}
				: state;
		case 'fleet/polled':
			return applyPoll(state, event);
		case 'fleet/received':
			return applySignal(state, event.changes, event.at);
		case 'fleet/checked': {
			const {serverId, check} = event;
			const {checks} = state;
			return {...state, checks: check ? withEntry(checks, serverId, check) : withoutKey(checks, serverId)};
		}
		case 'fleet/acted':
			return {...state, expected: withEntry(state.expected, event.serverId, event.expected)};
		case 'fleet/expectationExpired': {
			const expected = withoutKey(state.expected, event.serverId);
			return expected === state.expected ? state : {...state, expected};
		}
		case 'fleet/historyLoaded':
			return {...state, ...withHistory(state, event)};
		case 'fleet/changesLoaded':
			return {...state, crashes: withEarlier(state.crashes, event.changes, event.at)};
		case 'fleet/sent': {
			const sent = event.serverIds.map((id): [string, number] => [id, event.at]);
			const stopOrders = new Set(state.stopOrders);
			for (const id of event.serverIds)
				if (event.isStop) stopOrders.add(id);
				else stopOrders.delete(id);
			const changes = (event.changes ?? []).map((key): [string, number] => [key, event.at]);
			const ownChanges = changes.length === 0 ? state.ownChanges : withEntries(state.ownChanges, changes);
			return {...state, actionTimes: withEntries(state.actionTimes, sent), stopOrders, ownChanges};
		}
		case 'fleet/hung': {
			const {serverIds} = event;
			const isSame = serverIds.size === state.hung.size && serverIds.isSubsetOf(state.hung);
			return isSame ? state : {...state, hung: serverIds};
		}
		case 'fleet/restarting': {
			const restarting = event.serverIds.flatMap(id => {
				const here = state.since.get(id);
				return here ? [[id, {...here, cause: 'restart'}] as const] : [];
			});
			return {...state, since: withEntries(state.since, restarting)};
		}
		case 'fleet/refused': {
			const refused = new Set(event.serverIds);
			const ownChanges = filterMap(state.ownChanges, key => !event.changes.includes(key));
			return {...state, actionTimes: filterMap(state.actionTimes, id => !refused.has(id)), ownChanges};
		}
		case 'fleet/acknowledged': {
			const withNode = event.withNode && new Map(event.serverIds.map(id => [id, event.at]));
			return {...state, ...acknowledge(state, {...event, withNode})};
		}
		case 'fleet/acknowledgedElsewhere':
			return {...state, ...acknowledge(state, event)};
	}
}

/** Returns the age of the list, ms; undefined before it was read. */
export const listAgeMs = ({at}: Pick<FleetState, 'at'>, now: number): number | undefined =>
	at === undefined ? undefined : now - at;

export const isOverdue = ({late}: Pick<FleetState, 'late'>, now: number): boolean =>
	late !== undefined && now >= late.alarmAt;

/** Values that are already known change nothing. */
function applySignal(
	state: FleetState,
	changes: readonly {serverId: string; change: Partial<GameServer>}[],
	at: number,
): FleetState {
	const changed = new Map<string, GameServer>();
	for (const {serverId, change} of changes) {
		const server = changed.get(serverId) ?? state.servers.get(serverId);
		if (!server || Object.keys(change).every(field => server[field] === change[field])) continue;
		const isSame = isSameState(server.state, change.state ?? server.state);
		changed.set(serverId, {...server, ...(!isSame && {isStopped: undefined}), ...change});
	}
	if (changed.size === 0) return state;
	return noteChanges(
		withList(
			state,
			state.list.map(server => changed.get(server.id) ?? server),
		),
		state,
		at,
	);
}

function applyPoll(state: FleetState, event: Extract<FleetEvent, {type: 'fleet/polled'}>): FleetState {
	const isUnchanged = sameItems(event.servers, state.list);
	const next: FleetState = {
		...(isUnchanged ? state : withList(state, event.servers)),
		unreadable:
			event.unreadable.length === 0 && state.unreadable.length === 0 ? state.unreadable : event.unreadable,
		at: event.at,
		latencyMs: event.latencyMs,
		problem: undefined,
		late: undefined,
	};
	const noted = isUnchanged ? next : noteChanges(next, state, event.at);
	return {...noted, crashes: crashesAsOf(noted.crashes, event.at)};
}

function withList(state: FleetState, list: readonly GameServer[]): FleetState {
	const isSameOrder =
		list.length === state.order.length && list.every(({id}, place) => id === state.order[place]);
	const servers = mapById(list);
	return {
		...state,
		list,
		order: isSameOrder ? state.order : list.map(({id}) => id),
		servers,
		formerNames: isSameOrder ? state.formerNames : namesAfter(state, servers),
	};
}

/** More servers than anybody deletes while a session runs. */
const maxFormerNames = 1000;

/** Adds the names of the servers that are in the list no longer. */
function namesAfter(
	{formerNames, list}: FleetState,
	servers: ReadonlyMap<string, GameServer>,
): FleetState['formerNames'] {
	const gone = list.filter(({id}) => !servers.has(id));
	if (gone.length === 0) return formerNames;
	return new Map([...formerNames, ...namesById(gone)].slice(-maxFormerNames));
}

/** Records which servers changed state, and drops expectations that came true or were overtaken. */
function noteChanges(next: FleetState, before: FleetState, at: number): FleetState {
	const turned = changedServers(before, next).filter(
		({server, old}) =>
			!old ||
			!before.since.get(server.id) ||
			!isSameState(old.state, server.state) ||
			old.stateSince !== server.stateSince,
	);
	const fresh = new Map(
		turned.map(({server, old}) => {
			// The service of a real server has seen the change itself.
			// After a change that only the feed has reported, the field still describes the earlier state.
			const isStale = old !== undefined && old.stateSince === server.stateSince;
			const since = isStale ? undefined : knownMoment(server.stateSince);
			// Leaving an unknown state is no change that anybody saw.
			const wasKnown = old === undefined ? before.at !== undefined : phaseOf(old.state) !== 'unknown';
			const seen = since !== undefined || wasKnown;
			const from = isSameState(old?.state, server.state) ? before.since.get(server.id)?.from : old?.state;
			const isRestart =
				readState(server.state) === 'RESTARTING' ||
				(!isUp(server) && before.since.get(server.id)?.cause === 'restart');
			const cause = isRestart ? ({cause: 'restart'} as const) : {};
			return [server.id, {at: Math.min(at, since ?? at), seen, from, ...cause}];
		}),
	);
	const changes = turned.flatMap(({server, old}): StateChange[] => {
		if (!old || isSameState(old.state, server.state)) return [];
		const isOurs = isFirstOfAction(before, server.id, at);
		return [{serverId: server.id, at, from: old.state, to: server.state, isOurs}];
	});
	const isSame = fresh.size === 0 && next.order === before.order;
	return {
		...next,
		crashes: withChanges(before.crashes, changes),
		since: isSame ? before.since : sinceOf(next.order, fresh, before.since),
		expected: filterMap(before.expected, (id, {from}) => {
			const server = next.servers.get(id);
			return server !== undefined && isSameState(server.state, from);
		}),
	};
}

function sinceOf(
	order: FleetState['order'],
	fresh: FleetState['since'],
	before: FleetState['since'],
): FleetState['since'] {
	const since = new Map<string, Entered>();
	for (const id of order) {
		const known = fresh.get(id) ?? before.get(id);
		if (known) since.set(id, known);
	}
	return since;
}
