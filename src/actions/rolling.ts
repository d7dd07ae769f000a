import {plural} from '../lib/plural.ts';
import type {GameServer} from '../contract/models/server.ts';
import {operationBlocked} from './preconditions.ts';
import {action, type Action} from './action.ts';
import type {ReviewRow, RollingPlan, PowerVerb} from './plan.ts';
import {commandWords, serverWords} from './command-line.ts';
import type {ActionContext} from './context.ts';
import {whole} from './fields.ts';
import type {Field} from './field.ts';
import {messagePreview} from './message-preview.ts';
import {
	delayField,
	forceField,
	messageField,
	powerInput,
	powerNoun,
	powerRequest,
	powerSummary,
	restart,
	silentMessage,
	start,
	stop,
	type PowerValues,
} from './power.ts';
import {playersText, powerRisk} from './risk.ts';
import {compareNames, nameOf, nodeOf} from './names.ts';
import {gap, joinMessages, key, message, type Message} from '../messages/text.ts';

/**
When the next server's turn comes. `ready`: the one before is where it should be and has answered a command. `state`:
it is where it should be. `accepted`: the service took the request.
*/
export type GateName = 'ready' | 'state' | 'accepted';
const gates: readonly GateName[] = ['ready', 'state', 'accepted'];

export type RollingValues = PowerValues & {
	/** How many at the same time. */
	atOnce: number;
	/** Minutes until one counts as not come back, from the moment at which its action begins. */
	deadline: number;
	gate: GateName;
};

const aims: Record<PowerVerb, {phase: 'online' | 'offline'; probed: boolean; leaves: boolean}> = {
	restart: {phase: 'online', probed: true, leaves: true},
	stop: {phase: 'offline', probed: false, leaves: false},
	start: {phase: 'online', probed: true, leaves: false},
};

/** Those with the fewest players first, and from node to node, so that no node carries two at once if it can be. */
export function rollingOrder(servers: readonly GameServer[]): GameServer[] {
	const players = ({onlinePlayers}: GameServer) => Math.max(0, onlinePlayers ?? 0);
	const byNode = Map.groupBy(
		servers.toSorted((a, b) => players(a) - players(b) || compareNames(nameOf(a), nameOf(b))),
		nodeOf,
	);
	const turns = [...byNode.values()].flatMap(of => of.map((server, turn) => ({server, turn})));
	return turns
		.toSorted((a, b) => a.turn - b.turn || players(a.server) - players(b.server))
		.map(({server}) => server);
}

const rollingTitle = (verb: PowerVerb, values: PowerValues, count: number): string =>
	`${powerNoun(verb, values)} of ${plural(count, 'server')}`;

function proofOf(verb: PowerVerb, gate: GateName): string {
	if (gate === 'accepted') return 'the service has accepted it';
	const {phase, probed} = aims[verb];
	if (phase === 'offline') return 'it is OFFLINE';
	return gate === 'ready' && probed ? 'it is ONLINE and has answered a command' : 'it is ONLINE';
}

/** The plan over these servers, in the order given. */
function rollingPlan(
	verb: PowerVerb,
	servers: readonly GameServer[],
	values: RollingValues,
	command: RollingPlan['command'],
): RollingPlan {
	const {gate, delay, atOnce, deadline} = values;
	const aim = aims[verb];
	return {
		verb,
		title: rollingTitle(verb, values, servers.length),
		servers,
		atOnce,
		deadlineMs: deadline * 60_000,
		delayMs: (delay ?? 0) * 60_000,
		gate: gate === 'accepted' ? undefined : {...aim, probed: aim.probed && gate === 'ready'},
		proof: proofOf(verb, gate),
		expects: {state: verb === 'start' ? 'INITIALIZING' : 'STOPPING', withinMs: 60_000},
		requestFor: ({id}) => powerRequest(verb, id, values),
		command,
	};
}

const atOnceField: Field<number> = {
	...whole('At once', 'how many at the same time; empty means 1', {least: 1, most: 20, empty: 1}),
	position: {
		option: '--wave <n>',
		help: 'so many at a time, those with the fewest players first; the next when the gate holds',
	},
};
const deadlineField: Field<number> = {
	...whole('Deadline', 'minutes until one counts as not come back; empty means 5', {
		least: 1,
		most: 120,
		empty: 5,
	}),
	position: {
		option: '--gate-minutes <minutes>',
		help: 'how long the proof may take; 5 unless it is said',
	},
};
const gateField: Field<GateName> = {
	kind: 'choice',
	label: 'Gate',
	hint: 'what one must prove before the next',
	onlyCommands: true,
	position: {
		option: '--gate <gate>',
		help: 'what one must prove before the next: its state and an answered command, its state, or nothing',
	},
	choices: gates.map(value => ({value, label: value})),
	read: text => gates.find(gate => gate === text) ?? 'ready',
};

