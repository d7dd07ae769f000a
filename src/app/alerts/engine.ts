import type {Alert, AlertRules, AlertSubject} from '../kernel/alert-port.ts';
import {observe, watchedKey, type Sight, type Watched, type WatchedAll} from './conditions.ts';
import {quietUntil} from './quiet-hours.ts';

/** What the engine knows. It is a value: whoever holds it gives it back with the next observation, and the time. */
export type AlertState = {
	watched: WatchedAll;
	/** When alerts were delivered in the last hour, oldest first. */
	sentAt: readonly number[];
	/** After a failure: not before this moment. */
	retryAt: number;
	failures: number;
	/** Of what this session has seen nothing yet, and an earlier one looked not long before. */
	resumes: readonly Sight['kind'][];
};

export const initialAlerts: AlertState = {
	watched: new Map(),
	sentAt: [],
	retryAt: 0,
	failures: 0,
	resumes: [],
};

/** What goes down together is told together: so long is waited for more, ms. Nodes are read less often than servers. */
const gatherMs = ({forMs}: AlertRules): number => Math.max(5000, 20_000 - forMs);
const hourMs = 3_600_000;
/** Between attempts to deliver what could not be delivered, ms: at first, and at most. */
const [firstRetryMs, lastRetryMs] = [60_000, 900_000];

export function seeing(state: AlertState, sight: Sight, now: number): AlertState {
	const resumed = state.resumes.includes(sight.kind);
	const watched = observe(state.watched, sight, now, resumed);
	if (watched === state.watched && !resumed) return state;
	return {...state, watched, resumes: state.resumes.filter(kind => kind !== sight.kind)};
}

/** `nextAt`: when to ask again though nothing was seen; undefined: only what is seen next can change anything. */
export type Due = {
	subjects: readonly Watched[];
	event: 'down' | 'up' | undefined;
	nextAt: number | undefined;
};

/** What is to be told now: first what is down, then what is back. */
export function dueAlert(
	{watched: known, resumes, sentAt, retryAt}: AlertState,
	rules: AlertRules,
	now: number,
	gathersMs = gatherMs(rules),
): Due {
	// What is only remembered may have changed since.
	const watched = new Map([...known].filter(([, {kind}]) => !resumes.includes(kind)));
	const waiting = [...watched.values()].filter(
		one => one.lean !== one.told && !one.isBetween && isOwnCause(one, watched),
	);
	const dueAt = (one: Watched) => changedAt(one, watched) + rules.forMs;
	const ready = waiting.filter(one => dueAt(one) <= now);
	if (ready.length === 0) {
		return {subjects: [], event: undefined, nextAt: earliest(waiting.map(dueAt))};
	}
	const first = earliest(ready.map(dueAt)) ?? now;
	const recent = sentAt.filter(at => at > now - hourMs);
	const oldest = recent.length < rules.maxPerHour ? undefined : recent.at(-rules.maxPerHour);
	const sendAt = Math.max(
		first + gathersMs,
		retryAt,
		oldest === undefined ? 0 : oldest + hourMs,
		quietUntil(rules.quietHours, now) ?? 0,
	);
	if (sendAt > now) return {subjects: [], event: undefined, nextAt: sendAt};
	const event = ready.some(({lean}) => lean === 'down') ? 'down' : 'up';
	return {subjects: ready.filter(({lean}) => lean === event), event, nextAt: now};
}

/** A server on a node that is down is told with its node, and while the service does not answer nothing is known of either. */
function isOwnCause({kind, node}: Watched, watched: WatchedAll): boolean {
	if (kind === 'service') return true;
	if (isDown(watched, 'service', 'service')) return false;
	return kind === 'node' || node === undefined || !isDown(watched, 'node', node);
}

const isDown = (watched: WatchedAll, kind: Watched['kind'], id: string): boolean =>
	watched.get(watchedKey({kind, id}))?.lean === 'down';

/** Servers come up after their node: from then on they have their time. */
function changedAt({at, node}: Watched, watched: WatchedAll): number {
	const host = node === undefined ? undefined : watched.get(watchedKey({kind: 'node', id: node}));
	return Math.max(at, host?.at ?? 0);
}

const earliest = (moments: readonly number[]): number | undefined =>
	moments.length === 0 ? undefined : moments.reduce((a, b) => Math.min(a, b));

/** The alert for people. `nodeName`: what a node is called. */
export function alertOf(
	{subjects, event = 'down'}: Due,
	{watched}: AlertState,
	{profile, now, nodeName}: {profile: string; now: number; nodeName: (id: string) => string},
): Alert {
	const down = new Set(
		subjects.flatMap(({kind, id, lean}) => (kind === 'node' && lean === 'down' ? id : [])),
	);
	const affected = [...watched.values()].flatMap(({kind, node, name}) =>
		kind === 'server' && node !== undefined && down.has(node) ? name : [],
	);
	const shown = subjects.map(({kind, id, name, state, node, at}): AlertSubject => {
		return {kind, id, name, state, node: node === undefined ? undefined : nodeName(node), since: at};
	});
	return {event, at: now, profile, subjects: shown, affected};
}

/** After an alert was sent. What could not be delivered is due again, ever more slowly. */
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
		if (now) watched.set(watchedKey(one), {...now, told: event});
	}
	return {...state, watched, sentAt, retryAt: 0, failures: 0};
}
