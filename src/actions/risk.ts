import type {GameServer} from '../contract/models/server.ts';
import type {PowerVerb} from '../contract/power.ts';
import {serverMessages} from '../messages/server-list.ts';
import {phaseOf} from '../contract/states.ts';

/**
The safeguards against sending something by mistake. `review`: shows what would be sent. `hold`: also has an undo
window. `type`: also requires typing the name of the server, or the number of servers. A one-shot command has
neither review nor undo: it asks for a yes instead.
*/
export type Risk = 'review' | 'hold' | 'type' | 'type-and-hold';

type PowerValues = {delay?: number | undefined; message?: string | undefined; force?: boolean};

/**
Returns the risk of a power action: one slip must not disconnect players without warning. Every stop and restart is
held for a moment. The name must be typed as well where players get no warning, and always to kill a process. Several
servers require typing their number.
*/
export function powerRisk(
	action: PowerVerb,
	servers: readonly PlayerCount[],
	{delay, message, force = false}: PowerValues,
): Risk {
	const isSeveral = servers.length > 1;
	if (action === 'start') return isSeveral ? 'type' : 'review';
	const isWarned = delay !== undefined && message !== undefined;
	return isSeveral || force || (mayHavePlayers(servers) && !isWarned) ? 'type-and-hold' : 'hold';
}

type KnownPlayers = Pick<GameServer, 'onlinePlayers' | 'onlinePlayersAtLeast'>;

/** Returns the number of players, as far as it is known. */
export const playersOn = (servers: readonly KnownPlayers[]): number =>
	servers.reduce(
		(sum, {onlinePlayers, onlinePlayersAtLeast = 0}) =>
			sum + Math.max(0, onlinePlayers ?? onlinePlayersAtLeast),
		0,
	);

type PlayerCount = KnownPlayers & Pick<GameServer, 'state'>;

/** Returns whether the service omits the player count of a server that may have players; an offline one has none. */
const isUncounted = ({onlinePlayers, state}: PlayerCount): boolean =>
	onlinePlayers === undefined && phaseOf(state) !== 'offline';

/** Returns the number of players, as far as it is known; undefined if no server with players has a number. */
export function countedPlayers(servers: readonly PlayerCount[]): number | undefined {
	const players = playersOn(servers);
	return players === 0 && servers.some(isUncounted) ? undefined : players;
}

/** Returns the players to expect on a server: any number if it is not known. */
export const expectedPlayers = (server: PlayerCount): number =>
	isUncounted(server) ? Number.MAX_SAFE_INTEGER : playersOn([server]);

export const mayHavePlayers = (servers: readonly PlayerCount[]): boolean =>
	playersOn(servers) > 0 || servers.some(isUncounted);

/** For example `3 players`, `players unknown`, or `3 players and an unknown number on 2 servers`. */
export function playersText(servers: readonly PlayerCount[]): string {
	const uncounted = servers.filter(isUncounted).length;
	if (uncounted === 0) return serverMessages.players(playersOn(servers));
	const known = playersOn(servers);
	if (uncounted === servers.length)
		return known > 0 ? serverMessages.atLeast(serverMessages.players(known)) : serverMessages.playersNotKnown;
	return serverMessages.playersPartlyKnown(known, uncounted);
}

/** Returns a higher risk for workflows with steps that disconnect players. */
export const triggerRisk = (workflow: unknown): Risk =>
	/"(?:type|kind)":"(?:stop|restart|update|wipe|delete)/i.test(JSON.stringify(workflow) ?? '')
		? 'type'
		: 'review';

const harder: Record<Risk, Risk> = {
	review: 'hold',
	hold: 'type',
	type: 'type-and-hold',
	'type-and-hold': 'type-and-hold',
};

/** Raises the risk one level for `protect = "high"` in the profile. */
export const withProtection = (risk: Risk, protect: 'normal' | 'high'): Risk =>
	protect === 'high' ? harder[risk] : risk;

export const asksToType = (risk: Risk): boolean => risk.startsWith('type');
export const isHeld = (risk: Risk): boolean => risk.endsWith('hold');
