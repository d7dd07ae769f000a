import {memoize} from '../../lib/memoize.ts';
import type {State} from '../state.ts';
import {gamesOfLine, lineKey, selectionLine} from './target.ts';

/** Returns the key of a game's history; unknown games share one. */
export const gameKey = (gameType: string | undefined): string => gameType ?? '';

export type Walk = {
	/** Oldest first: commands sent to other servers of the game, then those sent to this one. */
	lines: readonly string[];
	/** The index at which this server's own commands start. */
	ownFrom: number;
};

const none: readonly string[] = [];

/** Returns the commands that Up, Down and Ctrl-R go through: the server's own first, then those of its game. */
export function walkOf(state: Pick<State, 'input' | 'fleet' | 'view'>, serverId: string): Walk {
	if (serverId === selectionLine) return walkOfMany(state);
	const {input, fleet} = state;
	const own = input.history.get(serverId) ?? none;
	const game = input.games.get(gameKey(fleet.servers.get(serverId)?.gameType)) ?? none;
	return walkThrough(own, game);
}

const walkThrough = memoize((own: readonly string[], game: readonly string[]): Walk => {
	const known = new Set(own);
	const others = game.filter(line => !known.has(line));
	return {lines: [...others, ...own], ownFrom: others.length};
});

/**
Returns the commands sent to servers of every game among the targets; a command that one of them would not know is
omitted.
*/
function walkOfMany(state: Pick<State, 'input' | 'fleet' | 'view'>): Walk {
	const [first = none, ...others] = gamesOfLine(state, selectionLine).map(
		game => state.input.games.get(gameKey(game)) ?? none,
	);
	if (others.length === 0) return {lines: first, ownFrom: 0};
	const known = others.map(lines => new Set(lines));
	return {lines: first.filter(line => known.every(lines => lines.has(line))), ownFrom: 0};
}

export type HistoryMatch = {
	text: string;
	/** The index of the query in it. */
	at: number;
	own: boolean;
	/** The number of matches, and which one this is, counted from 1 at the newest. */
	number: number;
	count: number;
};

/** Returns the match of Ctrl-R: the newest command that contains the query, after skipping `skip` others. */
export function findInHistory(state: Pick<State, 'input' | 'fleet' | 'view'>): HistoryMatch | undefined {
	const {search} = state.input;
	if (!search) return undefined;
	const {lines, ownFrom} = walkOf(state, search.serverId);
	const query = search.query.text.toLowerCase();
	const matches: {text: string; at: number; own: boolean}[] = [];
	for (let index = lines.length - 1; index >= 0; index--) {
		const text = lines[index] ?? '';
		const at = text.toLowerCase().indexOf(query);
		if (at !== -1) matches.push({text, at, own: index >= ownFrom});
	}
	const match = matches[Math.min(search.skip, matches.length - 1)];
	return match && {...match, number: Math.min(search.skip, matches.length - 1) + 1, count: matches.length};
}

/** Whether a history search is open in the focused input. */
export function searchOpen(state: State): boolean {
	const {view, input} = state;
	return view.input && input.search !== undefined && input.search.serverId === lineKey(state);
}
