import {isSameState, isUp} from '../../contract/states.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {type Activity, actsAfter, activityText} from '../../actions/activity.ts';
import {nameOf, serverName} from '../../actions/names.ts';
import {serverListMessages, serverMessages} from '../../messages/server-list.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import type {FleetState} from './fleet.ts';
import {
	changedServers,
	changeKey,
	changeKeysOf,
	type FleetChange,
	fleetChanges,
	isWhole,
	namesById,
} from './fleet-changes.ts';
import type {State} from '../state.ts';
import {ApiError} from '../../contract/errors.ts';
import {sanitizeServer, sanitizeTeam, sanitizeUnreadable} from '../kernel/text/sanitize.ts';
import {failureOf, type ReadOutcome} from '../kernel/state/failure.ts';
import {listRows, visibleServers} from './list-rows.ts';
import {printableLine} from '../../lib/text/text.ts';
import {afterFirstList} from '../kernel/state/wait-until.ts';
import {clearedFilter} from './current-server.ts';
import {scheduledActionOf} from './scheduled-actions.ts';
import {flappingServers} from './crashes.ts';
import {hungServers} from '../kernel/state/shown-phases.ts';

/** Adds each state change and report to the server's console, with the source of the information. */
export function noteChanges(services: Services, before: FleetState, seenBy: 'poll' | 'feed'): void {
	const {store, newId, clock} = services;
	const note = (serverId: string, activity: Activity, id = newId()) =>
		store.dispatch({type: 'console/noted', serverId, id, at: clock.now(), activity});
	const {fleet, scheduled} = store.getState();
	const changed = changedServers(before, fleet);
	const restarting = changed.flatMap(({server: {id, state}, old}) => {
		const due = scheduledActionOf(scheduled, id);
		const isNow = due?.action === 'restart' && clock.now() >= actsAfter(due.sentAt, due.at - due.sentAt);
		return isNow && isUp(old) && !isUp(state) ? [id] : [];
	});
	if (restarting.length > 0) store.dispatch({type: 'fleet/restarting', serverIds: restarting});
	for (const {server, old} of changed) {
		if (!old) continue;
		const {id, state, report, consoleProblem} = server;
		if (consoleProblem !== undefined && consoleProblem !== old.consoleProblem)
			notify(services, 'warning', serverMessages.consoleProblem(nameOf(server), consoleProblem));
		if (!isSameState(old.state, state)) note(id, {type: 'stateChange', from: old.state, to: state, seenBy});
		if (!report || report.at === old.report?.at) continue;
		const {isFailure, message: text} = report;
		// The same id in every session, so that the journal stores it once.
		note(id, {type: 'report', isFailure, text}, `report:${id}:${report.at}`);
		// The alert line counts the crashes of a server that crashes repeatedly; each of them would hide other notices.
		if (!flappingServers(fleet.crashes).has(id)) notify(services, isFailure ? 'failure' : 'done', text);
	}
}

export type PollOutcome = {result: ReadOutcome; retryAfterMs?: number | undefined};

/** Reads the list once. After a failure the old list stays, and its age is shown. */
export async function pollFleet(services: Services, signal: AbortSignal): Promise<PollOutcome> {
	const {api, store, clock, settings} = services;
	const startedAt = clock.monotonic();
	try {
		const teamId = await teamIdOf(services, signal);
		const atSending = store.getState().fleet;
		const list = await api.listServers({teamId}, {signal, background: true});
		const [at, tick] = [clock.now(), clock.monotonic()];
		const earlier = store.getState();
		const before = earlier.fleet;
		store.dispatch({
			type: 'fleet/polled',
			at,
			latencyMs: tick - startedAt,
			servers: list.items.map(server => withNewerState(sanitizeServer(server), atSending, before)),
			unreadable: list.unreadable.map(sanitizeUnreadable),
		});
		const serverIds = hungServers(store.getState().fleet, settings.hungMs, at);
		store.dispatch({type: 'fleet/hung', serverIds});
		select(services, earlier);
		noteFleetChanges(services, before);
		const changes = changedServers(before, store.getState().fleet);
		noteChanges(services, before, 'poll');
		countFilled(services, addStored(services, changes, {at, tick}));
		return {result: 'ok'};
	} catch (error) {
		return pollFailed(services, error);
	}
}

