import {operationBlocked} from '../../../actions/preconditions.ts';
import {rconRequest} from '../../../actions/request.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {readBans} from '../../../games/ban-list.ts';
import {listedGameOf} from '../../../games/games.ts';
import {wholeLines} from '../../../games/player-list.ts';
import type {Ban} from '../../../games/player.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {banListMessages, gameName, listGapMessages} from '../../../messages/players.ts';
import {renderMessage, shellSegments} from '../../../messages/text.ts';
import {type CommandOutcome, sendAll, sendCommand} from '../rcon-send.ts';
import type {Call} from '../../start/session.ts';
import type {Gap} from './read-players.ts';
import {printableActivity} from '../../../actions/activity.ts';
import {actIn, bansIn} from '../../../app/players/player-acts.ts';
import {type Config, isDemo} from '../../../config/load.ts';
import {journalOf, readBanActs} from '../../start/journal-file.ts';

/** `isSent`: the game does not list it; the journal has that it was sent. */
export type BannedPlayer = Ban & {server: GameServer; isSent?: true};
export type ReadBanLists = {
	bans: readonly BannedPlayer[];
	/** The servers whose list is not known, or not complete. */
	gaps: readonly Gap[];
	/** The servers whose list is not known. */
	notKnown: readonly Gap[];
	outcomes: readonly CommandOutcome[];
};

/** Requests the bans of the servers. */
export async function readBanLists(call: Call, servers: readonly GameServer[]): Promise<ReadBanLists> {
	const {signal, config} = call;
	const outcomes = await sendAll(
		servers.filter(server => whyNotAsked(server) === undefined),
		server => [rconRequest(server.id, listedGameOf(server)?.players.bans?.list ?? '', config.awaitMs)],
		sendCommand(call, {isProbe: true}),
		{config, signal},
	);
	const read = outcomes.map(bansOf);
	const notAsked = servers.flatMap((server): Gap[] => {
		const reason = whyNotAsked(server);
		return reason === undefined ? [] : [{server, reason}];
	});
	const sent = isDemo(config) ? [] : await sentBans(config, servers);
	const notKnown = [...read.flatMap(({notKnown: gap}) => gap ?? []), ...notAsked];
	return {
		bans: [...read.flatMap(({bans}) => bans), ...sent],
		notKnown,
		gaps: [...notKnown, ...read.flatMap(({incomplete}) => incomplete ?? [])],
		outcomes,
	};
}

/** Returns the bans that the journal has of games that cannot list them. */
async function sentBans(config: Config, servers: readonly GameServer[]): Promise<BannedPlayer[]> {
	const unlisted = servers.filter(server => !listedGameOf(server)?.players.bans);
	if (unlisted.length === 0) return [];
	const acts = (await readBanActs(journalOf(config))).flatMap(({at, serverId, activity}) =>
		activity && serverId !== undefined
			? (actIn({at, serverId, activity: printableActivity(activity)}) ?? [])
			: [],
	);
	return unlisted.flatMap(server => {
		const own = acts.filter(({serverId}) => serverId === server.id);
		return [...bansIn(own, Date.now()).values()].map(({id, name, reason, endsAt}): BannedPlayer => ({
			id,
			name,
			reason,
			number: undefined,
			time: undefined,
			expiresAt: endsAt,
			server,
			isSent: true,
		}));
	});
}

function whyNotAsked(server: GameServer): string | undefined {
	const game = listedGameOf(server);
	if (!game?.players.bans) return banListMessages.unknownGame(game?.label ?? gameName(server.gameType));
	const blocked = operationBlocked('rcon', server);
	return blocked === undefined ? undefined : renderMessage(blocked, shellSegments);
}

const maxStart = 80;

type ReadList = {bans: BannedPlayer[]; notKnown?: Gap; incomplete?: Gap};

function bansOf({server, result, error}: CommandOutcome): ReadList {
	const players = listedGameOf(server)?.players;
	const answer = error && result?.response !== undefined ? wholeLines(result.response) : result?.response;
	const list = players && answer !== undefined ? readBans(players, answer) : undefined;
	if (error && !list?.bans.length)
		return {bans: [], notKnown: {server, reason: error.message, key: error.key}};
	if (!list || answer === undefined) return {bans: [], notKnown: {server, reason: listGapMessages.noAnswer}};
	const bans = list.bans.map(ban => ({...ban, name: printed(ban.name), reason: printed(ban.reason), server}));
	if (list.isComplete && !error) return {bans};
	const start = answer.trim().split('\n', 1)[0] ?? '';
	const reason = error
		? banListMessages.part
		: list.count !== undefined && list.count !== bans.length
			? banListMessages.count(list.count, bans.length)
			: bans.length > 0
				? banListMessages.part
				: start === ''
					? listGapMessages.noAnswer
					: banListMessages.unreadable(printableLine(start.slice(0, maxStart)));
	return bans.length > 0 ? {bans, incomplete: {server, reason}} : {bans, notKnown: {server, reason}};
}

const printed = (text: string | undefined) => (text === undefined ? undefined : printableLine(text));
