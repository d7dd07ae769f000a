import {hasSecret} from '../../lib/secrets.ts';
import {gameKey} from '../input/history.ts';
import {notify} from '../notify.ts';
import type {Services} from '../services.ts';

/** Puts a line that was sent into the history, unless there is a secret in it. */
export function rememberSent(services: Services, serverId: string, text: string): void {
	const {store, memory, clock} = services;
	if (hasSecret(text)) {
		store.dispatch({type: 'input/changed', change: {recall: undefined}});
		notify(services, 'info', 'This line is kept out of the history: it looks like it has a secret in it.');
		return;
	}
	const gameType = store.getState().fleet.servers[serverId]?.gameType;
	store.dispatch({type: 'input/sent', serverId, game: gameKey(gameType), text});
	memory.keep([{kind: 'typed', at: clock.now(), serverId, gameType, text}]);
}