/**
Keeps a state that the feed reported while the list was on its way, if the list still has the state of before: the service
may have read it first. If the server did go back, the next list says so.
*/
function withNewerState(server: GameServer, atSending: FleetState, now: FleetState): GameServer {
	const [was, is] = [atSending.servers.get(server.id), now.servers.get(server.id)];
	const isOlder = was && is && isSameState(server.state, was.state) && !isSameState(is.state, was.state);
	return isOlder ? {...server, state: is.state, isStopped: is.isStopped} : server;
}

async function teamIdOf({api, store, clock}: Services, signal: AbortSignal): Promise<string> {
	const known = store.getState().access.team;
	if (known && !store.getState().access.problem) return known.id;
	try {
		const team = sanitizeTeam(await api.myTeam({}, {signal}));
		store.dispatch({type: 'access/granted', team, at: clock.now()});
		return team.id;
	} catch (error) {
		if (error instanceof ApiError && error.reason === 'refused') {
			store.dispatch({type: 'access/failed', failure: failureOf(error)});
		}
		throw error;
	}
}

/**
Moves the cursor to the first server if it is on none, and to the next row if its server left the list. It stays while a
line is typed, which must not go to another server, and in the console, which is still read.
*/
function select({store}: Services, before: State): void {
	const state = store.getState();
	const {currentId, input, pane} = state.view;
	if (currentId === undefined) {
		store.dispatch({type: 'view/changed', change: {currentId: visibleServers(state)[0]}});
		return;
	}
	const rows = listRows(before);
	const place = rows.places.get(currentId);
	if (!place || state.fleet.servers.has(currentId) || !isWhole(state.fleet)) return;
	if (input || state.dialog || pane !== 'servers') return;
	const isLeft = (id: string) => listRows(state).places.has(id);
	const next = rows.ids.slice(place.at + 1).find(isLeft) ?? rows.ids.slice(0, place.at).findLast(isLeft);
	if (next !== undefined) store.dispatch({type: 'view/changed', change: {currentId: next}});
}

/** How long after its action a change of the fleet counts as one of this session, ms. */
const ownMs = 300_000;

/** Returns a function that returns whether an action of this user, also from a shell, has just made that change to that server. */
export function ownChangesOf({fleet, timeline}: State, now: number): (change: FleetChange) => boolean {
	const isRecent = (at: number) => now - at <= ownMs;
	const own = new Set([
		...fleet.ownChanges.entries().flatMap(([key, at]) => (isRecent(at) ? [key] : [])),
		...timeline.actions.flatMap(({at, activity, serverId}) =>
			activity.type === 'action' && isRecent(at) ? changeKeysOf(activity, [serverId]) : [],
		),
	]);
	return change => own.has(changeKey(change));
}

/** How many changes of the fleet at once are recorded one by one. The rest is counted. */
const maxNoted = 200;

/** Records the servers that were created, deleted or renamed elsewhere since the list was last read, and says so. */
function noteFleetChanges(services: Services, before: FleetState): void {
	const {store, clock, frontEnd} = services;
	const state = store.getState();
	const {fleet} = state;
	if (before.at === undefined || !isWhole(before) || !isWhole(fleet) || before.list === fleet.list) return;
	const at = clock.now();
	const isOwn = ownChangesOf(state, at);
	const changes = fleetChanges(namesById(before.list), fleet.list).filter(one => !isOwn(one));
	for (const {serverId, change, name, before: old} of changes.slice(0, maxNoted)) {
		const activity: Activity = {type: 'fleetChange', change, name, before: old};
		// The same id in every session, so that the journal stores it once.
		const hour = Math.floor(at / 3_600_000);
		const id = `fleet:${change}:${serverId}:${change === 'renamed' ? `${name}:${hour}` : ''}`;
		store.dispatch({type: 'timeline/actionAdded', action: {id, at, serverId, server: name, activity}});
	}
	if (changes.length > maxNoted) {
		const text = serverListMessages.moreFleetChanges(changes.length - maxNoted);
		const activity: Activity = {type: 'report', isFailure: false, text};
		store.dispatch({type: 'timeline/actionAdded', action: {id: `fleet:more:${at}`, at, activity}});
	}
	const [first] = changes;
	// Line mode announces added and removed servers itself.
	const told =
		frontEnd.segments.kind === 'lineMode' ? changes.filter(one => one.change === 'renamed') : changes;
	if (first && told.length === 1) {
		const {serverId: _, ...activity} = told[0] ?? first;
		notify(services, 'warning', activityText({type: 'fleetChange', ...activity}, activity.name));
	} else if (told.length > 1)
		notify(
			services,
			'warning',
			serverListMessages.fleetChanged(told.map(({change, name}) => ({change, name}))),
		);
}

