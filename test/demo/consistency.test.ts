import {expect, onTestFinished, test} from 'vitest';
import {isAllowed} from '../../src/service/access/accounts.ts';
import {colleaguesOf} from '../../src/demo/colleague.ts';
import {readFleet} from '../../src/demo/fleet.ts';
import {createHistory, type DemoHistory} from '../../src/demo/history.ts';
import {stateAt, upSince} from '../../src/demo/past-changes.ts';
import {story} from '../../src/demo/story.ts';
import {openTrigger} from '../../src/service/automations/triggers.ts';
import type {CommandRecord, RunRecord, ServerRecord} from '../../src/service/records/records.ts';
import {seededRandom} from './games/seeded-random.ts';
import {type Demo, openDemo} from '../../src/demo/index.ts';
import {manualClock} from '../helpers/manual-clock.ts';

/** A demo with all that it shows of the past. */
type Told = {
	now: number;
	demo: Demo;
	history: DemoHistory;
	servers: readonly ServerRecord[];
	runs: readonly RunRecord[];
	commandsOf: (serverId: string) => readonly CommandRecord[];
};

const minuteMs = 60_000;
const nameOf = ({servers}: Told, id: string) => servers.find(server => server.id === id)?.displayName ?? id;
const runsOf = ({runs}: Told, automationId: string) =>
	runs
		.filter(run => run.automationId === automationId)
		.toSorted((one, other) => one.createdAt - other.createdAt);

/** Each returns what contradicts itself, as sentences. */
const invariants: Record<string, (told: Told) => string[] | Promise<string[]>> = {
	'each change begins with the state that the one before ended with': ({history}) =>
		history.changes.flatMap((change, index) => {
			const before = history.changes.slice(0, index).findLast(({serverId}) => serverId === change.serverId);
			return before === undefined || before.to === change.from ? [] : [JSON.stringify([before, change])];
		}),
	'each server is in the state that its last change led to': ({servers, history, now}) =>
		servers.flatMap(({id, state}) => {
			const last = stateAt(history.changes, id, now);
			return (state === 'ONLINE') === (last === 'RUNNING') ? [] : [`${id} ${state} after ${last}`];
		}),
	'a server is not up for longer than since the last restart that succeeded': told =>
		told.runs.flatMap(({stepHistory}) =>
			stepHistory
				.filter(({type}) => type === 'RESTART')
				.flatMap(({targets, startedAt, finishedAt = told.now}) =>
					Object.keys(targets).flatMap(id => {
						const isRestarted = told.history.changes.some(
							({serverId, to, at}) =>
								serverId === id && to === 'RUNNING' && at > startedAt && at <= finishedAt,
						);
						return isRestarted ? [] : [`${nameOf(told, id)} did not restart at ${startedAt}`];
					}),
				),
		),
	'every schedule has run, the last time when it was due last': told =>
		told.demo.context.store.automations.all().flatMap(automation => {
			const trigger = openTrigger(automation.trigger);
			if (trigger.kind !== 'cron' || !automation.enabled) return [];
			const last = runsOf(told, automation.id).at(-1);
			const next = last && trigger.next(last.createdAt);
			// A run takes a while, and those of the last minutes may be under way.
			return next !== undefined && next > told.now - 5 * minuteMs ? [] : [`${automation.name}: ${next}`];
		}),
	'every state change that triggers an automation has a run': told =>
		told.demo.context.store.automations.all().flatMap(automation => {
			const trigger = openTrigger(automation.trigger);
			if (trigger.kind !== 'state') return [];
			const starts = told.history.changes.filter(({serverId, ...change}) => {
				const server = told.demo.context.store.servers.get(serverId);
				return change.at > told.now - 12 * 60 * minuteMs && server && trigger.matches({...change, server});
			});
			const runs = runsOf(told, automation.id);
			const missing = starts.filter(({at}) => !runs.some(({createdAt}) => createdAt === at));
			return [
				...missing.map(({server}) => `${automation.name}: ${server}`),
				...(starts.length > 0 ? [] : ['none']),
			];
		}),
	'a step fails on a server only while it is not up': told =>
		told.runs.flatMap(({stepHistory}) =>
			stepHistory.flatMap(({type, targets, startedAt, errorMessage}) =>
				Object.entries(targets).flatMap(([id, outcome]) =>
					type !== 'RCON' ||
					(outcome === 'FAILED') === (upSince(told.history.changes, id, startedAt) === undefined)
						? []
						: [`${nameOf(told, id)} ${outcome} ${startedAt} ${errorMessage}`],
				),
			),
		),
	'a step that says it waited for a deadline took that long': ({runs}) =>
		runs.flatMap(({stepHistory}) =>
			stepHistory
				.filter(({errorMessage = ''}) => /deadline|too long/.test(errorMessage))
				.filter(({startedAt, finishedAt = 0}) => finishedAt - startedAt < 1000)
				.map(step => JSON.stringify(step)),
		),
	'a run ends with its last step, and steps follow each other': ({runs}) =>
		runs
			.filter(({stepHistory, finishedAt, startedAt}) => {
				const times = [
					startedAt,
					...stepHistory.flatMap(step => [step.startedAt, step.finishedAt]),
					finishedAt,
				];
				return times.some((time = 0, index) => index > 0 && time < (times[index - 1] ?? 0));
			})
			.map(({id}) => id),
	'a server answers commands only while it is up': told =>
		told.servers.flatMap(({id}) =>
			told
				.commandsOf(id)
				.filter(({timestamp}) => upSince(told.history.changes, id, timestamp) === undefined)
				.map(({command}) => `${nameOf(told, id)}: ${command}`),
		),
	'who sent a command or wrote a note is a member who may': told => {
		const team = told.demo.context.store.teams.get(told.demo.teamId);
		const may = new Set(
			team?.members.filter(member => isAllowed(member, 'MANAGE_SERVERS')).map(({name}) => name),
		);
		const senders = told.servers.flatMap(({id}) => told.commandsOf(id).flatMap(({by}) => by ?? []));
		return [...senders, ...story.notes.map(({by}) => by)].filter(by => !may.has(by));
	},
	'the live colleague is one of them': told =>
		colleaguesOf(told.demo.context, told.demo.teamId).length > 1 ? [] : ['no colleague'],
	'what the user typed was sent': told =>
		told.history.typed.flatMap(({serverId, text, at}) =>
			told.commandsOf(serverId).some(({command, timestamp}) => command === text && timestamp === at)
				? []
				: [text],
		),
	'nobody was ever on two servers': told => {
		const places = new Map<string, string>();
		return told.servers.flatMap(({id}) =>
			told.commandsOf(id).flatMap(({response}) =>
				idsIn(response ?? '').flatMap(person => {
					const other = places.get(person) ?? id;
					places.set(person, other);
					return other === id ? [] : [`${person} on ${other} and ${id}`];
				}),
			),
		);
	},
	'nobody is on two servers now': async told => {
		const lists = await Promise.all(
			told.servers
				.filter(({state}) => state === 'ONLINE')
				.map(async ({id, gameType}) => {
					const command = gameType === 'CS2' ? 'status_json' : 'ListPlayers';
					const {response} = await told.demo.context
						.agentOf(told.servers.find(server => server.id === id)?.nodeId ?? '')
						.rcon({serverId: id, command, commandId: `ask-${id}`});
					return idsIn(response ?? '');
				}),
		);
		const all = lists.flat();
		return all.length > 50 ? all.filter((id, index) => all.indexOf(id) !== index) : [`only ${all.length}`];
	},
};

