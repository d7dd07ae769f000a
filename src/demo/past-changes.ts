import {targetsOf} from '../contract/automation-targets.ts';
import {isUp} from '../contract/states.ts';
import {openTrigger} from '../service/automations/triggers.ts';
import type {AutomationSeed, ServerSeed} from './fleet.ts';
import {historyDays, minuteMs, story} from './story.ts';

export type Change = {serverId: string; server: string; at: number; from: string; to: string};

const [crashed, gaveUp, restarted] = [
	['RUNNING', 'RESTARTING', 'INITIALIZING', 'RUNNING'],
	['RUNNING', 'RESTARTING', 'INITIALIZING', 'STOPPED'],
	['RUNNING', 'STOPPING', 'STOPPED', 'INITIALIZING', 'RUNNING'],
];

/** How long a server takes to restart. */
export const restartMs = 2 * minuteMs;
/** How long the other steps of an automation take together, apart from its waits. */
export const otherStepsMs = 1000;

/** Returns the changes of state that a session would have seen, oldest first: those of the story, and of the automations. */
export function changesOf(
	servers: readonly ServerSeed[],
	automations: readonly AutomationSeed[],
	now: number,
): Change[] {
	const told = servers.flatMap(server => storyOf(server, now));
	const restarts = automations.flatMap(automation =>
		restartsOf(automation, now).flatMap(({at, firedAt}) => {
			const states = servers.map(server => ({
				...server,
				displayName: server.name,
				nodeId: server.node,
				state: stateAt(told, server.id, firedAt),
			}));
			const targets = targetsOf(automation.targets, states, undefined);
			return servers
				.filter(({id}) => targets.includes(id) && isCalm(told, id, at))
				.flatMap(server => along(server, restarted, at, restartMs));
		}),
	);
	const changed = new Set(restarts.map(({serverId}) => serverId));
	const starts = servers
		.toSorted((one, other) => (one.name < other.name ? -1 : 1))
		.flatMap((server, index) =>
			server.state === 'CREATING' || changed.has(server.id)
				? []
				: along(
						server,
						['INITIALIZING', 'RUNNING'],
						now - ((26 + 31 * index) * 60 + 7 * index) * minuteMs,
						minuteMs,
					),
		);
	return [...told, ...restarts, ...starts].sort((one, other) => one.at - other.at);
}

/** Returns the state of a server after these changes; it was up before the first. */
export const stateAt = (changes: readonly Change[], serverId: string, at: number): string =>
	changes.findLast(change => change.serverId === serverId && change.at <= at)?.to ?? 'RUNNING';

/** Returns since when a server is up; undefined if it is not. */
export function upSince(changes: readonly Change[], serverId: string, at: number): number | undefined {
	if (!isUp(stateAt(changes, serverId, at))) return undefined;
	return changes.findLast(change => change.serverId === serverId && change.at <= at)?.at ?? -Infinity;
}

/** Returns when an automation started each of its runs in a time, oldest first, and the restarts of its servers. */
export function restartsOf(automation: AutomationSeed, now: number): {firedAt: number; at: number}[] {
	const place = automation.workflow.findIndex(step => (step as {type?: string}).type === 'RESTART');
	if (place === -1) return [];
	const waits = automation.workflow.slice(0, place) as {seconds?: number}[];
	const waitMs = waits.reduce((sum, {seconds = 0}) => sum + 1000 * seconds, otherStepsMs);
	return firesOf(automation, now - historyDays * 24 * 60 * minuteMs, now - waitMs - restartMs).map(
		firedAt => ({
			firedAt,
			at: firedAt + waitMs,
		}),
	);
}

/** Returns when an automation fired by its schedule, oldest first. */
export function firesOf(
	{trigger, enabled}: Pick<AutomationSeed, 'trigger' | 'enabled'>,
	from: number,
	to: number,
): number[] {
	const read = openTrigger(trigger);
	if (read.kind !== 'cron' || !enabled) return [];
	const times: number[] = [];
	for (let at = read.next(from); at !== undefined && at < to; at = read.next(at)) times.push(at);
	return times;
}

function storyOf(server: ServerSeed, now: number): Change[] {
	const {crash, recovery, restart} = story;
	const before = (minutes: number) => now - minutes * minuteMs;
	const events = [
		{...crash, states: gaveUp},
		{...recovery, states: crashed},
		{...restart, states: restarted},
	];
	return events
		.filter(({server: name}) => name === server.name)
		.flatMap(({states = [], age, forMinutes}) => along(server, states, before(age), forMinutes * minuteMs));
}

/** Spreads states over a time: the first change is at its begin, the last one at its end. */
function along(
	{id: serverId, name: server}: ServerSeed,
	states: readonly string[] = [],
	from: number,
	ms: number,
): Change[] {
	const steps = states.length - 2;
	return states.slice(1).map((to, index) => ({
		serverId,
		server,
		at: from + (steps === 0 ? 0 : Math.round((ms * index) / steps)),
		from: states[index] ?? to,
		to,
	}));
}

/** A restart leaves out a server that the story changes at about the same time. */
const isCalm = (told: readonly Change[], serverId: string, at: number): boolean =>
	isUp(stateAt(told, serverId, at)) &&
	!told.some(change => change.serverId === serverId && Math.abs(change.at - at) < 5 * minuteMs);
