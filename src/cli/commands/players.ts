import {describe} from './describe.ts';
import type {Command} from 'commander';
import {listedGameOf} from '../../games/games.ts';
import {compareNames} from '../../lib/text/compare-names.ts';
import {gapOf, readPlayers} from '../../games/player-list.ts';
import type {Player} from '../../games/player.ts';
import {rconRequest} from '../../actions/request.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {printableLine} from '../../lib/text/text.ts';
import {gameName, listGapMessages, playersCommandMessages as messages} from '../../messages/players.ts';
import {listGapText, mayBePlayed, unlistedState} from '../../actions/player-lists.ts';
import {type ExitCode, exitCodes} from '../output/exit-codes.ts';
import {nameOf} from './find/find-servers.ts';
import type {Io} from '../output/io.ts';
import {columnsOfPlayers} from '../output/list-columns.ts';
import {writeList} from '../output/listing.ts';
import {codeOf, sayOutput} from '../output/outcomes.ts';
import {say} from '../output/output.ts';
import {formatOption, jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {type CommandOutcome, sendAll, sendCommand} from './rcon-send.ts';
import {type Call, withService} from '../start/session.ts';

type ListedPlayer = Player & {server: GameServer};

export function addPlayers(program: Command, run: Run): void {
	describe(program.command('players'), messages)
		.argument('[text]', messages.textHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags, _options: object, [text = '']) =>
				withService(io, flags, call => listPlayers(io, call, text), {sends: true}),
			),
		);
}

/** A server whose list was not read, or not completely. */
type Gap = {server: GameServer; reason: string; key?: string | undefined};

/** Requests the players of every server that may have some, except where the service counts none. */
async function listPlayers(io: Io, call: Call, text: string): Promise<ExitCode> {
	const {signal, config, listServers} = call;
	const {items, unreadable} = await listServers({signal});
	const up = items.filter(mayBePlayed);
	const wanting = up.filter(({onlinePlayers}) => onlinePlayers !== 0);
	const listOf = (server: GameServer) => listedGameOf(server)?.players.list;
	const isAsked = (server: GameServer) => whyNotAsked(server) === undefined;
	const outcomes = await sendAll(
		wanting.filter(isAsked),
		server => [rconRequest(server.id, listOf(server) ?? '', config.awaitMs)],
		sendCommand(call, {isProbe: true}),
		{config, signal},
	);
	const read = outcomes.map(playersIn);
	const players = read.flatMap(({players}) => players);
	const incomplete = read.flatMap(({incomplete}) => incomplete ?? []);
	const notAsked = wanting.flatMap((server): Gap[] => {
		const reason = whyNotAsked(server);
		return reason === undefined ? [] : [{server, reason}];
	});
	const notKnown = [...read.flatMap(({notKnown}) => notKnown ?? []), ...notAsked];
	const filter = text.trim().toLowerCase();
	const found = players.filter(({name, playerId = '', server}) =>
		[name, playerId, nameOf(server)].some(value => value.toLowerCase().includes(filter)),
	);
	const known = up.length - notKnown.length;
	writeList(io, {
		plural: 'players',
		columns: () => columnsOfPlayers,
		idOf: ({playerId, userId, name}) => playerId ?? userId ?? name,
		record: ({name, playerId: id, userId, server}) => ({
			name,
			id,
			userId,
			serverId: server.id,
			displayName: server.displayName,
		}),
		items: found.toSorted((a, b) => compareNames(a.name, b.name)),
		unreadable,
		empty:
			players.length > 0
				? messages.noneMatches(printableLine(text), players.length)
				: incomplete.length > 0
					? undefined
					: messages.nobody(notKnown.length === 0 ? undefined : known),
		more: {notKnown: notKnown.map(gapRecord), incomplete: incomplete.map(gapRecord)},
	});
	for (const {server, reason} of incomplete) say(io, messages.incomplete(nameOf(server), reason));
	for (const {server, reason} of notKnown) say(io, messages.notKnown(nameOf(server), reason));
	for (const {error} of outcomes) if (error?.output !== undefined) sayOutput(io, error.output);
	if (notKnown.length === 0) return incomplete.length > 0 ? exitCodes.partlyFailed : exitCodes.done;
	const rest = known > 0 ? exitCodes.partlyFailed : exitCodes.notReachable;
	const refusal = codeOf(outcomes);
	return ownCodes.has(refusal) ? refusal : rest;
}

/** What the credentials lack, or a limit, is more useful to a script than that nothing is known. */
const ownCodes: ReadonlySet<ExitCode> = new Set([
	exitCodes.notSignedIn,
	exitCodes.notAllowed,
	exitCodes.rateLimited,
]);

/** Returns why the list of a server is not requested; undefined if it is. */
const whyNotAsked = (server: GameServer): string | undefined =>
	listedGameOf(server) === undefined
		? messages.unknownGame(gameName(server.gameType))
		: unlistedState(server);

const gapRecord = ({server: {id: serverId, displayName}, reason, key}: Gap): object => ({
	serverId,
	displayName,
	reason,
	key,
});

type ReadList = {players: ListedPlayer[]; notKnown?: Gap; incomplete?: Gap};

function playersIn({server, command, result, error}: CommandOutcome): ReadList {
	// The end of a cut answer may be half a name or id.
	const cut = error?.partial?.replace(/[^\n]*$/, '');
	const answer = result?.response ?? cut;
	const list =
		answer === undefined ? undefined : readPlayers(server.gameType, command, answer, server.playersCommand);
	if (error && (!list || list.players.length === 0))
		return {players: [], notKnown: {server, reason: error.message, key: error.key}};
	if (answer === undefined || !list) {
		return {players: [], notKnown: {server, reason: listGapMessages.noAnswer}};
	}
	const gap = gapOf(list, answer);
	const reason = error ? error.message : gap && listGapText(gap);
	const players = list.players.map(player => ({...player, name: printableLine(player.name), server}));
	if (reason === undefined) return {players};
	if (players.length === 0) return {players, notKnown: {server, reason}};
	return {players, incomplete: {server, reason}};
}
