import {memoize} from '../../lib/memoize.ts';
import type {State} from '../state.ts';
import {gamesOfLine, lineKey, selectionLine} from './target.ts';

/** The name under which a game's history is kept; what is not known shares one. */
export const gameKey = (gameType: string | undefined): string => gameType ?? '';

export type Walk = {
	/** Oldest first: what was sent to other servers of the game, then what was sent to this one. */
	lines: readonly string[];
	/** Where this server's own begin. */
	ownFrom: number;
};

const none: readonly string[] = [];

/** The lines that Up, Down and Ctrl-R go through: first the server's own, beyond them those of its game. */
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

/** What was sent to servers of each of the games that the line goes to: what one of them would not know is left out. */
function walkOfMany(state: Pick<State, 'input' | 'fleet' | 'view'>): Walk {
	const [first = none, ...others] = gamesOfLine(state, selectionLine).map(
		game => state.input.games.get(gameKey(game)) ?? none,
	);
	if (others.length === 0) return {lines: first, ownFrom: 0};
	const known = others.map(lines => new Set(lines));
	return {lines: first.filter(line => known.every(lines => lines.has(line))), ownFrom: 0};
}

export type Found = {
	text: string;
	/** Where the query is in it. */
	at: number;
	own: boolean;
	/** How many there are, and which of them this is, counted from 1 at the newest. */
	number: number;
	count: number;
};

/** What Ctrl-R has found: the newest line with the words of the query, after `skip` others. */
export function findInHistory(state: Pick<State, 'input' | 'fleet' | 'view'>): Found | undefined {
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

/** Ctrl-R is in progress in the line that has the keys. */
export function searchOpen(state: State): boolean {
	const {view, input} = state;
	return view.input && input.search !== undefined && input.search.serverId === lineKey(state);
}
