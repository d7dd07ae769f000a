import type {PlayerCommands} from '../../games/game-types.ts';
import {hasGuids, steamIdsIn} from '../../games/battleye-guid.ts';
import {findGame, listedGameOf, type ListedGame} from '../../games/games.ts';
import {gapOf, readPlayers, wholeLines} from '../../games/player-list.ts';
import type {Player, PlayerList} from '../../games/player.ts';
import {listGapText, unlistedState} from '../../actions/player-lists.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {ageOf} from '../console/read/console-status.ts';
import {type CommandLine, type Lines, newestFirst, newestOf, noLines} from '../console/record/lines.ts';
import {isCut, outcomeOf} from '../console/record/outcome.ts';
import {listGapMessages} from '../../messages/players.ts';
import {lineKey, serversOfLine} from '../console/send/target.ts';
import {serviceNow} from '../kernel/state/access.ts';
import type {State} from '../state.ts';

/**
`since` is the time of the first list in the unbroken series that has the player, epoch ms. `isAtLeast`: no list shortly
before it shows that the player was not there yet.
*/
export type SeenPlayer = Player & {key: string; since: number; isAtLeast: boolean};

/** The players of a server, according to its console. */
export type Listing = {
	/** The newest list of which something could be read. `gap`: why it is incomplete. */
	list: {at: number; players: readonly SeenPlayer[]; gap: string | undefined} | undefined;
	/** The newest list command, with or without an answer. */
	newest: CommandLine | undefined;
	/** Why the newest command gave no list; undefined if it did, or has no answer yet. */
	problem: string | undefined;
	/** This user has messaged, kicked or banned a player since the newest list command. */
	isOutdated: boolean;
	/** The keys of all players in the lists. */
	seen: ReadonlySet<string>;
};

/** Between two lists further apart than this, a player may have left and joined again. */
const maxGapMs = 10 * 60_000;
const [maxLines, maxLists] = [400, 60];

/** Reads an answer once, although the lists are read again with every new line. */
const listIn = memoize((line: CommandLine, gameType: string, playersCommand: string) => {
	const {command, response} = line;
	if (response === undefined) return undefined;
	const answer = isCut(line) ? wholeLines(response) : response;
	const list = readPlayers(gameType, command, answer, playersCommand);
	return list && isCut(line) ? {...list, isComplete: false} : list;
});

/** Reads the lists from the console, regardless of who requested them. */
export const listingIn = memoize((lines: Lines, {gameType, players}: ListedGame): Listing => {
	const wanted = players.list.toLowerCase();
	const commands = newestFirst(lines)
		.take(maxLines)
		.filter(line => line.kind === 'command')
		.toArray();
	const asked = commands.filter(line => line.command.trim().toLowerCase() === wanted).slice(0, maxLists);
	const lists = asked.flatMap(line => {
		const list = listIn(line, gameType, players.list);
		return list && isRead(list) && (line.status !== 'timeout' || isCut(line))
			? [{line, at: line.at, ...list}]
			: [];
	});
	const [newest] = lists;
	const acted = commands.find(line => line.origin === 'me' && isAction(line, players));
	return {
		isOutdated: acted !== undefined && acted.at > (asked[0]?.at ?? 0),
		seen: new Set(lists.flatMap(list => list.players.map(keyOf))),
		newest: asked[0],
		problem: asked[0] && problemOf(asked[0], listIn(asked[0], gameType, players.list)),
		list: newest && {
			at: newest.at,
			players: newest.players.map(player => withFirstSeen(player, lists)),
			gap: gapIn(newest, newest.line),
		},
	};
});

/** A list without a single readable player proves nothing about the players. */
const isRead = ({players, isComplete}: PlayerList): boolean => isComplete || players.length > 0;

function problemOf(line: CommandLine, list: PlayerList | undefined): string | undefined {
	const outcome = outcomeOf(line);
	if (outcome.kind === 'open') return undefined;
	if (outcome.kind === 'problem') {
		// A command that may have run is worth a warning, but not if it only reads.
		return outcome.mayHaveRun ? (line.failure?.title ?? listGapMessages.noAnswer) : outcome.word;
	}
	if (!list) return listGapMessages.noAnswer;
	return isRead(list) ? undefined : gapIn(list, line);
}

function gapIn(list: PlayerList, {response = ''}: CommandLine): string | undefined {
	const gap = gapOf(list, response);
	return gap && listGapText(gap);
}

const wordOf = (text = ''): string => (text.trim().split(/\s/, 1)[0] ?? '').toLowerCase();

