import type {PlayerCommands} from '../../games/game-types.ts';
import {findGame, findListedGame, type ListedGame} from '../../games/games.ts';
import {playerLists} from '../../games/player-list.ts';
import type {Player} from '../../games/player.ts';
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

/**
`since` is the time of the first list in the unbroken series that has the player, epoch ms. `isFirst`: that list is the
oldest known one.
*/
export type SeenPlayer = Player & {key: string; since: number; isFirst: boolean};

/** The players of a server, according to its console. */
export type Listing = {
	/** The newest readable list. */
	list: {at: number; players: readonly SeenPlayer[]; isComplete: boolean} | undefined;
	/** The newest list command, with or without an answer. */
	newest: CommandLine | undefined;
	/** This user has messaged, kicked or banned a player since the newest list command. */
	isOutdated: boolean;
};

/** Between two lists further apart than this, a player may have left and joined again. */
const maxGapMs = 10 * 60_000;
const [maxLines, maxLists] = [400, 60];

/** Reads an answer once, although the lists are read again with every new line. */
const listIn = memoize(({command, response}: CommandLine, gameType: string) =>
	response === undefined ? undefined : playerLists.readPlayers(gameType, command, response),
);

/** Reads the lists from the console, regardless of who requested them. */
export const listingIn = memoize((lines: Lines, {gameType, players}: ListedGame): Listing => {
	const wanted = players.list.toLowerCase();
	const commands = newestFirst(lines)
		.take(maxLines)
		.filter(line => line.kind === 'command')
		.toArray();
	const asked = commands.filter(line => line.command.trim().toLowerCase() === wanted).slice(0, maxLists);
	const lists = asked.flatMap(line => {
		const list = listIn(line, gameType);
		return list && line.status !== 'timeout' ? [{at: line.at, ...list}] : [];
	});
	const [newest] = lists;
	const acted = commands.find(line => line.origin === 'me' && isAction(line, players));
	return {
		isOutdated: acted !== undefined && acted.at > (asked[0]?.at ?? 0),
		newest: asked[0],
		list: newest && {...newest, players: newest.players.map(player => withFirstSeen(player, lists))},
	};
});

const wordOf = (text = ''): string => (text.trim().split(/\s/, 1)[0] ?? '').toLowerCase();

/** Checks whether a command messages, kicks or bans a player. */
const isAction = ({command}: CommandLine, {message, kick, ban}: PlayerCommands): boolean =>
	[message, kick, ban].some(action => action !== undefined && wordOf(action) === wordOf(command));

/** Prefers ids because names may change; not every game lists ids. */
const keyOf = ({playerId, userId, name}: Player): string => playerId ?? userId ?? name;

/** Adds when a player was first seen. `lists` starts with the newest. */
function withFirstSeen(
	player: Player,
	lists: readonly {at: number; players: readonly Player[]}[],
): SeenPlayer {
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

export const isUp = ({state}: GameServer): boolean => phaseOf(state) === 'online';

/**
The state of one server's list. `unknownGame`: the game has no known list command. `empty`: the service counts no
players. `listed`: there is a list, even if a newer read failed. `failed`: there is no list; `problem` is the reason.
`busy`: the list is not read because somebody is using the console. `waiting`: the list has not been read yet.
*/
export type ServerPlayers = {server: GameServer; listing: Listing | undefined} & (
	{status: 'unknownGame' | 'empty' | 'listed' | 'busy' | 'waiting'} | {status: 'failed'; problem: string}
);

export function serverPlayers(
	state: Pick<State, 'console' | 'access'>,
	server: GameServer,
	now: number,
): ServerPlayers {
	const game = findListedGame(server.gameType);
	if (!game) return {server, listing: undefined, status: 'unknownGame'};
	const listing = listingIn(state.console.get(server.id)?.lines ?? noLines, game);
	if (server.onlinePlayers === 0) return {server, listing, status: 'empty'};
	if (listing.list) return {server, listing, status: 'listed'};
	const outcome = listing.newest && outcomeOf(listing.newest);
	if (outcome?.kind === 'problem') return {server, listing, status: 'failed', problem: outcome.word};
	return {server, listing, status: isConsoleBusy(state, server, now) ? 'busy' : 'waiting'};
}

/** For this long after a command, its sender counts as using the console. */
const inUseMs = 30_000;
const maxRecentLines = 30;

/** Checks whether somebody has just sent a command to a server: a list would interrupt their console. */
function isConsoleBusy(
	{console, access}: Pick<State, 'console' | 'access'>,
	server: GameServer,
	now: number,
): boolean {
	const buffer = console.get(server.id);
	const service = serviceNow(access, buffer, now);
	const words = findGame(server.gameType);
	const isList = ({command}: CommandLine) =>
		[words?.players?.list, words?.probe].some(probe => probe?.toLowerCase() === command.trim().toLowerCase());
	return newestOf(buffer?.lines ?? noLines, maxRecentLines).some(
		line =>
			line.kind === 'command' &&
			line.origin !== 'probe' &&
			!isList(line) &&
			!(line.origin === 'me' && words?.players && isAction(line, words.players)) &&
			ageOf(line, now, service) <= inUseMs,
	);
}

/** Checks whether this user or somebody else is using the console of a server. */
export function isInUse(state: State, server: GameServer, now: number): boolean {
	const key = state.view.input ? lineKey(state) : undefined;
	if (key !== undefined && serversOfLine(state, key).includes(server.id)) return true;
	return isConsoleBusy(state, server, now);
}
