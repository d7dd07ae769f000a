import {playersScreenMessages as messages} from '../../messages/players-screen.ts';
import type {Message} from '../../messages/text.ts';
import type {ServerPlayers} from './listing.ts';

/** Returns the reason why a server has no list. */
export function whyNotListed({status, server, ...rest}: ServerPlayers): Message {
	switch (status) {
		case 'unknownGame':
			return messages.unknownGame(server.gameType);
		case 'failed':
			return messages.failed('problem' in rest ? rest.problem : '');
		case 'busy':
			return messages.busy;
		case 'waiting':
			return messages.waiting;
		case 'listed':
		case 'empty':
			return messages.nobody;
	}
}
