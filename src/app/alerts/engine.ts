import type {LastChange} from '../../actions/last-change.ts';
import type {Alert, AlertRules, AlertSubject} from '../kernel/state/services.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {type FleetChange, fleetChanges, namesById} from '../servers/fleet-changes.ts';
import {observe, type Snapshot, type Watched, type WatchedAll, watchedKey} from './conditions.ts';

/** Returns the end of the quiet hours around a moment, epoch ms; undefined outside of them. They may span midnight. */
export function quietUntil(quiet: AlertRules['quietHours'], now: number): number | undefined {
	if (!quiet) return undefined;
	const {from, to} = quiet;
	const date = new Date(now);
	const minute = date.getHours() * 60 + date.getMinutes();
	const isOver = from <= to ? minute < from || minute >= to : minute < from && minute >= to;
	if (isOver) return undefined;
	// Before midnight, hours that span it end tomorrow.
	const days = from > to && minute >= from ? 1 : 0;
	return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, 0, to).getTime();
}

/** The state of the engine, a value that each function receives and returns. */
export type AlertState = {
	watched: WatchedAll;
	/** The times of the alerts of the last hour, oldest first, epoch ms. */
	sentAt: readonly number[];
	/** The earliest time of the next attempt after a failure, epoch ms. */
	retryAt: number;
	failures: number;
	/** The names of the servers by id, as last reported; undefined: not observed yet. */
	names: ReadonlyMap<string, string> | undefined;
	/** Servers in transition as the last run of `alerts --once` saw them. */
	entered: readonly LastChange[];
	/** Since when the servers differ from them, epoch ms. */
	differsSince: number | undefined;
	/** Kinds that only an earlier session has observed, shortly before this one. */
	resumes: readonly Snapshot['kind'][];
};

export const initialAlerts: AlertState = {
	watched: new Map(),
	sentAt: [],
	retryAt: 0,
	failures: 0,
	names: undefined,
	entered: [],
	differsSince: undefined,
	resumes: [],
};

/** How long to wait for further changes, which share one alert, ms. Nodes are polled less often than servers. */
const gatherMs = ({forMs}: AlertRules): number => Math.max(5000, 20_000 - forMs);
const hourMs = 3_600_000;
/** The first and the longest delay between delivery attempts, ms. */
const [firstRetryMs, lastRetryMs] = [60_000, 900_000];

export function applySnapshot(state: AlertState, snapshot: Snapshot, now: number): AlertState {
	const resumed = state.resumes.includes(snapshot.kind);
	const watched = observe(state.watched, snapshot, now, resumed);
	if (watched === state.watched && !resumed) return state;
	return {...state, watched, resumes: state.resumes.filter(kind => kind !== snapshot.kind)};
}

/** `nextAt`: when to check again without a new observation; undefined if only an observation can change anything. */
export type Due = {
	subjects: readonly Watched[];
	event: 'down' | 'up' | undefined;
	nextAt: number | undefined;
};

/** Returns the alert that is due now: outages first, then recoveries. */
export function dueAlert(
	{watched: known, resumes, sentAt, retryAt}: AlertState,
	rules: AlertRules,
	now: number,
	gathersMs = gatherMs(rules),
): Due {
	// Saved state may be outdated.
	const watched = new Map([...known].filter(([, {kind}]) => !resumes.includes(kind)));
	const waiting = [...watched.values()].filter(
		one => one.direction !== one.reported && !one.isBetween && isOwnCause(one, watched),
	);
	const dueAt = (one: Watched) => changedAt(one, watched) + rules.forMs;
	const ready = waiting.filter(one => dueAt(one) <= now);
	if (ready.length === 0) {
		return {subjects: [], event: undefined, nextAt: earliest(waiting.map(dueAt))};
	}
	const first = earliest(ready.map(dueAt)) ?? now;
	const sendAt = allowedAt({sentAt, retryAt}, rules, first + gathersMs, now);
	if (sendAt > now) return {subjects: [], event: undefined, nextAt: sendAt};
	const event = ready.some(({direction}) => direction === 'down') ? 'down' : 'up';
	return {subjects: ready.filter(({direction}) => direction === event), event, nextAt: now};
}

/** Returns when an alert that is wanted from a time on may be sent. */
function allowedAt(
	{sentAt, retryAt}: Pick<AlertState, 'sentAt' | 'retryAt'>,
	{maxPerHour, quietHours}: AlertRules,
	from: number,
	now: number,
): number {
	const recent = sentAt.filter(at => at > now - hourMs);
	const oldest = recent.length < maxPerHour ? undefined : recent.at(-maxPerHour);
	const rateAt = oldest === undefined ? 0 : oldest + hourMs;
	return Math.max(from, retryAt, rateAt, quietUntil(quietHours, now) ?? 0);
}

