import {printableLine} from '../../lib/text.ts';
import {gameKey} from './history.ts';
import {lineKey, serversOfLine} from './target.ts';
import type {Services} from '../kernel/services.ts';

/** The user is likely to send a command to a server on which the cursor rests, not to one that it passes. */
const restingMs = 150;

/** Loads what earlier sessions sent to a server, once, as soon as its input opens or is about to. */
export function loadInputHistory({store, journal, clock}: Services): () => void {
	const requested = new Set<string>();
	let seen: string | undefined;
	let cancel = () => {};
	const update = () => {
		const {view} = store.getState();
		const serverId = view.currentId;
		if (serverId !== seen) {
			cancel();
			seen = serverId;
			cancel = serverId === undefined ? () => {} : clock.after(restingMs, () => load(serverId));
		}
		if (view.input) for (const id of ofLine()) load(id);
	};
	/** Returns one target server of each game, because servers of a game share a history. */
	const ofLine = (): string[] => {
		const state = store.getState();
		const line = lineKey(state);
		if (line === undefined) return [];
		const {servers} = state.fleet;
		const games = Map.groupBy(serversOfLine(state, line), id => servers.get(id)?.gameType);
		return [...games.values()].flatMap(([first]) => first ?? []);
	};
	const load = (serverId: string) => {
		if (requested.has(serverId)) return;
		requested.add(serverId);
		void fetch(serverId, store.getState().fleet.servers.get(serverId)?.gameType);
	};
	const fetch = async (serverId: string, gameType: string | undefined) => {
		const {server, game} = await journal.sent(serverId, gameType);
		if (server.length === 0 && game.length === 0) return;
		store.dispatch({
			type: 'input/remembered',
			serverId,
			game: gameKey(gameType),
			server: server.map(printableLine),
			gameWide: game.map(printableLine),
		});
	};
	const unsubscribe = store.subscribe(update);
	return () => {
		cancel();
		unsubscribe();
	};
}
