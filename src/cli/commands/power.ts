import type {Command} from 'commander';
import type {Action} from '../../actions/action.ts';
import {nameOf} from '../../actions/names.ts';
import {delayField, powerGoals} from '../../actions/power-values.ts';
import {type Operation, operationBlocked, operationOf} from '../../actions/preconditions.ts';
import {powerActions} from '../../actions/power.ts';
import type {PowerVerb} from '../../contract/power.ts';
import type {ActionRequest} from '../../actions/request.ts';
import {playersText} from '../../actions/risk.ts';
import type {Config} from '../../config/load.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Team} from '../../contract/models/team.ts';
import {printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import {contextOf} from './actions/context.ts';
import {hasReview, sayPending} from './actions/pending.ts';
import {declareAction, readActionArguments, writeRequests} from './actions/options.ts';
import {type ActionOptions, confirmPlan, plainRequests, planOf, requestsOf} from './actions/run.ts';
import {CommandError, type ExitCode, exitCodes} from '../output/exit-codes.ts';
import {ifReadable} from './find/find-one.ts';
import {createLimit, createSendLimit, type Limit} from '../output/fan-out.ts';
import type {Io} from '../output/io.ts';
import {onEachServer} from '../output/on-each-server.ts';
import {type Outcome, resultOf} from '../output/outcomes.ts';
import {say, sayDone, writeJson} from '../output/output.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {
	checkOnFailure,
	type Failure,
	failureIn,
	type OnFailure,
	onFailureOption,
	runRollingAction,
	waitForState,
} from './rolling.ts';
import {type Call, withService} from '../start/session.ts';
import {maxWaitMs} from './wait-for-end.ts';
import {powerCommandMessages, serverMessages} from '../../messages/server-list.ts';
import {renderMessage, shellSegments} from '../../messages/text.ts';

type Options = ActionOptions & {
	gate?: string;
	gateTimeout?: string;
	onFailure?: OnFailure;
	wait?: true;
	delay?: string;
	force?: true;
};
/** `output`: the last lines of a server's output, if its action has failed. */
type Result = {accepted: true; reached?: boolean; problem?: string; output?: readonly string[]};

const delayMsOf = ({delay = ''}: Pick<Options, 'delay'>) => 60_000 * (delayField.read(delay) ?? 0);

export function addPower(program: Command, run: Run): void {
	for (const action of powerActions) add(program, run, action.id, action);
}

function add(program: Command, run: Run, verb: PowerVerb, action: Action): void {
	declareAction(program, action)
		.addOption(onFailureOption())
		.option('--wait', powerCommandMessages.waitHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, options: Options, operands) => {
				const {gate, gateTimeout, onFailure, dryRun, json} = options;
				const args = readActionArguments(io, action, options, operands);
				const isRolling = args.typed['atOnce'] !== undefined;
				if (!isRolling && [gate, gateTimeout, onFailure].some(given => given !== undefined)) {
					throw new UsageError(powerCommandMessages.gateNeedsRolling);
				}
				checkOnFailure(io, onFailure);
				return withService(
					io,
					flags,
					async call => {
						const {context: given, listed} = await contextOf(io, call, action, args, options, {
							needsList: isRolling,
							readsPending: hasReview(io, flags, options),
						});
						sayPending(io, given);
						if (isRolling) refuseUnlisted(given.servers, listed);
						const isSelected = isRolling && args.words.length === 0;
						const operation = operationOf(verb, options.force === true);
						const servers = isSelected ? skipBlocked(io, operation, given.servers) : given.servers;
						const context = {...given, servers};
						const plan = planOf(call, action, context, args.typed);
						if (dryRun) return writeRequests(io, plainRequests(plan), json);
						if (verb !== 'start' && servers.length > 1 && !call.config.readOnly) {
							const team = await ifReadable(call.team);
							for (const line of targetLines(call.config, team, servers)) say(io, line);
						}
						await confirmPlan(call, action, context, plan);
						if (plan.rolling) {
							const {quiet} = flags;
							const how = {onFailure: onFailure ?? 'abort', json: json === true, quiet, signal: call.signal};
							return runRollingAction(io, call, plan.rolling, how);
						}
						const requests = requestsOf(servers, plan);
						const limit = createLimit(call.signal);
						const limits = {limit, sendLimit: createSendLimit(limit)};
						return onEachServer(io, servers, {
							signal: call.signal,
							quiet: flags.quiet,
							ask: server =>
								carryOut(io, call, verb, server, requests(server), {options, ...limits, servers}),
							write: outcomes => writeOutcomes(io, outcomes, verb, options),
						});
					},
					{sends: !dryRun},
				);
			}),
		);
}

