import {printableLine} from '../../lib/text.ts';
import {gameKey} from '../input/history.ts';
import type {Services} from '../services.ts';

/** Fetches what earlier sessions sent, once for each server whose input is opened. */
export function recallHistory({store, memory}: Services): () => void {
	const asked = new Set<string>();
	const look = () => {
		const {view, fleet} = store.getState();
		const serverId = view.selectedId;
		if (!view.input || serverId === undefined || asked.has(serverId)) return;
		asked.add(serverId);
		void recall(serverId, fleet.servers[serverId]?.gameType);
	};
	const recall = async (serverId: string, gameType: string | undefined) => {
		const {server, game} = await memory.sent(serverId, gameType);
		if (server.length === 0 && game.length === 0) return;
		store.dispatch({
			type: 'input/remembered',
			serverId,
			game: gameKey(gameType),
			server: server.map(printableLine),
			gameWide: game.map(printableLine),
		});
	};
	return store.subscribe(look);
}
