import {memoize} from '../../../lib/lists/memoize.ts';
import type {State} from '../../state.ts';
import {gamesOfLine, lineKey, selectionLine, serversOfLine} from '../send/target.ts';
import {hasSecret} from '../../../lib/secrets/secret-patterns.ts';
import {notify} from '../../kernel/state/notify.ts';
import type {Services} from '../../kernel/state/services.ts';
import {consoleInputMessages} from '../../../messages/console.ts';
import {printableLine} from '../../../lib/text/text.ts';

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

/** The user is likely to send a command to a server on which the cursor rests, not to one that it passes. */
const restingMs = 150;

/** Loads what earlier sessions sent to a server, once, as soon as its input opens or is about to. */
export function loadInputHistory({store, journal, clock}: Services): () => void {
	const requested = new Set<string>();
	let seen: string | undefined;
	let cancel = () => {};
	const update = () => {
		const {view} = store.getState();
		const serverId = view.currentId;
		if (serverId !== seen) {
			cancel();
			seen = serverId;
			cancel = serverId === undefined ? () => {} : clock.after(restingMs, () => load(serverId));
		}
		if (view.input) for (const id of ofLine()) load(id);
	};
	/** Returns one target server of each game, because servers of a game share a history. */
	const ofLine = (): string[] => {
		const state = store.getState();
		const line = lineKey(state);
		if (line === undefined) return [];
		const {servers} = state.fleet;
		const games = Map.groupBy(serversOfLine(state, line), id => servers.get(id)?.gameType);
		return [...games.values()].flatMap(([first]) => first ?? []);
	};
	const load = (serverId: string) => {
		if (requested.has(serverId)) return;
		requested.add(serverId);
		void fetch(serverId, store.getState().fleet.servers.get(serverId)?.gameType);
	};
	const fetch = async (serverId: string, gameType: string | undefined) => {
		const {server, game} = await journal.sent(serverId, gameType);
		if (server.length === 0 && game.length === 0) return;
		store.dispatch({
			type: 'input/remembered',
			serverId,
			game: gameKey(gameType),
			server: server.map(printableLine),
			gameWide: game.map(printableLine),
		});
	};
	const unsubscribe = store.subscribe(update);
	return () => {
		cancel();
		unsubscribe();
	};
}
