import type {Subject} from '../../../actions/context.ts';
import {findNamed, lookupProblem, type Named} from '../../../actions/find-named.ts';
import {isWholeId, type PlayerWord} from '../../../actions/players.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {guidOf, hasGuids, isSteamId} from '../../../games/battleye-guid.ts';
import {listedGameOf} from '../../../games/games.ts';
import {UsageError} from '../../../lib/errors.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {
	banListMessages,
	playerCommandMessages as messages,
	playersCommandMessages,
} from '../../../messages/players.ts';
import {CommandError, exitCodes} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import type {Call} from '../../start/session.ts';
import {nameOf, serversFor} from '../find/find-servers.ts';
import {chosenServers, type Selector, selects} from '../find/selectors.ts';
import {type BannedPlayer, readBanLists} from './read-bans.ts';
import {type Gap, readPlayerLists, sayNotKnown} from './read-players.ts';

export type PlayerOptions = Selector & {server?: readonly string[]};

/** Whom a command is about, and where. `servers` has at least one. `listed`: undefined if the servers cannot be listed. */
export type FoundPlayer = {
	subject: Subject & {isCut?: boolean | undefined};
	servers: readonly GameServer[];
	listed: readonly GameServer[] | undefined;
};

/**
Finds a player by id or name in the lists of players or bans. A complete id on named servers needs no list, where the command
of the game takes it. Throws `CommandError` or `UsageError`.
*/
export async function findPlayer(
	io: Io,
	call: Call,
	verb: PlayerWord | 'note',
	word: string,
	options: PlayerOptions,
): Promise<FoundPlayer> {
	const {server: names = []} = options;
	const isChosen = names.length > 0 || selects(options);
	const listed = await serversFor(io, call, names);
	const chosen = isChosen ? chosenServers(listed, names, options) : undefined;
	const typed = word.startsWith('id:') ? word.slice(3) : word;
	const isGuid = isSteamId(typed) && chosen?.every(({gameType}) => hasGuids(gameType)) === true;
	const id = isGuid ? guidOf(typed) : typed;
	if (chosen?.every(server => takesId(verb, server, id)))
		return {subject: {id, name: printableLine(typed)}, servers: chosen, listed};
	const servers = chosen ?? listed ?? [];
	const {found, gaps} = verb === 'unban' ? await bannedOn(call, servers) : await playersOn(call, servers);
	const sayGap = verb === 'unban' ? banListMessages.notKnown : playersCommandMessages.notKnown;
	sayNotKnown(io, gaps, sayGap);
	const matches = matchesOf(found, isGuid ? id : word, isChosen);
	const [first] = matches;
	if (!first) throw new CommandError(messages.unlisted(printableLine(word)), exitCodes.notFound);
	// A ban may be for more servers than the one on which the player is.
	if (chosen && (verb === 'ban' || verb === 'unban'))
		return {subject: first.subject, servers: chosen, listed};
	if (matches.length > 1)
		throw new UsageError(messages.whichServer(matches.map(({server}) => nameOf(server))));
	return {subject: first.subject, servers: [first.server], listed};
}

/** Whether the command of the game needs nothing but this complete id. */
function takesId(verb: PlayerWord | 'note', server: GameServer, id: string): boolean {
	const {players} = listedGameOf(server) ?? {};
	if (verb === 'note') return players !== undefined && !players.byName && isWholeId(players, id);
	const command = players?.[verb];
	if (players === undefined || command === undefined) return false;
	return !/\{(?:slot|number)\}/.test(command) && !players.byName && isWholeId(players, id, verb);
}

type Candidate = {server: GameServer; subject: FoundPlayer['subject']};
type Candidates = {found: readonly Candidate[]; gaps: readonly Gap[]};

async function playersOn(call: Call, servers: readonly GameServer[]): Promise<Candidates> {
	const {players, notKnown, incomplete} = await readPlayerLists(call, servers);
	const found = players.map(({server, name, playerId, userId, isCut}): Candidate => ({
		server,
		subject: {id: playerId ?? userId ?? name, name, slot: userId, isCut},
	}));
	return {found, gaps: [...notKnown, ...incomplete]};
}

async function bannedOn(call: Call, servers: readonly GameServer[]): Promise<Candidates> {
	const {bans, gaps} = await readBanLists(call, servers);
	const found = bans.map(({server, id, name, number}: BannedPlayer): Candidate => ({
		server,
		subject: {id, name: name === undefined || name === '' ? id : name, slot: number},
	}));
	return {found, gaps};
}

/** Returns all entries of the one player whom a word names. Throws if it names several. */
function matchesOf(found: readonly Candidate[], word: string, isChosen: boolean): readonly Candidate[] {
	if (found.length === 0) return [];
	// On servers that nobody chose, a name that is the id in its game must not win over the same name in another one.
	const keyOf = ({subject: {id, name}, server}: Candidate) =>
		isChosen || id !== name ? id : `${nameOf(server)}/${id}`;
	const named = found.map((one): Named => ({id: keyOf(one), names: [one.subject.name]}));
	const match = findNamed(named, word);
	if ('id' in match) return found.filter(one => keyOf(one) === match.id);
	throw new CommandError(
		printableLine(`${lookupProblem('player', word, match)} ${messages.wherePlayersAre}`),
		exitCodes.notFound,
	);
}
