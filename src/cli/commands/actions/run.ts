import type {Command} from 'commander';
import type {Action} from '../../../actions/action.ts';
import type {Plan} from '../../../actions/plan.ts';
import type {ActionCommand} from '../../../actions/command-line.ts';
import type {ActionContext} from '../../../actions/context.ts';
import {nameOf} from '../../../actions/names.ts';
import type {ActionRequest} from '../../../actions/request.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {isAccepted} from '../../../contract/models/accepted.ts';
import {unreadText} from '../../../messages/results.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {type ActionArguments, declareAction, errorOf, readActionArguments, writeRequests} from './options.ts';
import {type ExitCode, exitCodes} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import {asSent, say, sayDone, serverFields, writeJson} from '../../output/output.ts';
import {jsonOption} from '../../output/output-options.ts';
import type {Globals, Run} from '../../start/command-run.ts';
import {openProgress} from '../../output/progress.ts';
import type {Selector} from '../find/selectors.ts';
import {type Call, withService} from '../../start/session.ts';
import type {WaitKind} from '../wait-for-end.ts';
import {waitForEndMessages} from '../../../messages/wait-for-end.ts';
import {contextOf, pickedFile} from './context.ts';
import {hasReview, sayPending} from './pending.ts';
import {activityText} from '../../../actions/activity.ts';

/** Options of every action command besides its fields. */
export type ActionOptions = Selector & {dryRun?: true; json?: true; wait?: true};

/** Options of a command that are not fields of its action, and the field values that they provide. */
type OtherOptions<Options> = {
	declare?: (command: Command) => void;
	preset?: (io: Io, options: Options, operands: readonly string[]) => Promise<ActionArguments['typed']>;
	/** Prints what to know before the plan is confirmed. */
	notes?: (io: Io, call: Call, plan: Plan) => Promise<void>;
	/** Declares `--wait`, which follows the action to its end. */
	waitsFor?: WaitKind;
	/** Does something else with some options or services. Returns whether it did. */
	instead?: (
		io: Io,
		options: Options,
		typed: {flags: Globals; operands: readonly string[]},
	) => boolean | Promise<boolean>;
};

/** Declares and runs the command of an action that sends one request. */
export function addAction<Options extends object>(
	parent: Command,
	run: Run,
	action: Action,
	others?: OtherOptions<Options>,
): void {
	const command = declareAction(parent, action);
	others?.declare?.(command);
	const waitsFor = others?.waitsFor;
	if (waitsFor)
		command.option('--wait', waitForEndMessages.help).addOption(jsonOption(waitForEndMessages.jsonHelp));
	else if (action.command?.answers) command.addOption(jsonOption());
	command.action(
		run(async (io, flags, options: ActionOptions & Options, operands) => {
			if (await others?.instead?.(io, options, {flags, operands})) return;
			const preset = await others?.preset?.(io, options, operands);
			const args = readActionArguments(io, action, options, operands, preset);
			const file = await pickedFile(action, args);
			return withService(io, flags, async call => {
				const isOnServers = /^servers?$/.test(action.target) && !action.command?.isHarmless;
				const readsPending = isOnServers && hasReview(io, flags, options);
				const {context, resolved} = await contextOf(io, call, action, args, options, {file, readsPending});
				sayPending(io, context);
				const plan = planOf(call, action, context, {...args.typed, ...resolved});
				await others?.notes?.(io, call, plan);
				if (options.dryRun) return writeRequests(io, plainRequests(plan), options.json);
				await confirmPlan(call, action, context, plan);
				const waiting = waitsFor && options.wait && (await import('../wait-for-end.ts'));
				const wait = waiting && (await waiting.prepareWait[waitsFor](call, context, plan.input));
				const progress = file && (await openProgress(io, {total: 1, quiet: flags.quiet}));
				const answer = await sendAll(call, plan).finally(() => progress?.close());
				const [server] = context.servers;
				if (wait) {
					if (!options.json) writeId(io, action.command, answer);
					const {quiet, deadline} = flags;
					const hasId = action.command?.answers !== undefined;
					return waiting.waitForEnd(io, call, wait(answer), {json: options.json, quiet, deadline, hasId});
				}
				if (server && waitsFor && options.json)
					writeJson(io, {results: [{...serverFields(server), outcome: 'done', accepted: true}]});
				return writeAnswer(io, action, plan, server && nameOf(server), answer, options);
			});
		}),
	);
}