/** Checks whether a command messages, kicks or bans a player. */
const isAction = ({command}: CommandLine, {message, kick, ban}: PlayerCommands): boolean =>
	[message, kick, ban].some(action => action !== undefined && wordOf(action) === wordOf(command));

const maxOutput = 2000;

/** Returns the Steam IDs that the output of a BattlEye server has named, by GUID. */
const steamIdsOf = memoize((lines: Lines): ReadonlyMap<string, string> => {
	const newest = newestFirst(lines).take(maxOutput);
	return new Map(
		newest
			.flatMap(line =>
				line.kind === 'output' && 'text' in line.printed ? steamIdsIn(line.printed.text) : [],
			)
			.toArray(),
	);
});

/** Returns the Steam ID of a player whose id is a GUID of BattlEye, if the console has named it. */
export const steamIdOf = (
	{console}: Pick<State, 'console'>,
	{id, gameType}: GameServer,
	guid: string | undefined,
): string | undefined =>
	guid === undefined || !hasGuids(gameType)
		? undefined
		: steamIdsOf(console.get(id)?.lines ?? noLines).get(guid);

/** Prefers ids because names may change; not every game lists ids. */
const keyOf = ({playerId, userId, name}: Player): string => playerId ?? userId ?? name;

/** Adds when a player was first seen. `lists` starts with the newest. */
function withFirstSeen(player: Player, lists: readonly (PlayerList & {at: number})[]): SeenPlayer {
	const key = keyOf(player);
	let since = lists[0]?.at ?? 0;
	for (const {at, players, isComplete} of lists) {
		if (since - at > maxGapMs) break;
		if (!players.some(other => keyOf(other) === key)) return {...player, key, since, isAtLeast: !isComplete};
		since = at;
	}
	return {...player, key, since, isAtLeast: true};
}

/**
The state of one server's list. `unknownGame`: the game has no known list command. `empty`: the service counts no
players. `listed`: there is a list, even if a newer read failed, unless the list was empty. `failed`: there is no list;
`problem` is the reason.
`busy`: the list is not read because someone is using the console. `waiting`: the list has not been read yet.
*/
export type ServerPlayers = {server: GameServer; listing: Listing | undefined} & (
	{status: 'unknownGame' | 'empty' | 'listed' | 'busy' | 'waiting'} | {status: 'failed'; problem: string}
);

export function serverPlayers(
	state: Pick<State, 'console' | 'access'>,
	server: GameServer,
	now: number,
): ServerPlayers {
	const game = listedGameOf(server);
	if (!game) return {server, listing: undefined, status: 'unknownGame'};
	const listing = listingIn(state.console.get(server.id)?.lines ?? noLines, game);
	if (server.onlinePlayers === 0) return {server, listing, status: 'empty'};
	const {list, problem = unlistedState(server)} = listing;
	// That nobody was there before says nothing about now.
	if (list && (problem === undefined || list.players.length > 0)) return {server, listing, status: 'listed'};
	if (problem !== undefined) return {server, listing, status: 'failed', problem};
	return {server, listing, status: isConsoleBusy(state, server, now) ? 'busy' : 'waiting'};
}

/** For this long after a command, its sender counts as using the console. */
const inUseMs = 30_000;
const maxRecentLines = 30;

/** Checks whether someone has just sent a command to a server: a list would interrupt their console. */
function isConsoleBusy(
	{console, access}: Pick<State, 'console' | 'access'>,
	server: GameServer,
	now: number,
): boolean {
	const buffer = console.get(server.id);
	const service = serviceNow(access, buffer, now);
	const words = {probe: findGame(server.gameType)?.probe, players: listedGameOf(server)?.players};
	const isList = ({command}: CommandLine) =>
		[words.players?.list, words.probe].some(probe => probe?.toLowerCase() === command.trim().toLowerCase());
	return newestOf(buffer?.lines ?? noLines, maxRecentLines).some(
		line =>
			line.kind === 'command' &&
			line.origin !== 'probe' &&
			!isList(line) &&
			!(line.origin === 'me' && words.players && isAction(line, words.players)) &&
			ageOf(line, now, service) <= inUseMs,
	);
}

/** Checks whether this user or someone else is using the console of a server. */
export function isInUse(state: State, server: GameServer, now: number): boolean {
	const key = state.view.input ? lineKey(state) : undefined;
	if (key !== undefined && serversOfLine(state, key).includes(server.id)) return true;
	return isConsoleBusy(state, server, now);
}
