import type {ServiceContext} from '../service/context.ts';
import {targetsOf} from '../contract/automation-targets.ts';
import {openTrigger} from '../service/automations/triggers.ts';
import type {AutomationRecord, RunRecord, StepRecord} from '../service/records/records.ts';
import {stepMessages} from '../messages/automations.ts';
import {harmlessCommands} from './colleague.ts';
import type {ServerSeed} from './fleet.ts';
import {answerOf} from './games/game-server.ts';
import {historyMinutes, minuteMs, playersAt, story} from './history.ts';

const colleagues: readonly string[] = ['Jonas', 'Priya', 'Sora'];
/** Minutes between two commands on one server. */
const [minPause, pauseRange] = [18, 50];
/** Of each automation. */
const maxRuns = 30;

/** Adds what the service would remember of the last hours: commands with answers, runs and the team's journal. */
export async function seedHistory(
	service: ServiceContext,
	teamId: string,
	servers: readonly ServerSeed[],
): Promise<void> {
	const now = service.clock.now();
	const commands = await Promise.all(servers.map(server => commandsOf(service, server, now)));
	const {store} = service;
	store.atomically(() => {
		const limit = store.teams.get(teamId)?.limits.maxRconCommands ?? 0;
		for (const {serverId, at, ...command} of commands.flat().toSorted((one, other) => one.at - other.at))
			store.commands.add(serverId, {...command, commandId: service.newId(), timestamp: at}, limit);
		for (const automation of store.automations.all()) seedRuns(service, automation, now);
		for (const note of story.notes) seedNote(service, teamId, servers, note, now);
	});
}

async function commandsOf({random}: ServiceContext, server: ServerSeed, now: number) {
	const {id: serverId, name, gameType} = server;
	const names = harmlessCommands.get(gameType) ?? [];
	const last = name === story.crash.server ? story.crash.age : 0;
	const commands = [];
	for (
		let age = historyMinutes - minPause * random();
		age > last + 1;
		age -= minPause + pauseRange * random()
	) {
		const command = names[Math.floor(random() * names.length)];
		if (command === undefined) break;
		const at = now - Math.round(age * minuteMs);
		const players = playersAt(server, age, Infinity);
		const response = await answerOf({...server, players, at, random}, command);
		const by = colleagues[Math.floor(random() * colleagues.length)];
		commands.push({serverId, at, command, response, ...(by !== undefined && {by})});
	}
	return commands;
}

function seedRuns(service: ServiceContext, automation: AutomationRecord, now: number): void {
	const {store} = service;
	const trigger = openTrigger(automation.trigger);
	if (trigger.kind !== 'cron' || !automation.enabled) return;
	const times: number[] = [];
	// The runs before the limit are not made.
	for (
		let at = trigger.next(now - historyMinutes * minuteMs);
		at !== undefined && at < now;
		at = trigger.next(at)
	)
		times.push(at);
	const targets = targetsOf(automation.targets, store.servers.all(), undefined);
	for (const at of times.slice(-maxRuns)) {
		const run = runAt(service, automation, targets, at);
		if ((run.finishedAt ?? now) < now) store.runs.put(run);
	}
}

function runAt(
	{store, newId, random, clock}: ServiceContext,
	{id: automationId, teamId, workflow, runTimeoutSec}: AutomationRecord,
	targets: readonly string[],
	at: number,
): RunRecord {
	const isDown = (serverId: string) =>
		store.servers.get(serverId)?.displayName === story.crash.server && now - at < story.crash.age * minuteMs;
	const now = clock.now();
	let end = at;
	const active = new Set(targets);
	const stepHistory = workflow.map((value, index): StepRecord => {
		const {type = 'RCON', seconds = 0} = value as {type?: string; seconds?: number};
		const startedAt = end;
		end += 1000 * seconds + 80 + Math.floor(400 * random());
		const outcomes = [...active].map(
			serverId => [serverId, type === 'RCON' && isDown(serverId) ? 'FAILED' : 'SUCCEEDED'] as const,
		);
		for (const [serverId, outcome] of outcomes) if (outcome === 'FAILED') active.delete(serverId);
		const hasFailed = outcomes.some(([, outcome]) => outcome === 'FAILED');
		return {
			index,
			type,
			startedAt,
			finishedAt: end,
			targets: Object.fromEntries(outcomes),
			...(hasFailed && {errorMessage: stepMessages.noReply}),
		};
	});
	return {
		id: newId(),
		automationId,
		teamId,
		status: active.size < targets.length ? 'FAILED' : 'SUCCEEDED',
		createdAt: at,
		scheduledFireAt: at,
		startedAt: at,
		finishedAt: end,
		targetIds: Object.fromEntries(targets.map(serverId => [serverId, active.has(serverId)])),
		stepHistory,
		cancelRequested: false,
		workflow,
		runTimeoutSec,
	};
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