/**
Returns the plan of an action; its requests are recorded. Throws `UsageError` or `CommandError` for invalid
values.
*/
export function planOf(
	call: Call,
	action: Action,
	context: ActionContext,
	typed: ActionArguments['typed'],
): Plan {
	const checked = action.check(context, typed);
	if ('problems' in checked) throw errorOf(action, checked.problems);
	const {plan} = checked;
	/** The client records commands with their answers. */
	const recorded = (request: ActionRequest, {input} = plan as Pick<Plan, 'input'>): ActionRequest => ({
		...request,
		...(request.command === undefined && {
			send: (api, options) =>
				call.record({action: plan.action, input, serverId: request.serverId}, options, () =>
					request.send(api, options),
				),
		}),
	});
	const {rolling, renew} = plan;
	return {
		...plan,
		requests: plan.requests.map(request => recorded(request)),
		...(renew && {
			renew: async (api, options) => {
				const now = await renew(api, options);
				return now && {...now, requests: now.requests.map(request => recorded(request))};
			},
		}),
		...(rolling && {
			rolling: {...rolling, requestFor: server => recorded(rolling.requestFor(server), rolling)},
		}),
	};
}

export const plainRequests = ({requests}: Plan) => requests.map(request => request.plain());

/**
Returns a function that finds the request of each of these servers; the plan has one per server, in the same
order.
*/
export function requestsOf(
	servers: readonly GameServer[],
	{requests}: Pick<Plan, 'requests'>,
): (server: GameServer) => ActionRequest {
	const all = new Map(servers.map((server, at) => [server, requests[at]]));
	return server => all.get(server) as ActionRequest; // one per server
}

/** Asks for the confirmation that the risk of the plan requires. Throws unless it is given. */
export async function confirmPlan(
	{consent}: Pick<Call, 'consent'>,
	{command}: {command?: Pick<ActionCommand, 'words' | 'isHarmless'>},
	{servers, subject}: ActionContext,
	{summary, risk}: Plan,
): Promise<void> {
	const [server] = servers;
	const target = server ? {name: nameOf(server), id: server.id} : subject;
	await consent({
		verb: command?.words.join(' ') ?? '',
		summary: printableLine(summary),
		risk,
		word: servers.length > 1 ? {name: String(servers.length)} : (target ?? {name: summary}),
		...(command?.isHarmless && {isHarmless: true}),
	});
}

async function sendAll({api, signal}: Call, {requests}: Plan): Promise<unknown> {
	let answer: unknown;
	for (const request of requests) answer = await request.send(api, {signal});
	return answer;
}

/** Writes the id of the record that the service returned, if the command has one. */
function writeId(io: Io, command: Action['command'], answer: unknown): void {
	const record = isAccepted(answer) ? answer.record : undefined;
	if (record && command?.answers) io.stdout.write(`${printableLine(record.id)}\n`);
}

/** Says that the service accepted one request of a plan. */
export const acceptedText = ({action, input}: Plan, name: string | undefined): string =>
	activityText({type: 'action', action, operationId: '', targetCount: 1, input, outcome: 'accepted'}, name);

/** Reports the result on stdout, unless stdout carries data. */
function writeAnswer(
	io: Io,
	{command}: Action,
	plan: Plan,
	name: string | undefined,
	answer: unknown,
	{json}: ActionOptions,
): ExitCode {
	const accepted = isAccepted(answer) ? answer : undefined;
	const record = accepted?.record;
	if (json && command?.answers) writeJson(io, {[command.answers]: record ? [asSent(record)] : []});
	else if (!json) writeId(io, command, answer);
	// A script reads only an id from stdout, even when there is none.
	sayDone(io, acceptedText(plan, name), command?.answers !== undefined);
	if (accepted?.unread !== undefined) say(io, unreadText(accepted.unread));
	return exitCodes.done;
}
