import type {Command} from 'commander';
import {findGame} from '../../games/games.ts';
import {compareNames} from '../../lib/compare-names.ts';
import {playerLists} from '../../games/player-list.ts';
import type {Player} from '../../games/player.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import {rconRequest} from '../../actions/request.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {printableLine} from '../../lib/text.ts';
import {gameName} from '../../messages/players.ts';
import {playersCommandMessages as messages} from '../../messages/cli-players.ts';
import type {ExitCode} from '../exit-codes.ts';
import {nameOf} from '../find-servers.ts';
import type {Io} from '../io.ts';
import {columnsOfPlayers} from '../list-columns.ts';
import {writeList} from '../listing.ts';
import {codeOf, sayError} from '../outcomes.ts';
import {say} from '../output.ts';
import {formatOption, jsonOption} from '../output-options.ts';
import type {Run} from '../command-run.ts';
import {sendAll, sendCommand, type CommandOutcome} from '../rcon-send.ts';
import {withService, type Call} from '../session.ts';

type ListedPlayer = Player & {server: GameServer};

export function addPlayers(program: Command, run: Run): void {
	program
		.command('players')
		.description(messages.description)
		.argument('[text]', messages.textHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run((io, flags, _options: object, [text = '']) =>
				withService(io, flags, call => listPlayers(io, call, text), {sends: true}),
			),
		);
}

/** Requests the players of every server that is up, except where the service counts none. */
async function listPlayers(io: Io, call: Call, text: string): Promise<ExitCode> {
	const {signal, config, listServers} = call;
	const {items, unreadable} = await listServers({signal});
	const up = items.filter(({state, onlinePlayers}) => phaseOf(state) === 'online' && onlinePlayers !== 0);
	const listOf = ({gameType}: GameServer) => findGame(gameType)?.players?.list;
	const outcomes = await sendAll(
		up.filter(server => listOf(server) !== undefined),
		server => [rconRequest(server.id, listOf(server) ?? '', config.awaitMs)],
		sendCommand(call, {isProbe: true}),
		{signal},
	);
	const players = outcomes.flatMap(outcome => playersIn(io, outcome));
	const wanted = text.trim().toLowerCase();
	const found = players.filter(({name, playerId = '', server}) =>
		[name, playerId, nameOf(server)].some(value => value.toLowerCase().includes(wanted)),
	);
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
		empty: players.length === 0 ? messages.nobody : messages.noneMatches(printableLine(text), players.length),
	});
	for (const server of up) {
		if (listOf(server) !== undefined) continue;
		say(io, messages.unknownGame(nameOf(server), gameName(server.gameType)));
	}
	return codeOf(outcomes);
}

function playersIn(io: Io, {server, command, result, error}: CommandOutcome): ListedPlayer[] {
	if (error) sayError(io, nameOf(server), error);
	const list =
		result?.response === undefined
			? undefined
			: playerLists.readPlayers(server.gameType, command, result.response);
	if (list?.isComplete === false) say(io, messages.unreadable(nameOf(server)));
	return (list?.players ?? []).map(player => ({...player, name: printableLine(player.name), server}));
}
