import {hasSecret} from '../../lib/secret-patterns.ts';
import {gameKey} from './history.ts';
import {serversOfLine} from './target.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {consoleInputMessages} from '../../messages/console-input.ts';

/** Adds a sent command to the history of each of its servers, unless it contains a secret. */
export function rememberSent(services: Services, serverId: string, text: string): void {
	const {store, journal, clock} = services;
	if (hasSecret(text)) {
		store.dispatch({type: 'input/changed', change: {browsing: undefined}});
		notify(services, 'info', consoleInputMessages.keptOut);
		return;
	}
	const state = store.getState();
	const at = clock.now();
	const typed = serversOfLine(state, serverId).map(id => {
		const gameType = state.fleet.servers.get(id)?.gameType;
		store.dispatch({type: 'input/sent', serverId: id, game: gameKey(gameType), text});
		return {kind: 'typed' as const, at, serverId: id, gameType, text};
	});
	journal.keep(typed);
}
