import {Option, type Command} from 'commander';
import type {Action} from '../../actions/action.ts';
import {nameOf} from '../../actions/names.ts';
import {delayField} from '../../actions/power-values.ts';
import {restart, start, stop} from '../../actions/power.ts';
import type {PowerVerb} from '../../actions/plan.ts';
import type {ActionRequest} from '../../actions/request.ts';
import {playersText} from '../../actions/risk.ts';
import type {Config} from '../../config/load.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Team} from '../../contract/models/team.ts';
import {printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {contextOf} from '../actions/context.ts';
import {declareAction, readActionArguments} from '../actions/options.ts';
import {confirmPlan, plainRequests, planOf, requestsOf, type ActionOptions} from '../actions/run.ts';
import {writeRequests} from '../dry-run.ts';
import {CommandError, exitCodes, type ExitCode} from '../exit-codes.ts';
import {ifReadable} from '../find-one.ts';
import {createLimit, type Limit} from '../fan-out.ts';
import type {Io} from '../io.ts';
import {askAll, codeOf, interruptedText, resultOf, type Outcome} from '../outcomes.ts';
import {say, sayDone, writeJson} from '../output.ts';
import {jsonOption} from '../output-options.ts';
import type {Run} from '../command-run.ts';
import {openProgress} from '../progress.ts';
import {runRollingAction} from '../rolling.ts';
import {withService, type Call} from '../session.ts';
import {waitForState} from '../wait-state.ts';
import {powerCommandMessages} from '../../messages/cli-servers.ts';
import {optionGroups} from '../../messages/cli-program.ts';
import {serverMessages} from '../../messages/servers.ts';

type Options = ActionOptions & {
	gate?: string;
	gateTimeout?: string;
	gateMinutes?: string;
	keepGoing?: true;
	wait?: true;
	delay?: string;
};
type Result = {accepted: true; reached?: boolean; problem?: string};

const delayMsOf = ({delay = ''}: Pick<Options, 'delay'>) => 60_000 * (delayField.read(delay) ?? 0);

/** How long `--wait` waits after the delay: a large world takes minutes to load. */
const maxWaitMs = 15 * 60_000;

export function addPower(program: Command, run: Run): void {
	add(program, run, 'start', start);
	add(program, run, 'stop', stop);
	add(program, run, 'restart', restart);
}

function add(program: Command, run: Run, verb: PowerVerb, action: Action): void {
	declareAction(program, action)
		.addOption(new Option('--keep-going', powerCommandMessages.keepGoingHelp).helpGroup(optionGroups.rolling))
		.option('--wait', powerCommandMessages.waitHelp)
		.addOption(jsonOption())
		.action(
			run((io, flags, options: Options, operands) => {
				const {gate, gateTimeout = options.gateMinutes, keepGoing, dryRun, json} = options;
				const args = readActionArguments(io, action, options, operands);
				const isRolling = args.typed['atOnce'] !== undefined;
				if (!isRolling && (gate !== undefined || gateTimeout !== undefined || keepGoing)) {
					throw new UsageError(powerCommandMessages.gateNeedsRolling);
				}
				return withService(
					io,
					flags,
					async call => {
						const {context, listed} = await contextOf(io, call, action, args, options, {
							needsList: isRolling,
						});
						const {servers} = context;
						if (isRolling) refuseUnlisted(servers, listed);
						const plan = planOf(call, action, context, args.typed);
						if (dryRun) return writeRequests(io, plainRequests(plan), json);
						if (verb !== 'start' && servers.length > 1 && !call.config.readOnly) {
							const team = await ifReadable(call.team);
							for (const line of targetLines(call.config, team, servers)) say(io, line);
						}
						await confirmPlan(call, action, context, plan);
						if (plan.rolling) {
							const how = {keepGoing: keepGoing === true, json: json === true, signal: call.signal};
							return runRollingAction(io, call, plan.rolling, how);
						}
						const requests = requestsOf(servers, plan);
						const progress = openProgress(io, {total: servers.length, quiet: flags.quiet});
						const limit = createLimit(call.signal);
						const outcomes = await askAll(
							servers,
							server => carryOut(call, verb, server, requests(server), {options, limit, servers}),
							{signal: call.signal, settled: progress.settled},
						).finally(progress.close);
						writeOutcomes(io, outcomes, verb, options);
						if (io.ending.aborted) say(io, interruptedText(outcomes));
						return codeOf(outcomes);
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

type PowerContext = {options: Options; limit: Limit; servers: readonly GameServer[]};

async function carryOut(
	{api, signal}: Call,
	verb: PowerVerb,
	{id, report}: GameServer,
	request: ActionRequest,
	{options, limit, servers}: PowerContext,
): Promise<{result: Result; code: ExitCode}> {
	await limit(async () => request.send(api, {signal}));
	if (!options.wait) return {result: {accepted: true}, code: exitCodes.done};
	const wait = {
		phase: verb === 'stop' ? ('offline' as const) : ('online' as const),
		leaves: verb === 'restart',
		withinMs: maxWaitMs + delayMsOf(options),
		reportedAt: report?.at,
	};
	const problem = await waitForState({api, signal, limit, count: servers.length}, id, wait);
	if (problem === undefined) return {result: {accepted: true, reached: true}, code: exitCodes.done};
	return {result: {accepted: true, reached: false, problem}, code: exitCodes.failed};
}

const maxListed = 20;

/** Lists the targets of a stop or restart of several servers: the service, then the servers, most players first. */
function targetLines(
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
		const {problem, reached} = result ?? {};
		const text = reached
			? powerCommandMessages.done(verb)
			: problem === undefined
				? powerCommandMessages.accepted(verb, when)
				: `${problem}.`;
		const isDone = error === undefined && problem === undefined;
		(isDone ? sayDone : say)(io, `${shownName(server)}: ${error ? error.message : text}`);
	}
}
