import type {PlayerHistory} from '../kernel/state/journal.ts';
import type {Slice} from '../kernel/state/slice.ts';

export type PlayersState = {
	/** The time of the last request to read every list, epoch ms. */
	requestedAt: number | undefined;
	/** The time of the last request to read the bans of all servers, epoch ms. */
	bansRequestedAt: number | undefined;
	/** The journal's entries about one player; undefined until they are read. */
	history: {playerId: string; entries: PlayerHistory} | undefined;
	/** The ids of the players that are flagged in the journal. */
	flagged: ReadonlySet<string>;
};

export type PlayersEvent =
	| {type: 'players/requested'; at: number}
	| {type: 'players/bansRequested'; at: number}
	| {type: 'players/historyRead'; playerId: string; entries: PlayerHistory}
	| {type: 'players/flagsRead'; ids: readonly string[]};

export const playersSlice: Slice<PlayersState, PlayersEvent> = {
	initial: {requestedAt: undefined, bansRequestedAt: undefined, history: undefined, flagged: new Set()},
	reduce: reducePlayers,
};

function reducePlayers(state: PlayersState, event: PlayersEvent): PlayersState {
	switch (event.type) {
		case 'players/requested':
			return {...state, requestedAt: event.at};
		case 'players/bansRequested':
			return {...state, bansRequestedAt: event.at};
		case 'players/historyRead':
			return {...state, history: {playerId: event.playerId, entries: event.entries}};
		case 'players/flagsRead':
			return {...state, flagged: new Set(event.ids)};
	}
}