function refuseUnlisted(servers: readonly GameServer[], listed: readonly GameServer[] | undefined): void {
	const other = servers.find(({id}) => !listed?.some(server => server.id === id));
	if (other) throw new CommandError(powerCommandMessages.notListed(shownName(other)), exitCodes.notFound);
}

/**
Skips selected servers that the service would refuse, as the dialog does: one would stop all others. If it would refuse all of
them, the service decides.
*/
export function skipBlocked(
	io: Io,
	operation: Operation,
	servers: readonly GameServer[],
): readonly GameServer[] {
	const reasons = servers.map(server => operationBlocked(operation, server));
	if (reasons.every(reason => reason !== undefined)) return servers;
	for (const reason of reasons) {
		if (reason !== undefined)
			say(io, powerCommandMessages.skipped(printableLine(renderMessage(reason, shellSegments))));
	}
	return servers.filter((_, at) => reasons[at] === undefined);
}

type PowerContext = {options: Options; limit: Limit; sendLimit: Limit; servers: readonly GameServer[]};

/** Sends a request, and follows it with `--wait`, or if this process carries it out. */
async function carryOut(
	io: Io,
	{api, signal, carriedOut, recordFailed, recordReached}: Call,
	verb: PowerVerb,
	server: GameServer,
	request: ActionRequest,
	{options, limit, sendLimit, servers}: PowerContext,
): Promise<{result: Result; code: ExitCode}> {
	const {id: serverId, report} = server;
	await sendLimit(async () => request.send(api, {signal}));
	const failed = ({reason, output}: Failure) => {
		recordFailed(serverId, reason);
		return {
			result: {accepted: true, reached: false, problem: reason, output},
			code: exitCodes.failed,
		} as const;
	};
	if (!options.wait) {
		const isOver = await carriedOut(signal);
		const now =
			isOver && !signal.aborted ? await limit(() => api.getServer({serverId}, {signal})) : undefined;
		const failure = now && failureIn(now, report?.at);
		return failure ? failed(failure) : {result: {accepted: true}, code: exitCodes.done};
	}
	const onStep = (sentence: string) => say(io, sentence);
	const {gate} = powerGoals[verb];
	const end = await waitForState({api, signal, limit, count: servers.length, onStep}, serverId, {
		phase: gate.phase,
		leaves: gate.leaves,
		withinMs: maxWaitMs + delayMsOf(options),
		reportedAt: report?.at,
	});
	if (end.reached) {
		recordReached(serverId, end.state);
		return {result: {accepted: true, reached: true}, code: exitCodes.done};
	}
	if (end.failure) return failed(end.failure);
	return {result: {accepted: true, reached: false, problem: end.problem}, code: exitCodes.failed};
}

const maxListed = 20;

/** Lists the targets of an action on several servers: the service, then the servers, most players first. */
export function targetLines(
	{profileName, service, baseUrl}: Config,
	team: Team | undefined,
	servers: readonly GameServer[],
): string[] {
	const listed = servers
		.toSorted((a, b) => (b.onlinePlayers ?? 0) - (a.onlinePlayers ?? 0))
		.slice(0, maxListed)
		.map(
			server => `  ${nameOf(server)}: ${server.state ?? serverMessages.noState}, ${playersText([server])}`,
		);
	const more = servers.length - listed.length;
	return [
		powerCommandMessages.target(
			profileName,
			baseUrl ?? powerCommandMessages.own[service === 'local' ? 'local' : 'demo'],
			team?.name ?? team?.id,
		),
		powerCommandMessages.servers(servers.length, playersText(servers)),
		...listed,
		...(more > 0 ? [powerCommandMessages.more(more)] : []),
	].map(printableLine);
}

const shownName = (server: GameServer) => printableLine(nameOf(server));

function writeOutcomes(
	io: Io,
	outcomes: readonly Outcome<Result>[],
	verb: PowerVerb,
	{json, delay}: Options,
): void {
	if (json) writeJson(io, {results: outcomes.map(resultOf)});
	const when = delay === undefined ? '' : powerCommandMessages.after(delayMsOf({delay}));
	for (const {server, result, error} of outcomes) {
		const {problem, reached, output} = result ?? {};
		const name = shownName(server);
		// The service names the server itself.
		if (output) {
			say(io, problem ?? '');
			for (const line of output) io.stderr.write(`  ${line}\n`);
		} else if (error ?? problem) say(io, `${name}: ${error ? error.message : `${problem}.`}`);
		else
			sayDone(
				io,
				`${name}: ${reached ? powerCommandMessages.done(verb) : powerCommandMessages.accepted(verb, when)}`,
			);
	}
}