const maxListed = 12;

/** Who comes when, how each is now, and what is left out and why. */
function preflight(
	verb: PowerVerb,
	{force = false}: PowerValues,
	{servers, known, checksStates}: ActionContext,
): {ready: GameServer[]; rows: ReviewRow[]} {
	const reasons = new Map<GameServer, Message>();
	for (const server of checksStates ? servers : []) {
		const reason = known.busyWith(server.id) ?? operationBlocked(force ? 'force-stop' : verb, server);
		if (reason !== undefined) reasons.set(server, reason);
	}
	const ready = rollingOrder(servers.filter(server => !reasons.has(server)));
	const order = ready.map((server, index) =>
		joinMessages(
			[`${index + 1}. ${nameOf(server)}`, server.state ?? 'no state', playersText([server]), nodeOf(server)],
			gap,
		),
	);
	const leftOut = limited([...reasons.values()], 4);
	return {
		ready,
		rows: [
			{label: 'Order', lines: limited(order, maxListed), tone: 'plain'},
			...(leftOut.length === 0 ? [] : [{label: 'Left out', lines: leftOut, tone: 'warning' as const}]),
		],
	};
}

const limited = (lines: readonly Message[], most: number): readonly Message[] =>
	lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines;

const pasts: Record<PowerVerb, string> = {restart: 'restarted', stop: 'stopped', start: 'started'};

/** The same action over several servers, one batch after another. */
function rolling(single: Action, verb: PowerVerb): Action {
	const shape = {atOnce: atOnceField, gate: gateField, deadline: deadlineField};
	const {id, permission, command} = single;
	const {verb: label} = single;
	const fields = {...single.fields, ...shape};
	const plan = (values: RollingValues, context: ActionContext) => {
		const {ready, rows} = preflight(verb, values, context);
		const {delay, message: text, force = false} = values;
		const {before, rest: after} = commandWords(
			single.command ? {command: single.command, fields} : {fields},
			values,
			context,
		);
		const roll = rollingPlan(verb, ready, values, {before, after});
		const ids = ready.map(server => server.id);
		return {
			requests: ready.map(roll.requestFor),
			rolling: roll,
			actsOn: ids,
			effect: [
				`${values.atOnce === 1 ? 'One after another' : `${values.atOnce} at a time`}; the next one when ${roll.proof}.`,
				`One that takes longer than ${values.deadline} min pauses the rest.`,
				...(verb === 'start' ? [] : [`Online now: ${playersText(ready)}.`]),
				...(force ? ['The processes are killed: what was not saved is lost.'] : []),
			],
			rows: [...rows, ...(delay !== undefined && text !== undefined ? messagePreview(text, delay) : [])],
			// A line that is longer than anybody would copy is left out.
			...(ready.length > maxListed
				? {commandLine: undefined}
				: {targets: serverWords(context.known.servers, ids)}),
			risk: powerRisk(verb, context.servers, values),
			summary: powerSummary(verb, values, ready),
			input: {...powerInput(values), batchSize: values.atOnce},
			next: message`${key('jobs.open')} shows how it goes.`,
		};
	};
	const problem = (values: PowerValues, context: ActionContext) =>
		preflight(verb, values, context).ready.length === 0
			? `None of them can be ${pasts[verb]} now.`
			: undefined;
	const shared = {
		id,
		target: 'servers' as const,
		verb: label,
		...(permission && {permission}),
		...(command && {command}),
		title: ({servers}: ActionContext) => `${label} ${servers.length} servers`,
	};
	if (verb === 'start')
		return action({
			...shared,
			fields: shape,
			problems: (_, context) => ({atOnce: problem({}, context)}),
			plan,
		});
	const timed = {delay: delayField, message: messageField};
	if (verb === 'restart')
		return action({
			...shared,
			fields: {...timed, ...shape},
			between: values => ({message: silentMessage(values)}),
			problems: (values, context) => ({delay: problem(values, context)}),
			plan,
		});
	return action({
		...shared,
		fields: {...timed, force: forceField, ...shape},
		between: values => ({message: silentMessage(values)}),
		problems: (values, context) => ({delay: problem(values, context)}),
		plan,
	});
}

export const rollingStart = rolling(start, 'start');
export const rollingStop = rolling(stop, 'stop');
export const rollingRestart = rolling(restart, 'restart');
