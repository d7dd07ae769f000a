import {tableOf} from '../lib/json/maps.ts';
import {demoHistoryMessages as messages} from '../messages/help.ts';
import type {ServerSeed} from './fleet.ts';
import {expectedPlayers, usageOf} from './simulated-servers.ts';

/** How far the history of a demo goes back, minutes. */
export const historyMinutes = 12 * 60;
export const minuteMs = 60_000;
const countedMinutes = 5;
/** How far the number of players goes back, minutes. */
const countedDays = 7 * 24 * 60;

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
	typed: readonly {serverId: string; gameType: string; at: number; text: string}[];
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
type Change = {serverId: string; server: string; at: number; from: string; to: string};

/** The incident and the other events, in minutes before now, with servers of `assets/demo/fleet.json` by name. */
export const story = {
	/** It is down since then. */
	crash: {server: 'cs2-scrim', age: 96},
	recovery: {server: 'ark-center', age: 187, forMinutes: 3},
	restart: {server: 'ark-events', age: 304, delayMinutes: 5, forMinutes: 2},
	bookmark: {age: 412, text: messages.bookmark},
	notes: [
		{server: 'ark-center', age: 181, by: 'Jonas', text: messages.recoveryNote},
		{server: 'cs2-scrim', age: 91, by: 'Priya', text: messages.crashNote},
	],
} as const;

const typed = tableOf<readonly string[]>({
	ARK_ASCENDED: ['ListPlayers', 'SaveWorld', 'GetChat'],
	CS2: ['status', 'maps', 'cvarlist'],
});
const typedOn: ReadonlySet<string> = new Set(['ark-isl-1', 'cs2-mirage']);

/** Returns the history of a fleet up to now. The same fleet and minute give the same history. */
export function createHistory(servers: readonly ServerSeed[], now: number): DemoHistory {
	const until = now - (now % minuteMs);
	const before = (minutes: number) => until - Math.round(minutes * minuteMs);
	const changes = servers
		.toSorted((one, other) => (one.name < other.name ? -1 : 1))
		.flatMap((server, index) => changesOf(server, index, before))
		.toSorted((one, other) => one.at - other.at);
	const {restart, bookmark} = story;
	return {
		counts: servers.flatMap(server => countsOf(server, changes, before)),
		changes,
		typed: servers
			.filter(({name}) => typedOn.has(name))
			.flatMap(({id, gameType}) =>
				(typed.get(gameType) ?? []).map((text, index) => ({
					serverId: id,
					gameType,
					at: before(390 - 60 * index),
					text,
				})),
			),
		restarts: servers
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

/** Each server came up days ago, some after an event of the story. */
function changesOf(
	{id: serverId, name: server, state}: ServerSeed,
	index: number,
	before: (minutes: number) => number,
): Change[] {
	if (state === 'CREATING') return [];
	const about = {serverId, server};
	const {crash, recovery, restart} = story;
	const up: Change = {
		...about,
		at: before((26 + 31 * index) * 60 + 7 * index),
		from: 'STARTING',
		to: 'RUNNING',
	};
	if (server === crash.server) return [up, {...about, at: before(crash.age), from: 'RUNNING', to: 'STOPPED'}];
	for (const event of [recovery, restart])
		if (server === event.server)
			return [
				up,
				{...about, at: before(event.age), from: 'RUNNING', to: 'RESTARTING'},
				{...about, at: before(event.age - event.forMinutes), from: 'RESTARTING', to: 'RUNNING'},
			];
	return state === 'ONLINE' ? [up] : [];
}

function countsOf(
	server: ServerSeed,
	changes: readonly Change[],
	before: (minutes: number) => number,
): DemoHistory['counts'] {
	const own = changes.filter(({serverId}) => serverId === server.id);
	// Before its first change it was up, as it is not new.
	const isUpAt = (at: number) =>
		own.length > 0 && (own.findLast(change => change.at <= at)?.to ?? 'RUNNING') === 'RUNNING';
	const cameUpAt = (at: number) => own.findLast(change => change.at <= at)?.at ?? -Infinity;
	const every = (minutes: number, from: number, to: number) =>
		Array.from({length: (from - to) / minutes}, (_, place) => from - minutes * place);
	const ages = [...every(60, countedDays, historyMinutes), ...every(countedMinutes, historyMinutes, 0)];
	return ages.map(age => {
		const at = before(age);
		const players = isUpAt(at) ? playersAt(server, age, at - cameUpAt(at)) : undefined;
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
