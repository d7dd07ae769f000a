import {tableOf} from '../lib/json/maps.ts';
import {demoHistoryMessages as messages} from '../messages/help.ts';
import type {ReadFleet, ServerSeed} from './fleet.ts';
import {answerOf} from './games/game-server.ts';
import {type Change, changesOf, upSince} from './past-changes.ts';
import {expectedPlayers, firstCrowds, usageOf} from './simulated-servers.ts';
import {historyDays, historyMinutes, minuteMs, story} from './story.ts';

const countedMinutes = 5;

/** What a session that was open all the time would have seen of the simulated fleet. Times are epoch ms, oldest first. */
export type DemoHistory = {
	/** Every five minutes, and on the days before every hour. `players` undefined: the server was down. */
	counts: readonly {
		serverId: string;
		at: number;
		players: number | undefined;
		usage: ReturnType<typeof usageOf>;
	}[];
	changes: readonly Change[];
	/** Commands that the user typed. */
	typed: readonly Typed[];
	/** Restarts by the user. */
	restarts: readonly {
		serverId: string;
		server: string;
		at: number;
		delayMinutes: number;
		message: string;
	}[];
	bookmarks: readonly {at: number; text: string}[];
};
type Typed = {
	id: string;
	serverId: string;
	server: string;
	gameType: string;
	at: number;
	text: string;
	response: string;
};

const typed = tableOf<readonly string[]>({
	ARK_ASCENDED: ['ListPlayers', 'SaveWorld', 'GetChat'],
	CS2: ['status', 'maps', 'cvarlist'],
});
const typedOn: ReadonlySet<string> = new Set(['ark-isl-1', 'cs2-mirage']);

/** Resolves to the history of a fleet up to now. The same fleet and minute give the same history. */
export async function createHistory(fleet: PastFleet, now: number): Promise<DemoHistory> {
	const before = minutesBefore(now);
	const {changes, typed} = await readPast(fleet, now);
	const {restart, bookmark} = story;
	return {
		counts: fleet.servers.flatMap(server => countsOf(server, changes, before)),
		changes,
		typed,
		restarts: fleet.servers
			.filter(({name}) => name === restart.server)
			.map(({id, name}) => ({
				serverId: id,
				server: name,
				at: before(restart.age + restart.delayMinutes),
				delayMinutes: restart.delayMinutes,
				message: messages.restartMessage(restart.delayMinutes),
			})),
		bookmarks: [{at: before(bookmark.age), text: bookmark.text}],
	};
}

export type PastFleet = Pick<ReadFleet, 'servers' | 'automations'>;

/** Resolves to the part that the service knows, too. */
export async function readPast(
	{servers, automations}: PastFleet,
	now: number,
): Promise<Pick<DemoHistory, 'changes' | 'typed'>> {
	const before = minutesBefore(now);
	const changes = changesOf(servers, automations, before(0));
	return {changes, typed: await typedOf(servers, changes, before)};
}

const minutesBefore = (now: number) => (minutes: number) =>
	now - (now % minuteMs) - Math.round(minutes * minuteMs);

async function typedOf(
	servers: readonly ServerSeed[],
	changes: readonly Change[],
	before: (minutes: number) => number,
): Promise<Typed[]> {
	const crowds = firstCrowds(servers);
	const lines = servers
		.filter(({name}) => typedOn.has(name))
		.flatMap(server => (typed.get(server.gameType) ?? []).map((text, index) => ({server, text, index})));
	const answered = lines.map(async ({server, text, index}): Promise<Typed[]> => {
		const age = 390 - 60 * index;
		const at = before(age);
		const since = upSince(changes, server.id, at);
		if (since === undefined) return [];
		const {id: serverId, name, gameType} = server;
		const players = playersAt(server, age, at - since);
		const about = {...server, players, at, crowd: crowds.get(serverId), random: fixedRandom(index)};
		const response = await answerOf(about, text);
		return [{id: `demo-typed-${serverId}-${index}`, serverId, server: name, gameType, at, text, response}];
	});
	return (await Promise.all(answered)).flat();
}

/** The same numbers each time (Park and Miller's generator). */
function fixedRandom(seed: number): () => number {
	let state = seed + 42;
	return () => {
		state = (state * 48_271) % 2_147_483_647;
		return (state - 1) / 2_147_483_646;
	};
}

function countsOf(
	server: ServerSeed,
	changes: readonly Change[],
	before: (minutes: number) => number,
): DemoHistory['counts'] {
	const own = changes.filter(({serverId}) => serverId === server.id);
	const every = (minutes: number, from: number, to: number) =>
		Array.from({length: (from - to) / minutes}, (_, place) => from - minutes * place);
	const ages = [
		...every(60, historyDays * 24 * 60, historyMinutes),
		...every(countedMinutes, historyMinutes, 0),
	];
	return ages.map(age => {
		const at = before(age);
		// A server that is being created was never up.
		const since = own.length > 0 ? upSince(own, server.id, at) : undefined;
		const players = since === undefined ? undefined : playersAt(server, age, at - since);
		return {serverId: server.id, at, players, usage: players === undefined ? {} : usageOf(server, players)};
	});
}

/** How long a server takes to fill again after it came up, ms. */
const refillMs = 40 * minuteMs;

/** The number of players at an age: along a daily curve that ends at the present number, with a small wave. */
export function playersAt(server: ServerSeed, age: number, upMs: number): number {
	const {maxPlayers} = server;
	const now = expectedPlayers(server);
	// Full servers fill up, empty ones have emptied.
	const phase = 0.35 + 0.5 * (now / Math.max(1, maxPlayers));
	const tide = (minutes: number) => Math.cos((phase - minutes / (24 * 60)) * 2 * Math.PI);
	const wave = Math.sin(age / 17 + maxPlayers) + Math.sin(age / 41 + now);
	const daily = now + 0.3 * maxPlayers * (tide(age) - tide(0)) + 0.03 * maxPlayers * wave;
	const share = Math.min(1, upMs / refillMs);
	return Math.round(Math.max(0, Math.min(maxPlayers, daily)) * share);
}
