import {listGapText, mayBePlayed, unlistedState} from '../../../actions/player-lists.ts';
import {rconRequest} from '../../../actions/request.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {listedGameOf} from '../../../games/games.ts';
import {countOf, gapOf, readPlayers, wholeLines} from '../../../games/player-list.ts';
import type {Player} from '../../../games/player.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {gameName, listGapMessages, playersCommandMessages as messages} from '../../../messages/players.ts';
import {type ExitCode, exitCodes} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import {say, serverFields} from '../../output/output.ts';
import {nameOf} from '../find/find-servers.ts';
import {type CommandOutcome, sendAll, sendCommand} from '../rcon-send.ts';
import type {Call} from '../../start/session.ts';

export type ListedPlayer = Player & {server: GameServer};
/** A server whose list was not read, or not completely. */
export type Gap = {server: GameServer; reason: string; key?: string | undefined; atLeast?: number};
export type ReadPlayers = {
	players: readonly ListedPlayer[];
	notKnown: readonly Gap[];
	incomplete: readonly Gap[];
	/** The servers that may have players. */
	up: readonly GameServer[];
	outcomes: readonly CommandOutcome[];
};

/** Requests the players of every server that may have some, except where the service counts none. */
export async function readPlayerLists(call: Call, servers: readonly GameServer[]): Promise<ReadPlayers> {
	const {signal, config} = call;
	const up = servers.filter(mayBePlayed);
	const wanting = up.filter(({onlinePlayers}) => onlinePlayers !== 0);
	const listOf = (server: GameServer) => listedGameOf(server)?.players.list;
	const outcomes = await sendAll(
		wanting.filter(server => whyNotAsked(server) === undefined),
		server => [rconRequest(server.id, listOf(server) ?? '', config.awaitMs)],
		sendCommand(call, {isProbe: true}),
		{config, signal},
	);
	const read = outcomes.map(playersIn);
	const notAsked = wanting.flatMap((server): Gap[] => {
		const reason = whyNotAsked(server);
		return reason === undefined ? [] : [{server, reason}];
	});
	return {
		players: read.flatMap(({players}) => players),
		incomplete: read.flatMap(({incomplete}) => incomplete ?? []),
		notKnown: [...read.flatMap(({notKnown}) => notKnown ?? []), ...notAsked],
		up,
		outcomes,
	};
}

/** Returns why the list of a server is not requested; undefined if it is. */
const whyNotAsked = (server: GameServer): string | undefined =>
	listedGameOf(server) === undefined
		? messages.unknownGame(gameName(server.gameType))
		: unlistedState(server);

type ReadList = {players: ListedPlayer[]; notKnown?: Gap; incomplete?: Gap};

function playersIn({server, command, result, error}: CommandOutcome): ReadList {
	// The end of a cut answer may be half a name or id.
	const answer = error && result?.response !== undefined ? wholeLines(result.response) : result?.response;
	const list =
		answer === undefined ? undefined : readPlayers(server.gameType, command, answer, server.playersCommand);
	if (error && (!list || list.players.length === 0))
		return {players: [], notKnown: {server, reason: error.message, key: error.key}};
	if (answer === undefined || !list) {
		return {players: [], notKnown: {server, reason: listGapMessages.noAnswer}};
	}
	const gap = error ? ({kind: 'part'} as const) : gapOf(list, answer);
	const reason = gap && listGapText(gap);
	const players = list.players.map(player => ({...player, name: printableLine(player.name), server}));
	if (reason === undefined) return {players};
	if (players.length === 0) return {players, notKnown: {server, reason}};
	return {players, incomplete: {server, reason, atLeast: countOf(list)?.players ?? players.length}};
}

/** A missing permission or a limit is more useful to a script than an unknown list. */
export const ownCodes: ReadonlySet<ExitCode> = new Set([
	exitCodes.notSignedIn,
	exitCodes.notAllowed,
	exitCodes.rateLimited,
]);

/** Prints a line for each reason, with the servers that have it. */
export function sayNotKnown(
	io: Io,
	gaps: readonly Gap[],
	sentence: (servers: readonly string[], reason: string) => string,
): void {
	for (const [reason, same] of Map.groupBy(gaps, gap => gap.reason)) {
		const names = same.map(({server}) => nameOf(server));
		say(io, sentence(names, reason));
	}
}

export const gapRecord = ({server, reason, key, atLeast}: Gap): object => ({
	...serverFields(server),
	reason,
	key,
	atLeast,
});
