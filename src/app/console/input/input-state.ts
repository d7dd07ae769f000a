import {withEntry} from '../../../lib/json/maps.ts';
import type {TextField} from '../../kernel/text/text-field.ts';
import type {Slice} from '../../kernel/state/slice.ts';

/** A completion: `text` replaces the input from `from` up to the cursor. */
export type Candidate = {
	from: number;
	text: string;
	label: string;
	detail: string;
};

/**
The completions that Tab offers for a server's input. `before` is the input as typed; `chosen` is undefined until the
next Tab.
*/
export type Completion = {
	serverId: string;
	before: TextField;
	candidates: readonly Candidate[];
	chosen: number | undefined;
};

/** The incremental search in the history; `skip` is the number of matches skipped. */
export type HistorySearch = {serverId: string; query: TextField; skip: number};

/** A command that needs a second Enter, and the servers it would go to. */
export type Armed = {
	serverId: string;
	serverIds: readonly string[];
	text: string;
	/** Why it looks destructive; empty if it only goes to several servers. */
	reason: string;
	at: number;
};

export type InputState = {
	/** Commands sent to each server, oldest first, without duplicates. */
	history: ReadonlyMap<string, readonly string[]>;
	/** The same for each game. */
	games: ReadonlyMap<string, readonly string[]>;
	/** While walking through the history: the number of commands back from the newest, and the unsent input. */
	browsing: {serverId: string; back: number; draft: TextField} | undefined;
	completion: Completion | undefined;
	search: HistorySearch | undefined;
	armed: Armed | undefined;
	/** The last command that was not confirmed: a line that continues it was perhaps typed as a new one. */
	unconfirmed: Pick<Armed, 'serverId' | 'text'> | undefined;
};

export type InputEvent =
	| {type: 'input/changed'; change: Partial<Omit<InputState, 'history' | 'games'>>}
	| {type: 'input/sent'; serverId: string; game: string; text: string}
	/** The same user just sent it elsewhere. */
	| {type: 'input/overheard'; serverId: string; game: string; text: string}
	/** The history of earlier sessions, oldest first. */
	| {
			type: 'input/remembered';
			serverId: string;
			game: string;
			server: readonly string[];
			gameWide: readonly string[];
	  };

const maxHistory = 2000;

export const inputSlice: Slice<InputState, InputEvent> = {
	initial: {
		history: new Map(),
		games: new Map(),
		browsing: undefined,
		completion: undefined,
		search: undefined,
		armed: undefined,
		unconfirmed: undefined,
	},
	reduce: reduceInput,
};

function reduceInput(state: InputState, event: InputEvent): InputState {
	switch (event.type) {
		case 'input/changed':
			return {...state, ...event.change};
		case 'input/sent':
		case 'input/overheard': {
			const add = (list: readonly string[]) => dedupeLines([...list, event.text]);
			const browsing = event.type === 'input/sent' ? undefined : state.browsing;
			return withHistory({...state, browsing}, event, add, add);
		}
		case 'input/remembered':
			return withHistory(
				state,
				event,
				list => dedupeLines([...event.server, ...list]),
				list => dedupeLines([...event.gameWide, ...list]),
			);
	}
}

type ListUpdate = (list: readonly string[]) => readonly string[];

function withHistory(
	state: InputState,
	{serverId, game}: {serverId: string; game: string},
	ofServer: ListUpdate,
	ofGame: ListUpdate,
): InputState {
	return {
		...state,
		history: withEntry(state.history, serverId, ofServer(state.history.get(serverId) ?? [])),
		games: withEntry(state.games, game, ofGame(state.games.get(game) ?? [])),
	};
}

/** Removes duplicates and keeps the last occurrence of each command. */
function dedupeLines(list: readonly string[]): readonly string[] {
	return [...new Set(list.toReversed())].slice(0, maxHistory).toReversed();
}
