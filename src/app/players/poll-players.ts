import {mayBePlayed, unlistedState} from '../../actions/player-lists.ts';
import {commandQueueOf} from '../../contract/models/server.ts';
import {listedGameOf} from '../../games/games.ts';
import {sendAwaited} from '../console/send/send-command.ts';
import {quietLineId} from '../console/record/unread.ts';
import type {Program} from '../kernel/state/program.ts';
import {openActs, watchedMs} from './player-acts.ts';
import {openScreen} from '../kernel/screens/screen-view.ts';
import type {State} from '../state.ts';
import {isInUse, listingIn} from './listing.ts';
import {noLines} from '../console/record/lines.ts';

/** The interval between two reads of a list while the screen is open. */
const intervalMs = 30_000;
const tickMs = 1000;
/** A request to read every list expires after this. */
const requestMs = 60_000;
/** Rows that the cursor only passes are not looked up in the journal. */
const lookUpDelayMs = 300;

const probeId = (id: string) => quietLineId(`players:${id}`);

type Due = {serverId: string; queue: string; command: string; askedAt: number};

const isRequestedNow = ({players: {requestedAt}}: State, now: number): boolean =>
	requestedAt !== undefined && now - requestedAt < requestMs;

/** After a kick or ban, the list is read again this often until the player has left it. */
const watchMs = 5000;

const watchedActs = ({console, fleet}: State, now: number) =>
	openActs(console, fleet.list).filter(({at}) => now - at < watchedMs);

/** Returns whether any list may be due, now or later. */
const isWanted = (state: State, now: number): boolean =>
	state.view.pane === 'players' || isRequestedNow(state, now) || watchedActs(state, now).length > 0;

/** Returns the servers whose list is due, the least recently read first. */
function dueServers(state: State, now: number, isOpen: boolean): Due[] {
	const {requestedAt} = state.players;
	const watched = new Set(watchedActs(state, now).map(act => act.serverId));
	return state.fleet.order
		.flatMap((serverId): Due[] => {
			const server = state.fleet.servers.get(serverId);
			const game = server && listedGameOf(server);
			if (!server || !game || !mayBePlayed(server) || unlistedState(server) !== undefined) return [];
			const {newest, isOutdated} = listingIn(state.console.get(serverId)?.lines ?? noLines, game);
			const askedAt = newest?.at ?? Number.NEGATIVE_INFINITY;
			if (newest && ['queued', 'pending'].includes(newest.status)) return [];
			const isRequested = requestedAt !== undefined && isRequestedNow(state, now) && askedAt < requestedAt;
			const status = newest?.failure?.status;
			const isRefused = status === 401 || status === 403;
			const isWatched = watched.has(serverId) && (isOutdated || now - askedAt >= watchMs);
			const isDue = isWatched || (isOpen && (isOutdated || now - askedAt >= intervalMs));
			const isTurn = isDue && !isRefused && !isInUse(state, server, now);
			if (server.onlinePlayers === 0 || !(isRequested || isTurn)) return [];
			return [{serverId, queue: commandQueueOf(server), command: game.players.list, askedAt}];
		})
		.sort((a, b) => a.askedAt - b.askedAt);
}

/** Reads the player lists, one at a time per queue, and the journal's entries about the highlighted player. */
export function pollPlayers(services: Program): () => void {
	const {store, clock, waits, settings, newId} = services;
	let isOver = false;
	let cancelTimer = () => {};
	const ask = () => {
		if (isOver || settings.readOnly) return;
		const state = store.getState();
		const busy = new Set([...waits.values()].map(({queue}) => queue));
		for (const {serverId, queue, command} of dueServers(state, clock.now(), state.view.pane === 'players')) {
			if (busy.has(queue)) continue;
			busy.add(queue);
			const options = {localId: probeId(newId()), yields: true, isProbe: true} as const;
			void sendAwaited(services, serverId, command, options).then(ask);
		}
	};
	let isTicking = false;
	const tick = () => {
		isTicking = isWanted(store.getState(), clock.now());
		if (!isTicking) return;
		ask();
		cancelTimer = clock.after(tickMs, tick);
	};
	const start = () => {
		if (isTicking || !isWanted(store.getState(), clock.now())) return;
		isTicking = true;
		// Deferred: an event dispatched from here would start polling a second time.
		cancelTimer = clock.after(0, tick);
	};
	const unsubscribe = store.subscribe(start);
	start();
	const stopHistory = readHistories(services);
	void services.journal
		.flagged()
		.then(ids => ids.length > 0 && store.dispatch({type: 'players/flagsRead', ids}));
	return () => {
		isOver = true;
		cancelTimer();
		unsubscribe();
		stopHistory();
		for (const [id, {start, stop}] of waits) if (start && id.startsWith(probeId(''))) stop();
	};
}

/** Looks up the highlighted player in the journal. */
function readHistories({store, clock, journal, screens}: Program): () => void {
	let current: string | undefined;
	let cancelTimer = () => {};
	const update = () => {
		const state = store.getState();
		const row = state.view.pane === 'players' ? openScreen(state, screens)?.current : undefined;
		const id = row?.fields.id;
		const playerId = typeof id === 'string' && id !== '' ? id : undefined;
		if (playerId === current) return;
		current = playerId;
		cancelTimer();
		if (playerId === undefined) return;
		cancelTimer = clock.after(lookUpDelayMs, () => {
			void journal.playerHistory(playerId).then(entries => {
				if (current === playerId) store.dispatch({type: 'players/historyRead', playerId, entries});
			});
		});
	};
	const unsubscribe = store.subscribe(update);
	return () => {
		unsubscribe();
		cancelTimer();
	};
}
