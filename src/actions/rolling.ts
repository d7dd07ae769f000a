import type {ByName} from '../lib/json/maps.ts';
import {expectedPlayers, playersText, powerRisk} from './risk.ts';
import type {GameServer} from '../contract/models/server.ts';
import {writeDuration} from '../lib/time/duration.ts';
import {isOfOwnService, operationBlocked, operationOf} from './preconditions.ts';
import type {DeclaredPlan} from './action.ts';
import type {PowerVerb} from '../contract/power.ts';
import type {ReviewRow, RollingPlan} from './plan.ts';
import {serverWords} from './command-line.ts';
import type {ActionContext} from './context.ts';
import {durationField, wholeNumberField} from './fields.ts';
import type {Field} from './field.ts';
import {messagePreview} from './message-preview.ts';
import {scheduleConflict} from './pending.ts';
import {powerGoals, powerInput, powerRequest, powerSummary, type PowerValues} from './power-values.ts';
import {nameOf, nodeOf} from './names.ts';
import {compareNames} from '../lib/text/compare-names.ts';
import {fieldMessages, minutesText, reviewMessages} from '../messages/dialogs.ts';
import {rollingMessages as messages} from '../messages/power.ts';
import {serverMessages} from '../messages/server-list.ts';
import {widestOf} from '../lib/text/table-layout.ts';
import {fit} from '../lib/text/width.ts';
import {alternative, type Message} from '../messages/text.ts';

/**
When the next server starts. `ready`: the previous one has reached its state and answered a command. `state`: it
has reached its state. `accepted`: the service has accepted the request.
*/
const gates = ['ready', 'state', 'accepted'] as const;
export type GateName = (typeof gates)[number];

/** The options of a rolling action. */
export type RollingValues = {
	/** The batch size; 0: one server, or all at once if delayed. */
	atOnce: number;
	/** Seconds for a server to pass the gate after its action starts. */
	deadline: number;
	gate: GateName;
};

/** All undefined: the action runs on all servers at once. */
export type MaybeRolling = {readonly [Name in keyof RollingValues]?: RollingValues[Name] | undefined};

export const isRolling = <Some extends MaybeRolling>(values: Some): values is Some & RollingValues =>
	values.atOnce !== undefined;

/**
Orders servers by player count, lowest first and unknown last, and alternates nodes so that a batch rarely has two servers of one.
*/
export function rollingOrder(servers: readonly GameServer[]): GameServer[] {
	const byNode = Map.groupBy(
		servers.toSorted((a, b) => expectedPlayers(a) - expectedPlayers(b) || compareNames(nameOf(a), nameOf(b))),
		nodeOf,
	);
	const turns = [...byNode.values()].flatMap(of => of.map((server, turn) => ({server, turn})));
	return turns
		.toSorted((a, b) => a.turn - b.turn || expectedPlayers(a.server) - expectedPlayers(b.server))
		.map(({server}) => server);
}

function proofOf(verb: PowerVerb, gate: GateName): string {
	if (gate === 'accepted') return messages.proof.accepted;
	const {phase, probed} = powerGoals[verb].gate;
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
}: PowerValues & RollingValues): ByName<string> => ({
	...(delay !== undefined && {delay: writeDuration(delay * 60_000)}),
	...(text !== undefined && {message: text}),
	...(force && {force: 'yes'}),
	atOnce: atOnce === 0 ? '' : String(atOnce),
	gate,
	deadline: writeDuration(deadline * 1000),
});

/** Players of all servers are warned at once, unless a batch size says otherwise. */
const isAllAtOnce = ({atOnce, delay}: PowerValues & RollingValues): boolean =>
	atOnce === 0 && delay !== undefined;

const batchSizeOf = (values: PowerValues & RollingValues, count: number): number =>
	isAllAtOnce(values) ? Math.max(1, count) : values.atOnce || 1;

