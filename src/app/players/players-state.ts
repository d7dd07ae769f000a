import type {PlayerHistory} from '../kernel/journal.ts';

export type PlayersState = {
	/** The time of the last request to read every list, epoch ms. */
	requestedAt: number | undefined;
	/** The journal's entries about one player; undefined until they are read. */
	history: {playerId: string; entries: PlayerHistory} | undefined;
};

export const initialPlayers: PlayersState = {requestedAt: undefined, history: undefined};

export type PlayersEvent =
	| {type: 'players/requested'; at: number}
	| {type: 'players/historyRead'; playerId: string; entries: PlayerHistory};

export function reducePlayers(state: PlayersState, event: PlayersEvent): PlayersState {
	switch (event.type) {
		case 'players/requested':
			return {...state, requestedAt: event.at};
		case 'players/historyRead':
			return {...state, history: {playerId: event.playerId, entries: event.entries}};
	}
}
