import {tableOf} from '../lib/json/maps.ts';
import type {Clock} from '../lib/time/clock.ts';
import type {ServerRecord} from '../service/records/records.ts';
import type {SampledUsage} from '../service/power/usage.ts';
import type {ServerDriver, ServerOrder} from '../service/agent/server-driver.ts';
import {type Behavior, type GameServer, isPlayable, openGameServer} from './games/game-server.ts';
import type {Crowd} from './games/population.ts';
import type {RconQuirks} from './rcon/quirks.ts';

/** The simulation settings in a server's record. */
export type Simulation = {
	/** How the game misbehaves, for practice. */
	behavior?: Behavior;
	/** How the game's RCON differs from the standard protocol. */
	quirks?: RconQuirks;
};

/** Returns the fields that `fleet.ts` and `faults.ts` put into the record. */
const simulationOf = (server: ServerRecord): Simulation => server as ServerRecord & Simulation;

export const isSteady = (server: ServerRecord) => (simulationOf(server).behavior ?? 'steady') === 'steady';

export type SimulatedServers = {
	driver: ServerDriver;
	/** What players of a server can read, oldest first; empty while no game runs. */
	chat: (serverId: string) => readonly string[];
	crowdOf: (serverId: string) => Crowd;
};

type Options = {
	clock: Clock;
	/** From 0 up to, not including, 1. */
	random: () => number;
	bootMs: number;
	/** Quirks of every game, in addition to its own. */
	quirks: RconQuirks;
	/** Those of the beginning. */
	servers?: readonly {id: string}[];
};

/** Each server has its own people: nobody plays on two at once. */
export const firstCrowds = (servers: readonly {id: string}[]): Map<string, Crowd> =>
	new Map(servers.map(({id}, place) => [id, {place, of: servers.length}]));

/** Above this number of servers, a game starts only when it is first needed. */
const maxEager = 50;

/** Creates a driver that runs a simulated game for each server, in this process. */
export function createSimulatedServers({
	clock,
	random,
	bootMs,
	quirks,
	servers = [],
}: Options): SimulatedServers {
	const games = new Map<string, GameServer>();
	const crowds = firstCrowds(servers);
	const crowdOf = (serverId: string): Crowd => {
		const crowd = crowds.get(serverId) ?? {place: crowds.size, of: Math.max(1, servers.length)};
		crowds.set(serverId, crowd);
		return crowd;
	};
	const open = async ({server, profile}: ServerOrder, start: {bootMs?: number; players?: number}) => {
		const {behavior, quirks: ownQuirks} = simulationOf(server);
		const game = await openGameServer({
			gameType: server.gameType,
			name: server.displayName,
			map: profile?.map ?? '',
			maxPlayers: server.maxPlayers ?? 0,
			clock,
			random,
			password: passwordIn(profile?.gameUserSettings['ServerSettings']) ?? server.id,
			...(behavior && {behavior}),
			quirks: {...quirks, ...ownQuirks},
			crowd: crowdOf(server.id),
			...start,
		});
		games.set(server.id, game);
		game.onExit(() => {
			if (games.get(server.id) === game) games.delete(server.id);
		});
		return game;
	};
	return {
		driver: {
			supports: isPlayable,
			start: order => open(order, {bootMs}),
			adopt: order => open(order, {players: expectedPlayers(order.server)}),
			maxEager,
			expectedPlayers,
			usage: usageOf,
		},
		chat: serverId => games.get(serverId)?.chat() ?? [],
		crowdOf,
	};
}

/** Returns the number of players on a server whose game has not been started yet. */
export function expectedPlayers({
	id,
	maxPlayers = 0,
}: Pick<ServerRecord, 'id'> & {maxPlayers?: number | undefined}): number {
	let mixed = 0;
	for (const character of id) mixed = (mixed * 31 + character.charCodeAt(0)) % 997;
	return Math.floor((maxPlayers * (mixed % 80)) / 100);
}

/** What a game of a kind uses without players, and what each of them adds. */
const usages = tableOf({
	CS2: {cpuPercent: 14, memoryMib: 1900, perPlayer: {cpuPercent: 2.6, memoryMib: 14}},
	ARK_ASCENDED: {cpuPercent: 62, memoryMib: 9300, perPlayer: {cpuPercent: 2.2, memoryMib: 52}},
	ARK_EVOLVED: {cpuPercent: 48, memoryMib: 5200, perPlayer: {cpuPercent: 1.8, memoryMib: 34}},
});

/** Returns the CPU and memory of a running server with a given number of players. */
export function usageOf({gameType}: Pick<ServerRecord, 'gameType'>, players: number): SampledUsage {
	const used = usages.get(gameType);
	if (!used) return {};
	const {cpuPercent, memoryMib, perPlayer} = used;
	return {
		cpuPercent: Math.round(cpuPercent + players * perPlayer.cpuPercent),
		memoryBytes: (memoryMib + players * perPlayer.memoryMib) * 1024 ** 2,
	};
}

function passwordIn(settings: Record<string, unknown> | undefined): string | undefined {
	const password = settings?.['ServerAdminPassword'];
	return typeof password === 'string' && password !== '' ? password : undefined;
}