/** Plans the batches of these servers, in the given order. */
function batchesOf(
	verb: PowerVerb,
	servers: readonly GameServer[],
	values: PowerValues & RollingValues,
): Omit<RollingPlan, 'command'> {
	const {gate, delay, deadline, force = false} = values;
	const goal = powerGoals[verb];
	return {
		verb,
		force,
		title: messages.jobTitle(verb, force, servers.length),
		servers,
		atOnce: batchSizeOf(values, servers.length),
		deadlineMs: deadline * 1000,
		delayMs: (delay ?? 0) * 60_000,
		gate: gate === 'accepted' ? undefined : {...goal.gate, probed: goal.gate.probed && gate === 'ready'},
		proof: proofOf(verb, gate),
		expects: goal.expects,
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
				empty: 0,
				unit: fieldMessages.server,
			}),
			usual: messages.atOnce.usual,
			forSeveral: true,
			position: {option: '--rolling <n>', help: messages.atOnce.help},
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
				min: 60,
				max: 7200,
				empty: 300,
			}),
			forSeveral: true,
			position: {option: '--gate-timeout <duration>', help: messages.deadline.help},
		},
	};

const maxListed = 12;

/** Returns the order with the current states, and the skipped servers with reasons. */
function preflight(
	verb: PowerVerb,
	{force = false, delay}: PowerValues,
	context: ActionContext,
): {ready: GameServer[]; rows: ReviewRow[]} {
	const reasons = new Map<GameServer, Message>();
	const {servers, known, checksStates} = context;
	for (const server of servers) {
		const conflict = verb === 'start' ? undefined : scheduleConflict(verb, delay, server, context);
		const blocked = checksStates
			? (known.busyWith(server.id) ?? operationBlocked(operationOf(verb, force), server))
			: undefined;
		const reason = blocked ?? conflict?.text;
		if (reason !== undefined) reasons.set(server, reason);
	}
	const ready = rollingOrder(servers.filter(server => !reasons.has(server)));
	const order = alignedCells(
		ready.map((server, index) => [
			messages.orderOf(index + 1, nameOf(server)),
			server.state ?? serverMessages.noState,
			playersText([server]),
			nodeOf(server),
		]),
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

/** Joins the cells of each row, under each other on the screen. */
function alignedCells(rows: readonly (readonly string[])[]): Message[] {
	const widthAt = (column: number) => widestOf(rows.map(cells => cells[column] ?? ''));
	return rows.map(cells =>
		alternative(
			cells
				.map((cell, column) => fit(cell, widthAt(column)))
				.join('  ')
				.trimEnd(),
			cells.join(', '),
		),
	);
}

const limitLines = (lines: readonly Message[], most: number): readonly Message[] =>
	lines.length > most ? [...lines.slice(0, most), reviewMessages.more(lines.length - most)] : lines;

/** Formats the time until the last delay has passed, if each server is done at once. */
function allTurns(values: PowerValues & RollingValues, count: number): string {
	const turns = values.gate === 'accepted' ? 1 : Math.ceil(count / batchSizeOf(values, count));
	return minutesText((values.delay ?? 0) * turns);
}

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
	const alone = {...values, atOnce: undefined, gate: undefined, deadline: undefined};
	return {
		requests: ready.map(roll.requestFor),
		// A command without a batch size acts on all servers at once.
		commandValues: isAllAtOnce(values) ? alone : {...values, atOnce: roll.atOnce},
		rolling: roll,
		actsOn: ids,
		effect: [
			isAllAtOnce(values)
				? messages.allAtOnce(ready.length, minutesText(delay ?? 0))
				: messages.pace(roll.atOnce, roll.proof),
			...(delay === undefined || isAllAtOnce(values)
				? []
				: [messages.atTurns(minutesText(delay), allTurns(values, ready.length))]),
			// The first failure stops only servers whose turn has not come.
			...(roll.atOnce < ready.length
				? [messages.pausesAfter(values.gate !== 'accepted', values.deadline)]
				: []),
			...(verb === 'start' ? [] : [messages.disconnectedInTurn(playersText(ready))]),
			...(force ? [messages.killed] : []),
		],
		rows: [
			...rows,
			...(delay !== undefined && text !== undefined
				? messagePreview(text, delay, ready.every(isOfOwnService))
				: []),
		],
		// Omit a line that is too long to copy.
		...(ready.length > maxListed
			? {commandLine: () => undefined}
			: {targets: () => serverWords(context.known.servers, ids)}),
		risk: powerRisk(verb, context.servers, values),
		summary: powerSummary(verb, values, ready),
		input: {...powerInput(values), batchSize: roll.atOnce},
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
