import type {PlayerWords} from '../../actions/game-types.ts';
import {gameWords} from '../../actions/games.ts';
import {playerLists, type Player} from '../../actions/player-list.ts';
import {compareNames} from '../../actions/names.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {memoize} from '../../lib/memoize.ts';
import {ageOf} from '../console/commands-of-others.ts';
import type {CommandLine} from '../console/console-line.ts';
import {newestFirst, newestOf, noLines, type Lines} from '../console/console-lines.ts';
import {outcomeOf} from '../console/outcome.ts';
import {lineKey, serversOfLine} from '../console/target.ts';
import {serviceNow} from '../kernel/access.ts';
import type {State} from '../state.ts';

/** `since`: the first of the lists without a gap that have the player, epoch ms; `isFirst`: no earlier list is known. */
export type SeenPlayer = Player & {key: string; since: number; isFirst: boolean};

/** What the console of a server says about its players. */
export type Listing = {
	/** The newest list; undefined if there is none. */
	list: {at: number; players: readonly SeenPlayer[]; isComplete: boolean} | undefined;
	/** The newest list command, answered or not. */
	newest: CommandLine | undefined;
	/** A kick or ban of this user came after the newest list. */
	isOutdated: boolean;
};

/** A player who is in two lists further apart than this may have left in between. */
const maxGapMs = 10 * 60_000;
const [maxLines, maxLists] = [400, 60];

/** Where the lists come from: they are in the console, whoever asked for them. */
export const listingIn = memoize((lines: Lines, words: PlayerWords): Listing => {
	const command = words.list;
	const wanted = command.toLowerCase();
	const commands = newestFirst(lines)
		.take(maxLines)
		.filter(line => line.kind === 'command')
		.toArray();
	const asked = commands.filter(line => line.command.trim().toLowerCase() === wanted).slice(0, maxLists);
	const lists = asked.flatMap(line => {
		const list = line.response === undefined ? undefined : playerLists.readPlayers(command, line.response);
		return list && line.status !== 'timeout' ? [{at: line.at, ...list}] : [];
	});
	const [newest] = lists;
	const acted = commands.find(line => line.origin === 'me' && isAction(line, words));
	return {
		isOutdated: acted !== undefined && acted.at > (asked[0]?.at ?? 0),
		newest: asked[0],
		list: newest && {...newest, players: newest.players.map(player => seen(player, lists))},
	};
});

const wordOf = (text = ''): string => (text.trim().split(/\s/, 1)[0] ?? '').toLowerCase();

/** Whether a command acts on one player, as the actions of this list do. */
const isAction = ({command}: CommandLine, {message, kick, ban}: PlayerWords): boolean =>
	[message, kick, ban].some(action => action !== undefined && wordOf(action) === wordOf(command));

/** Names may change, and not every game lists ids. */
const keyOf = ({playerId, userId, name}: Player): string => playerId ?? userId ?? name;

/** `lists`: the newest first. */
function seen(player: Player, lists: readonly {at: number; players: readonly Player[]}[]): SeenPlayer {
	const key = keyOf(player);
	let since = lists[0]?.at ?? 0;
	let isFirst = true;
	for (const {at, players} of lists) {
		const isThere = since - at <= maxGapMs && players.some(other => keyOf(other) === key);
		if (!isThere) {
			isFirst = false;
			break;
		}
		since = at;
	}
	return {...player, key, since, isFirst};
}

export const playerWordsOf = ({gameType}: GameServer): PlayerWords | undefined =>
	gameWords(gameType)?.players;

export const isUp = ({state}: GameServer): boolean => phaseOf(state) === 'online';

/**
The state of one server's list. `unknownGame`: its list command is not known. `empty`: the service counts no players.
`listed`: there is a list, also if a newer one failed. `failed`: there is none, and why. `busy`: it is not read while
somebody uses the console. `waiting`: it has not been read yet.
*/
export type ServerPlayers = {server: GameServer; listing: Listing | undefined} & (
	{status: 'unknownGame' | 'empty' | 'listed' | 'busy' | 'waiting'} | {status: 'failed'; problem: string}
);

export function serverPlayers(
	state: Pick<State, 'console' | 'access'>,
	server: GameServer,
	now: number,
): ServerPlayers {
	const words = playerWordsOf(server);
	if (!words) return {server, listing: undefined, status: 'unknownGame'};
	const listing = listingIn(state.console.get(server.id)?.lines ?? noLines, words);
	if (server.onlinePlayers === 0) return {server, listing, status: 'empty'};
	if (listing.list) return {server, listing, status: 'listed'};
	const outcome = listing.newest && outcomeOf(listing.newest);
	if (outcome?.kind === 'problem') return {server, listing, status: 'failed', problem: outcome.word};
	return {server, listing, status: isConsoleBusy(state, server, now) ? 'busy' : 'waiting'};
}

/** A command that was sent so recently belongs to somebody who is working in the console, ms. */
const inUseMs = 30_000;
const furthestBack = 30;

/** Whether somebody has just sent a command to a server: a list in between would be in the way. */
function isConsoleBusy(
	{console, access}: Pick<State, 'console' | 'access'>,
	server: GameServer,
	now: number,
): boolean {
	const buffer = console.get(server.id);
	const service = serviceNow(access, buffer, now);
	const words = gameWords(server.gameType);
	const isList = ({command}: CommandLine) =>
		[words?.players?.list, words?.probe].some(probe => probe?.toLowerCase() === command.trim().toLowerCase());
	return newestOf(buffer?.lines ?? noLines, furthestBack).some(
		line =>
			line.kind === 'command' &&
			line.origin !== 'probe' &&
			!isList(line) &&
			!(line.origin === 'me' && words?.players && isAction(line, words.players)) &&
			ageOf(line, now, service) <= inUseMs,
	);
}

/** Whether a colleague or the user is working in the console of a server. */
export function isInUse(state: State, server: GameServer, now: number): boolean {
	const key = state.view.input ? lineKey(state) : undefined;
	if (key !== undefined && serversOfLine(state, key).includes(server.id)) return true;
	return isConsoleBusy(state, server, now);
}

/** A row of the list. `player` is undefined for a server whose players are not listed. */
export type PlayerRow = {id: string; of: ServerPlayers; player: SeenPlayer | undefined};

const allServers = memoize(
	(
		{order, servers, at = 0}: State['fleet'],
		console: State['console'],
		access: State['access'],
	): readonly ServerPlayers[] =>
		order.flatMap(id => {
			const server = servers.get(id);
			return server && isUp(server) ? [serverPlayers({console, access}, server, at)] : [];
		}),
);

/** Every server that is up, with its list. */
export const listedServers = ({fleet, console, access}: State): readonly ServerPlayers[] =>
	allServers(fleet, console, access);

/** Players by name, then the servers without a list. Those that nobody plays on are left out. */
export const playerRows = memoize((all: readonly ServerPlayers[]): readonly PlayerRow[] => {
	const players = all.flatMap(of =>
		of.status === 'listed'
			? (of.listing?.list?.players ?? []).map(player => ({id: `${of.server.id} ${player.key}`, of, player}))
			: [],
	);
	return [
		...players.toSorted((a, b) => compareNames(a.player.name, b.player.name)),
		...all
			.filter(({status}) => status !== 'listed' && status !== 'empty')
			.map(of => ({id: `${of.server.id} `, of, player: undefined})),
	];
});

export const findPlayerRow = (state: State, id: string): PlayerRow | undefined =>
	playerRows(listedServers(state)).find(row => row.id === id);