/** Returns the ids of players in an answer, or their names if it has none. */
const idsIn = (text: string): string[] =>
	[...text.matchAll(/\b0002[0-9a-f]{28}\b|"steamid": "(STEAM_[^"]+)"|^\d+:\d+:"(.*)"$/gm)].map(
		([all, id, name]) => id ?? name ?? all,
	);

test.each([
	'2026-11-29T19:33:20Z',
	// While the automation restarts servers, and soon after.
	'2026-11-29T05:01:40Z',
	'2026-11-29T05:20:00Z',
	// The crash was at the time of that restart.
	'2026-11-29T08:06:00Z',
])('nothing in a demo that is opened at %s contradicts itself', async time => {
	const clock = manualClock(Date.parse(time));
	const demo = await openDemo({clock, hasHistory: true, random: seededRandom()});
	onTestFinished(async () => void (await demo.close()));
	const {store} = demo.context;
	const now = clock.now();
	const told: Told = {
		now,
		demo,
		history: await createHistory(readFleet(), now),
		servers: store.servers.all(),
		runs: store.runs.all(),
		commandsOf: serverId => store.commands.of(serverId).commands,
	};
	expect(told.runs.length).toBeGreaterThan(60);
	const found: Record<string, string[]> = {};
	for (const [invariant, contradictions] of Object.entries(invariants))
		found[invariant] = await contradictions(told);
	expect(found).toEqual(Object.fromEntries(Object.keys(invariants).map(invariant => [invariant, []])));
});
