import type {GameServer} from '../contract/models/server.ts';
import {writeDuration} from '../lib/duration.ts';
import {operationBlocked} from './preconditions.ts';
import type {DeclaredPlan} from './action.ts';
import type {ReviewRow, RollingPlan, PowerVerb} from './plan.ts';
import {serverWords} from './command-line.ts';
import type {ActionContext} from './context.ts';
import {durationField, wholeNumberField} from './fields.ts';
import type {Field} from './field.ts';
import {messagePreview} from './message-preview.ts';
import {powerInput, powerRequest, powerSummary, type PowerValues} from './power-values.ts';
import {playersText, powerRisk} from './risk.ts';
import {nameOf, nodeOf} from './names.ts';
import {compareNames} from '../lib/compare-names.ts';
import {reviewMessages} from '../messages/dialogs.ts';
import {fieldMessages} from '../messages/fields.ts';
import {rollingMessages as messages} from '../messages/power.ts';
import {serverMessages} from '../messages/servers.ts';
import {gap, joinMessages, type Message} from '../messages/text.ts';

/**
When the next server starts. `ready`: the previous one has reached its state and answered a command. `state`: it
has reached its state. `accepted`: the service has accepted the request.
*/
export type GateName = 'ready' | 'state' | 'accepted';
const gates: readonly GateName[] = ['ready', 'state', 'accepted'];

/** The options of a rolling action. */
export type RollingValues = {
	/** The batch size. */
	atOnce: number;
	/** Seconds for a server to pass the gate after its action starts. */
	deadline: number;
	gate: GateName;
};

/** All undefined: the action runs on all servers at once. */
export type MaybeRolling = {readonly [Name in keyof RollingValues]?: RollingValues[Name] | undefined};

export const isRolling = <Some extends MaybeRolling>(values: Some): values is Some & RollingValues =>
	values.atOnce !== undefined;

const aims: Record<PowerVerb, {phase: 'online' | 'offline'; probed: boolean; leaves: boolean}> = {
	restart: {phase: 'online', probed: true, leaves: true},
	stop: {phase: 'offline', probed: false, leaves: false},
	start: {phase: 'online', probed: true, leaves: false},
};

/**
Orders servers by player count, lowest first, and alternates nodes so that a batch rarely has two servers of one.
*/
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

function proofOf(verb: PowerVerb, gate: GateName): string {
	if (gate === 'accepted') return messages.proof.accepted;
	const {phase, probed} = aims[verb];
	if (phase === 'offline') return messages.proof.offline;
	return gate === 'ready' && probed ? messages.proof.ready : messages.proof.online;
}

/** Returns the text of each field of the dialog that has these values. */
const typedOf = ({
	delay,
	message: text,
	force,
	atOnce,
	gate,
	deadline,
}: PowerValues & RollingValues): Readonly<Record<string, string>> => ({
	...(delay !== undefined && {delay: writeDuration(delay * 60_000)}),
	...(text !== undefined && {message: text}),
	...(force && {force: 'yes'}),
	atOnce: String(atOnce),
	gate,
	deadline: writeDuration(deadline * 1000),
});

/** Plans the batches of these servers, in the given order. */
function batchesOf(
	verb: PowerVerb,
	servers: readonly GameServer[],
	values: PowerValues & RollingValues,
): Omit<RollingPlan, 'command'> {
	const {gate, delay, atOnce, deadline, force = false} = values;
	const aim = aims[verb];
	return {
		verb,
		force,
		title: messages.jobTitle(verb, force, servers.length),
		servers,
		atOnce,
		deadlineMs: deadline * 1000,
		delayMs: (delay ?? 0) * 60_000,
		gate: gate === 'accepted' ? undefined : {...aim, probed: aim.probed && gate === 'ready'},
		proof: proofOf(verb, gate),
		expects: {state: verb === 'start' ? 'INITIALIZING' : 'STOPPING', withinMs: 60_000},
		requestFor: ({id}) => powerRequest(verb, id, values),
		input: powerInput(values),
		typed: typedOf(values),
	};
}

export const rollingFields: {readonly [Name in keyof RollingValues]: Field<RollingValues[Name] | undefined>} =
	{
		atOnce: {
			...wholeNumberField(messages.atOnce.label, messages.atOnce.hint, {
				min: 1,
				max: 20,
				empty: 1,
				unit: fieldMessages.server,
			}),
			forSeveral: true,
			position: {option: '--rolling <n>', alias: '--wave <n>', help: messages.atOnce.help},
		},
		gate: {
			kind: 'choice',
			label: messages.gate.label,
			hint: messages.gate.hint,
			forSeveral: true,
			onlyCommands: true,
			position: {option: '--gate <gate>', help: messages.gate.help},
			choices: gates.map(value => ({value, label: value})),
			read: text => gates.find(gate => gate === text) ?? 'ready',
		},
		deadline: {
			...durationField(messages.deadline.label, messages.deadline.hint, {
				unit: 's',
				bare: 'm',
				min: 60,
				max: 7200,
				empty: 300,
			}),
			forSeveral: true,
			position: {
				option: '--gate-timeout <duration>',
				alias: '--gate-minutes <minutes>',
				help: messages.deadline.help,
			},
		},
	};

const maxListed = 12;

/** Returns the order with the current states, and the skipped servers with reasons. */
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
			[
				messages.orderOf(index + 1, nameOf(server)),
				server.state ?? serverMessages.noState,
				playersText([server]),
				nodeOf(server),
			],
			gap,
		),
	);
	const leftOut = limitLines([...reasons.values()], 4);
	return {
		ready,
		rows: [
			{label: messages.order, lines: limitLines(order, maxListed), tone: 'plain'},
			...(leftOut.length === 0 ? [] : [{label: messages.leftOut, lines: leftOut, tone: 'warning' as const}]),
		],
	};
}

const limitLines = (lines: readonly Message[], most: number): readonly Message[] =>
	lines.length > most ? [...lines.slice(0, most), reviewMessages.more(lines.length - most)] : lines;

/** Returns the plan of an action on several servers in batches. */
export function rollingPlan(
	verb: PowerVerb,
	values: PowerValues & RollingValues,
	context: ActionContext,
): DeclaredPlan {
	const {ready, rows} = preflight(verb, values, context);
	const {delay, message: text, force = false} = values;
	const roll = batchesOf(verb, ready, values);
	const ids = ready.map(server => server.id);
	return {
		requests: ready.map(roll.requestFor),
		rolling: roll,
		actsOn: ids,
		effect: [
			messages.pace(values.atOnce, roll.proof),
			messages.pausesAfter(values.gate, values.deadline),
			...(verb === 'start' ? [] : [messages.onlineNow(playersText(ready))]),
			...(force ? [messages.killed] : []),
		],
		rows: [...rows, ...(delay !== undefined && text !== undefined ? messagePreview(text, delay) : [])],
		// Omit a line that is too long to copy.
		...(ready.length > maxListed
			? {commandLine: () => undefined}
			: {targets: () => serverWords(context.known.servers, ids)}),
		risk: powerRisk(verb, context.servers, values),
		summary: powerSummary(verb, values, ready),
		input: {...powerInput(values), batchSize: values.atOnce},
		next: messages.shownInJobs,
	};
}

/** Returns the problem of a rolling action without a ready server. */
export const noneReady = (
	verb: PowerVerb,
	values: PowerValues & MaybeRolling,
	context: ActionContext,
): string | undefined =>
	isRolling(values) && preflight(verb, values, context).ready.length === 0
		? messages.noneReady(verb)
		: undefined;
