import type {ServiceContext} from '../service/context.ts';
import {colleaguesOf, harmlessCommands} from './colleague.ts';
import type {ServerSeed} from './fleet.ts';
import {answerOf} from './games/game-server.ts';
import type {Crowd} from './games/population.ts';
import {type PastFleet, playersAt, readPast} from './history.ts';
import {type Change, upSince} from './past-changes.ts';
import {seedRuns} from './seed-runs.ts';
import {historyMinutes, minuteMs, story} from './story.ts';

/** Minutes between two commands on one server. */
const [minPause, pauseRange] = [18, 50];

type Past = {now: number; changes: readonly Change[]; crowdOf: (serverId: string) => Crowd};

/** Adds what the service would remember of the last hours: commands with answers, runs and the team's journal. */
export async function seedHistory(
	service: ServiceContext,
	teamId: string,
	fleet: PastFleet,
	crowdOf: Past['crowdOf'],
): Promise<void> {
	const now = service.clock.now();
	const {store} = service;
	const {servers} = fleet;
	const {changes, typed} = await readPast(fleet, now);
	const by = colleaguesOf(service, teamId);
	const commands = await Promise.all(
		servers.map(server => commandsOf(service, server, by, {now, changes, crowdOf})),
	);
	const own = typed.map(({id: commandId, serverId, at, text: command, response}) => ({
		serverId,
		at,
		commandId,
		command,
		response,
	}));
	store.atomically(() => {
		const limit = store.teams.get(teamId)?.limits.maxRconCommands ?? 0;
		const all = [...commands.flat(), ...own].toSorted((one, other) => one.at - other.at);
		for (const {serverId, at, ...command} of all)
			store.commands.add(serverId, {...command, timestamp: at}, limit);
		for (const automation of store.automations.all()) seedRuns(service, automation, changes, now);
		for (const note of story.notes) seedNote(service, teamId, servers, note, now);
	});
}

async function commandsOf(
	{random, newId}: ServiceContext,
	server: ServerSeed,
	colleagues: readonly string[],
	{now, changes, crowdOf}: Past,
) {
	const {id: serverId, gameType} = server;
	const names = harmlessCommands.get(gameType) ?? [];
	const commands = [];
	for (let age = historyMinutes - minPause * random(); age > 1; age -= minPause + pauseRange * random()) {
		const command = names[Math.floor(random() * names.length)];
		if (command === undefined) break;
		const at = now - Math.round(age * minuteMs);
		const since = upSince(changes, serverId, at);
		if (since === undefined) continue;
		const players = playersAt(server, age, at - since);
		const response = await answerOf({...server, players, at, random, crowd: crowdOf(serverId)}, command);
		const by = colleagues[Math.floor(random() * colleagues.length)];
		commands.push({serverId, at, commandId: newId(), command, response, ...(by !== undefined && {by})});
	}
	return commands;
}

function seedNote(
	{store, newId}: ServiceContext,
	teamId: string,
	servers: readonly ServerSeed[],
	{server: name, age, by, text}: (typeof story.notes)[number],
	now: number,
): void {
	const server = servers.find(one => one.name === name);
	const previous = store.journal.all().reduce((newest, {seq}) => Math.max(newest, seq), 0);
	const madeAt = now - age * minuteMs;
	const entryId = newId();
	store.journal.put({
		id: `${teamId} ${entryId}`,
		entryId,
		teamId,
		// By the time, as the service counts them.
		seq: Math.max(madeAt, previous + 1),
		previous,
		madeAt,
		by,
		kind: 'note',
		text,
		...(server && {serverId: server.id, server: server.name}),
	});
}