/** A complete list of servers. `isOwn`: whether this session made a change, which then needs no alert. */
export type ListedFleet = {servers: readonly GameServer[]; isOwn: (change: FleetChange) => boolean};

/** Returns the changes of the fleet by others that are due now, and the state that knows of them. */
export function dueFleetChanges(
	state: AlertState,
	{servers, isOwn}: ListedFleet,
	rules: AlertRules,
	now: number,
	gathersMs = gatherMs(rules),
): {state: AlertState; changes: readonly FleetChange[]; nextAt: number | undefined} {
	if (!state.names) return {state: {...state, names: namesById(servers)}, changes: [], nextAt: undefined};
	const all = fleetChanges(state.names, servers);
	const changes = all.filter(change => !isOwn(change));
	if (changes.length === 0) {
		const names = all.length > 0 ? namesById(servers) : state.names;
		return {state: {...state, names, differsSince: undefined}, changes, nextAt: undefined};
	}
	const differsSince = state.differsSince ?? now;
	const sendAt = allowedAt(state, rules, differsSince + gathersMs, now);
	return {state: {...state, differsSince}, changes: sendAt > now ? [] : changes, nextAt: sendAt};
}

export const fleetAlert = (changes: readonly FleetChange[], profile: string, now: number): Alert => ({
	event: 'fleet',
	at: now,
	profile,
	subjects: [],
	affected: [],
	changes,
});

/** Returns the state after an attempt to report changes of the fleet. */
export function afterFleetAlert(
	state: AlertState,
	{servers}: Pick<ListedFleet, 'servers'>,
	isDelivered: boolean,
	now: number,
): AlertState {
	const nothing: Due = {subjects: [], event: isDelivered ? 'up' : undefined, nextAt: undefined};
	const next = afterSending(state, nothing, isDelivered, now);
	return isDelivered ? {...next, names: namesById(servers), differsSince: undefined} : next;
}

/** A server on a node that is down belongs to the alert of its node. While the service is down, nothing is known of either. */
function isOwnCause({kind, node}: Watched, watched: WatchedAll): boolean {
	if (kind === 'service') return true;
	if (isDown(watched, 'service', 'service')) return false;
	return kind === 'node' || node === undefined || !isDown(watched, 'node', node);
}

const isDown = (watched: WatchedAll, kind: Watched['kind'], id: string): boolean =>
	watched.get(watchedKey({kind, id}))?.direction === 'down';

/** Servers come up after their node, so the time of the node counts as well. */
function changedAt({at, node}: Watched, watched: WatchedAll): number {
	const host = node === undefined ? undefined : watched.get(watchedKey({kind: 'node', id: node}));
	return Math.max(at, host?.at ?? 0);
}

const earliest = (moments: readonly number[]): number | undefined =>
	moments.length === 0 ? undefined : moments.reduce((a, b) => Math.min(a, b));

/** Returns the alert with names instead of IDs. */
export function alertOf(
	{subjects, event = 'down'}: Due,
	{watched}: AlertState,
	{profile, now, nodeName}: {profile: string; now: number; nodeName: (id: string) => string},
): Alert {
	const down = new Set(
		subjects.flatMap(({kind, id, direction}) => (kind === 'node' && direction === 'down' ? id : [])),
	);
	const affected = [...watched.values()].flatMap(({kind, node, name}) =>
		kind === 'server' && node !== undefined && down.has(node) ? name : [],
	);
	const shown = subjects.map(({kind, id, name, state, node, at}): AlertSubject => {
		return {kind, id, name, state, node: node === undefined ? undefined : nodeName(node), since: at};
	});
	return {event, at: now, profile, subjects: shown, affected};
}

/** Returns the state after an attempt. Failed deliveries are retried with increasing delays. */
export function afterSending(
	state: AlertState,
	{subjects, event}: Due,
	isDelivered: boolean,
	now: number,
): AlertState {
	const sentAt = [...state.sentAt.filter(at => at > now - hourMs), now];
	if (!isDelivered || event === undefined) {
		const delayMs = Math.min(lastRetryMs, firstRetryMs * 2 ** state.failures);
		return {...state, retryAt: now + delayMs, failures: state.failures + 1};
	}
	const watched = new Map(state.watched);
	for (const one of subjects) {
		const now = watched.get(watchedKey(one));
		if (now) watched.set(watchedKey(one), {...now, reported: event});
	}
	return {...state, watched, sentAt, retryAt: 0, failures: 0};
}