const past = {isPast: true} as const;

/** Adds the commands that the service stores for these servers; returns how many of them are new. */
function addStored(
	{store}: Services,
	changes: ReturnType<typeof changedServers>,
	when: {at: number; tick: number},
): number {
	const all = changes.flatMap(({server, old}) => {
		const {id: serverId, commands, olderCommands: older, newestCommandId: newestId} = server;
		if (old?.commands === commands && old.newestCommandId === newestId) return [];
		const what = {commands, older, newestId, ...(old ? {} : past)};
		return [{type: 'rcon/received', serverId, ...when, via: 'poll', ...what} as const];
	});
	if (all.length === 0) return 0;
	const countReceived = () =>
		all.reduce((sum, {serverId}) => sum + (store.getState().console.get(serverId)?.newAnswers ?? 0), 0);
	const before = countReceived();
	store.dispatch({type: 'rcon/allReceived', all});
	return countReceived() - before;
}

/** Commands that a poll brings during or just after a feed gap are counted for that gap. */
function countFilled({store}: Services, count: number): void {
	const gap = store.getState().feed.gaps.at(-1);
	if (count > 0 && gap && !gap.closed) store.dispatch({type: 'feed/filled', count});
	if (gap?.to !== undefined && !gap.closed) store.dispatch({type: 'feed/gapClosed'});
}

function pollFailed({store, clock}: Services, error: unknown): PollOutcome {
	if (!(error instanceof ApiError)) throw error;
	if (error.reason === 'canceled') return {result: 'failed'};
	const failure = failureOf(error);
	const at = clock.now();
	if (error.status === 401) store.dispatch({type: 'access/failed', failure});
	store.dispatch({type: 'fleet/pollFailed', at, failure});
	return {result: error.status === 401 ? 'refused' : 'failed', retryAfterMs: error.retryAfterMs};
}

/**
Loads what earlier sessions saw, once there is a list. A server still in the state that was last seen has been
in it since then, as far as anyone observed; its problem stays acknowledged as well.
*/
export function loadLastChanges({store, journal, clock}: Services): () => void {
	const load = async () => {
		const [changes, known, {observed}] = await Promise.all([
			journal.lastChanges(),
			journal.acknowledged(),
			journal.shift(clock.now()),
		]);
		const changed = new Set(changes.flatMap(({serverId, at}) => (at > 0 ? [serverId] : [])));
		const unchanged = observed.filter(({serverId}) => !changed.has(serverId));
		const seen = [
			...changes,
			...unchanged.map(({serverId, firstAt, state}) => ({serverId, at: firstAt, state, isFirstSight: true})),
		].map(one => ({...one, state: one.state === undefined ? undefined : printableLine(one.state)}));
		const changedAt = new Map(changes.map(({serverId, at}) => [serverId, at]));
		const acknowledged = known
			.filter(({serverId, at}) => (changedAt.get(serverId) ?? at) <= at)
			.map(one => ({
				...one,
				by: one.by === undefined ? undefined : printableLine(one.by),
				state: one.state === undefined ? undefined : printableLine(one.state),
			}));
		if (seen.length + acknowledged.length > 0) {
			store.dispatch({type: 'fleet/historyLoaded', seen, acknowledged});
		}
	};
	return afterFirstList({store}, load);
}

const maxNames = 3;

/** Announces changes without a key press: servers that left the selection, the end of a range, a cleared filter. */
export function reportLost(services: Services): () => void {
	const {store} = services;
	let before = store.getState();
	return store.subscribe(() => {
		const old = before;
		const now = store.getState();
		before = now;
		if (now.view === old.view) return;
		const {selection, range, filter} = old.view;
		const lost = [...selection].filter(id => !now.view.selection.has(id) && !now.fleet.servers.has(id));
		if (lost.length > 0) {
			const names = lost.slice(0, maxNames).map(id => serverName(old.fleet, id));
			notify(services, 'warning', serverListMessages.lost(names, lost.length, now.view.selection.size));
		}
		const hasEnded = range !== undefined && now.view.range === undefined;
		if (hasEnded && now.fleet !== old.fleet) notify(services, 'warning', serverListMessages.rangeLost);
		const {currentId = ''} = now.view;
		const isCleared = now.view.filter === clearedFilter && filter !== clearedFilter;
		if (isCleared && !listRows(old).places.has(currentId))
			notify(services, 'info', serverListMessages.filterCleared(serverName(now.fleet, currentId)));
	});
}
