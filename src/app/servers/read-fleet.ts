import {ApiError} from '../../contract/errors.ts';
import {sanitizeServer, sanitizeTeam, sanitizeUnreadable} from '../kernel/sanitize.ts';
import {failureOf} from '../kernel/failure.ts';
import {visibleServers} from './list-rows.ts';
import type {Services} from '../kernel/services.ts';
import {changedServers} from './fleet-changes.ts';
import {noteChanges} from './record-changes.ts';

/** `refused`: the credentials were refused, which most likely stays so. */
export type PollOutcome = {result: 'ok' | 'failed' | 'refused'; retryAfterMs?: number | undefined};

/** Reads the list once. After a failure the old list stays, and its age is shown. */
export async function pollFleet(services: Services, signal: AbortSignal): Promise<PollOutcome> {
	const {api, store, clock} = services;
	const startedAt = clock.monotonic();
	try {
		const teamId = await teamIdOf(services, signal);
		const list = await api.listServers({teamId}, {signal, background: true});
		const [at, tick] = [clock.now(), clock.monotonic()];
		const before = store.getState().fleet;
		store.dispatch({
			type: 'fleet/polled',
			at,
			latencyMs: tick - startedAt,
			servers: list.items.map(sanitizeServer),
			unreadable: list.unreadable.map(sanitizeUnreadable),
		});
		select(services);
		const changes = changedServers(before, store.getState().fleet);
		noteChanges(services, before, 'poll');
		countFilled(services, addStored(services, changes, {at, tick}));
		return {result: 'ok'};
	} catch (error) {
		return pollFailed(services, error);
	}
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
Moves the cursor to the first server if it is on none. It stays on one that left the list, which may return: a line that is
being typed must not go to another server.
*/
function select({store}: Services): void {
	const state = store.getState();
	if (state.view.currentId !== undefined) return;
	store.dispatch({type: 'view/changed', change: {currentId: visibleServers(state)[0]}});
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
	if (error.reason === 'cancelled') return {result: 'failed'};
	const failure = failureOf(error);
	const at = clock.now();
	if (error.status === 401) store.dispatch({type: 'access/failed', failure});
	store.dispatch({type: 'fleet/pollFailed', at, failure});
	return {result: error.status === 401 ? 'refused' : 'failed', retryAfterMs: error.retryAfterMs};
}
