import type {PlayerHistory} from '../kernel/state/journal.ts';
import type {PlayerWord} from '../../actions/players.ts';
import type {Slice} from '../kernel/state/slice.ts';

/**
A kick, ban or unban that was sent. `name`, `reason`, `endsAt`: as far as known; `isForever`: a ban without an end. `by`: the
other admin who sent it; undefined: this user. `isOpen`: it may have run. `isGone`: a list showed that the player left. `noteId`: of
its entry in the console. `operationId`: the same on all servers of one ban.
*/
export type PlayerAct = {
	verb: Exclude<PlayerWord, 'message'>;
	at: number;
	serverId: string;
	id: string;
	name?: string | undefined;
	reason?: string | undefined;
	endsAt?: number | undefined;
	isForever?: true;
	by?: string | undefined;
	isOpen?: true;
	isGone?: true;
	noteId?: string;
	operationId?: string;
};

export type PlayersState = {
	/** The time of the last request to read every list, epoch ms. */
	requestedAt: number | undefined;
	/** The time of the last request to read the bans of all servers, epoch ms. */
	bansRequestedAt: number | undefined;
	/** The journal's entries about one player; undefined until they are read. */
	history: {playerId: string; entries: PlayerHistory} | undefined;
	/** The ids of the players that are flagged in the journal. */
	flagged: ReadonlySet<string>;
	/** Bans and unbans from the journal, oldest first. */
	acts: readonly PlayerAct[];
	/** The last names of banned ids, from the journal. */
	names: ReadonlyMap<string, string>;
};

export type PlayersEvent =
	| {type: 'players/requested'; at: number}
	| {type: 'players/bansRequested'; at: number}
	| {type: 'players/historyRead'; playerId: string; entries: PlayerHistory}
	| {type: 'players/flagsRead'; ids: readonly string[]}
	| {type: 'players/actsRead'; acts: readonly PlayerAct[]}
	| {type: 'players/namesRead'; names: ReadonlyMap<string, string>};

export const playersSlice: Slice<PlayersState, PlayersEvent> = {
	initial: {
		requestedAt: undefined,
		bansRequestedAt: undefined,
		history: undefined,
		flagged: new Set(),
		acts: [],
		names: new Map(),
	},
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
		case 'players/actsRead':
			return {...state, acts: event.acts};
		case 'players/namesRead':
			return {...state, names: new Map([...state.names, ...event.names])};
	}
}
