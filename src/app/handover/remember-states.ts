import {isSameState} from '../../contract/states.ts';
import {nameOf} from '../../actions/names.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {afterFirstList} from '../kernel/state/wait-until.ts';
import type {Observed} from '../../actions/memorable.ts';
import type {Program} from '../kernel/state/program.ts';
import {recordedEveryMs} from './away.ts';
import {changedServers} from '../servers/fleet-changes.ts';

/** Maximum servers per entry: the journal writes in slices between entries, so entries stay small. */
const maxServers = 50;
/** Shorter absences are not reported, ms. */
const minAwayMs = 5 * 60_000;
const settleMs = 500;
const maxSettles = 20;

/**
Records the server states that this session sees, so that the next session knows until when each was certain. At the
start, reports what happened since the last session and which consoles are unread.
*/
export function rememberStates(services: Program): () => void {
	const {store, journal, clock, settings} = services;
	// Every demo has a different fleet.
	if (settings.profile.isDemo) return () => {};
	let isOver = false;
	let fleet = store.getState().fleet;
	let keptAt: number | undefined;
	const keep = (at: number, servers: readonly GameServer[]) => {
		for (let from = 0; from < servers.length; from += maxServers) {
			const some = servers.slice(from, from + maxServers);
			const states = some.map(server => ({serverId: server.id, server: nameOf(server), state: server.state}));
			journal.keep([{kind: 'states', at, servers: states}]);
		}
	};
	const keepAll = () => {
		if (fleet.at === undefined || fleet.at === keptAt) return;
		keptAt = fleet.at;
		keep(fleet.at, fleet.list);
	};
	const follow = () => {
		const before = fleet;
		({fleet} = store.getState());
		if (fleet.list === before.list) return;
		const changed = changedServers(before, fleet).filter(
			({server, old}) => !isSameState(old?.state, server.state),
		);
		if (before.at !== undefined) {
			keep(
				before.at,
				changed.flatMap(({old}) => old ?? []),
			);
		}
		keep(
			clock.now(),
			changed.map(({server}) => server),
		);
	};
	let stops: (() => void)[] = [];
	const begin = async () => {
		const {observed} = await journal.shift(clock.now());
		if (isOver) return;
		({fleet} = store.getState());
		keepAll();
		const keepEveryMinute = () => {
			keepAll();
			cancelTimer = clock.after(recordedEveryMs, keepEveryMinute);
		};
		let cancelTimer = clock.after(recordedEveryMs, keepEveryMinute);
		stops = [store.subscribe(follow), () => cancelTimer()];
		await reportStart(services, observed, () => isOver);
	};
	const cancel = afterFirstList({store}, begin);
	return () => {
		isOver = true;
		cancel();
		for (const stop of stops) stop();
		if (stops.length > 0) keepAll();
	};
}

/** Waits until the answers of the first list are in the journal, then reports the news since the last session. */
async function reportStart(
	services: Program,
	observed: readonly Observed[],
	isOver: () => boolean,
): Promise<void> {
	const {store, journal, clock} = services;
	const startedAt = clock.now();
	for (let tries = 0; tries < maxSettles; tries++) {
		await new Promise<void>(resolve => clock.after(settleMs, resolve));
		if (isOver()) return;
		const read = await journal.unread();
		if (!read) continue;
		const withReadPosition = new Set(read.marked);
		// Commands from now on are unread until the console is shown.
		for (const id of store.getState().fleet.order)
			if (!withReadPosition.has(id)) journal.markRead(id, startedAt);
		if (read.unread.length > 0) store.dispatch({type: 'unread/loaded', serverIds: read.unread});
		break;
	}
	const seenAt = observed.reduce((latest, {lastAt}) => Math.max(latest, lastAt), 0);
	if (observed.length === 0 || startedAt - seenAt < minAwayMs) return;
	const {reportAway} = await import('./away.ts');
	if (!isOver()) await reportAway(services, observed, startedAt);
}
