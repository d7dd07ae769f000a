import {isSameState} from '../../contract/states.ts';
import type {ReceivedTeamEntry, TeamEntry} from '../../actions/team-entry.ts';
import {ApiError} from '../../contract/errors.ts';
import {teamJournalMessages} from '../../messages/team.ts';
import {notableSkew} from '../kernel/state/access.ts';
import {afterFirstList} from '../kernel/state/wait-until.ts';
import type {JournalChanges} from '../kernel/state/journal.ts';
import {receivesAll} from '../kernel/state/feed-state.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import {createAcknowledgedElsewhere} from '../servers/acknowledged-elsewhere.ts';
import type {FleetState} from '../servers/fleet.ts';
import type {TeamNews} from './read-team-journal.ts';
import type {Settings} from '../kernel/state/settings.ts';
import type {State} from '../state.ts';

/** How often the journal is read, and how often while the feed, which reports new entries at once, is live. */
const [everyMs, liveMs] = [30_000, 5 * 60_000];
/** A first session may read a thousand; the journal has all. */
const maxShown = 200;

/**
Shares acknowledged alerts and notes with the other admins of the team, if the service has a journal. Whatever fails is
repeated later, without a word: the local journal has it.
*/
export function followTeamJournal(services: Services): () => void {
	const {store, clock, refreshers} = services;
	const closing = new AbortController();
	const acknowledge = createAcknowledgedElsewhere(services);
	let state: 'idle' | 'running' | 'again' = 'idle';
	let last: number | undefined;
	let cancelTimer = () => {};
	const turn = async () => {
		cancelTimer();
		const {access} = store.getState();
		const {team} = access;
		if (!team || access.missing.has('readJournal')) return;
		state = 'running';
		let hasFailed = false;
		try {
			const {syncTeamJournal} = await import('./read-team-journal.ts');
			const skewMs = notableSkew(access) ?? 0;
			const known = {
				teamId: team.id,
				canWrite: canShare(store.getState(), services.settings),
				now: clock.now(),
				skewMs,
			};
			const news = await syncTeamJournal({...services, ...known, signal: closing.signal}, last);
			if (closing.signal.aborted) return;
			show(services, news, last === undefined);
			acknowledge(changesIn(news.entries, store.getState().fleet));
			({last} = news);
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			hasFailed = true;
		}
		const isWanted = (state as string) === 'again';
		state = 'idle';
		if (closing.signal.aborted) return;
		const isHeard = !hasFailed && receivesAll(store.getState().feed);
		cancelTimer = clock.after(isWanted ? 0 : isHeard ? liveMs : everyMs, () => void turn());
	};
	refreshers.syncTeamJournal = () => {
		if (state === 'idle' && store.getState().fleet.at !== undefined) void turn();
		else state = state === 'idle' ? 'idle' : 'again';
	};
	const cancel = afterFirstList({store}, turn);
	let {at} = store.getState().fleet;
	let wasHeard = receivesAll(store.getState().feed);
	const stop = store.subscribe(() => {
		const {fleet, feed} = store.getState();
		// Entries that the feed missed, and ones that it may miss from now on.
		if (receivesAll(feed) !== wasHeard) refreshers.syncTeamJournal();
		wasHeard = receivesAll(feed);
		// An acknowledgment waits until this session has seen the problem.
		if (fleet.at === at) return;
		({at} = fleet);
		acknowledge([]);
	});
	return () => {
		closing.abort();
		cancel();
		stop();
		cancelTimer();
		refreshers.syncTeamJournal = () => {};
	};
}

/** Adds the entries to the timeline, and announces those of others that are new. */
function show(services: Services, {entries, isIncomplete}: TeamNews, isFirst: boolean): void {
	const {store, journal, clock, newId} = services;
	if (isIncomplete) {
		const at = entries[0]?.at ?? clock.now();
		const activity = {type: 'team', what: 'dropped', by: '', text: undefined} as const;
		const id = newId();
		journal.keep([{kind: 'note', at, id, serverId: undefined, server: undefined, activity}]);
		store.dispatch({type: 'timeline/actionReceived', action: {id, at, activity}});
	}
	for (const {id, at, what, by, text, serverId, server} of entries.slice(-maxShown)) {
		const activity = {type: 'team', what, by, text} as const;
		const action = {id: `team:${id}`, at, activity, serverId, server};
		store.dispatch({type: 'timeline/actionReceived', action});
		if (what === 'note' && !isFirst) notify(services, 'info', teamJournalMessages.note(by, text));
	}
}

/** How far the clocks and the polls of two sessions may differ, ms. */
const toleranceMs = 5000;

/** Returns the newest acknowledgment of each server. */
function changesIn(
	entries: readonly ReceivedTeamEntry[],
	{servers, since}: FleetState,
): JournalChanges['acknowledged'] {
	const newest = new Map(
		entries.flatMap(entry =>
			entry.what === 'note' || entry.serverId === undefined ? [] : [[entry.serverId, entry] as const],
		),
	);
	return [...newest].map(([serverId, {at, by, what, text: state, withNode}]) => {
		const seen = since.get(serverId);
		// Otherwise this session has not seen the problem yet.
		const isHere = isSameState(servers.get(serverId)?.state, state);
		const changedAt = isHere && seen?.seen ? seen.at - toleranceMs : undefined;
		return {serverId, at, by, state, isKnown: what === 'acknowledged', changedAt, withNode};
	});
}

/** Whether entries of this session may be sent to the service, as far as is known. */
export function canShare({access}: Pick<State, 'access'>, {readOnly}: Settings): boolean {
	const {team, missing, permissions} = access;
	if (readOnly || !team || missing.has('readJournal') || missing.has('writeJournal')) return false;
	return permissions.get('MANAGE_SERVERS') !== 'lacking';
}

/**
Keeps entries for the team in the journal, and sends them once the service can be reached. Returns whether it does:
others stay on this machine.
*/
export function shareWithTeam(
	services: Services,
	entries: readonly Pick<TeamEntry, 'what' | 'serverId' | 'text' | 'withNode'>[],
): boolean {
	if (!canShare(services.store.getState(), services.settings)) return false;
	const {journal, clock, newId, refreshers} = services;
	const at = clock.now();
	journal.keep(entries.map(entry => ({kind: 'forTeam', at, entry: {...entry, id: newId(), at}})));
	refreshers.syncTeamJournal();
	return true;
}
