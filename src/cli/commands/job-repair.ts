import type {Command} from 'commander';
import type {Action} from '../../actions/action.ts';
import {broadcast} from '../../actions/broadcast.ts';
import type {ActionContext} from '../../actions/context.ts';
import type {Plan, RollingPlan} from '../../actions/plan.ts';
import {banPlayer, unbanPlayer} from '../../actions/players.ts';
import {restart, start, stop} from '../../actions/power.ts';
import {operationOf} from '../../actions/preconditions.ts';
import type {ActionRequest} from '../../actions/request.ts';
import {cancelSchedule} from '../../actions/tasks.ts';
import {type KnownToRepair, repairs} from '../../app/jobs/repair-job.ts';
import {scheduledActionOf, scheduledActionsOf, scheduledSlice} from '../../app/servers/scheduled-actions.ts';
import {type Job, type JobAction, type JobRepair, jobRepairs} from '../../contract/models/job.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {isPowerVerb} from '../../contract/power.ts';
import {printableLine} from '../../lib/text/text.ts';
import {broadcastMessages} from '../../messages/broadcast.ts';
import {cliOptionMessages} from '../../messages/cli.ts';
import {jobCommandMessages as messages, jobSegments} from '../../messages/jobs.ts';
import {type Message, renderMessage} from '../../messages/text.ts';
import {CommandError, type ExitCode, exitCodes} from '../output/exit-codes.ts';
import {createLimit, createSendLimit} from '../output/fan-out.ts';
import type {Io} from '../output/io.ts';
import {onEachServer} from '../output/on-each-server.ts';
import {resultOf, sayError} from '../output/outcomes.ts';
import {say, sayDone, writeJson} from '../output/output.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Globals, Run} from '../start/command-run.ts';
import {fleetWithJournal} from '../start/fleet-with-journal.ts';
import {type Call, withService} from '../start/session.ts';
import {actionContext} from './actions/context.ts';
import {writeRequests} from './actions/options.ts';
import {hasReview, readPending, sayPending} from './actions/pending.ts';
import {acceptedText, confirmPlan, plainRequests, planOf, requestsOf} from './actions/run.ts';
import {describe} from './describe.ts';
import {configOf, findJob, flagsFor, type FoundJob, jobsIn, withJournal} from './find/find-job.ts';
import {ifReadable} from './find/find-one.ts';
import {nameOf, serversFor} from './find/find-servers.ts';
import {tasksOfNodes} from './node-tasks.ts';
import {skipBlocked, targetLines} from './power.ts';
import {checkOnFailure, type OnFailure, onFailureOption, runRollingAction} from './rolling.ts';

type Options = {dryRun?: true; json?: true; onFailure?: OnFailure};

/** Adds the commands that send something new for a job, whether its program still runs or not. */
export function addJobRepairs(jobs: Command, run: Run): void {
	for (const repair of jobRepairs) {
		const command = describe(jobs.command(repair), messages[repair])
			.argument('<id>', messages.idHelp)
			.option('--dry-run', cliOptionMessages.dryRun);
		if (repair !== 'undo') command.addOption(onFailureOption());
		command.addOption(jsonOption()).action(
			run(async (io, flags, options: Options, [word = '']) => {
				const config = configOf(io, flags);
				if (config.readOnly && !options.dryRun)
					throw new CommandError(messages.readOnly, exitCodes.refusedByUs);
				checkOnFailure(io, options.onFailure);
				const all = withJournal(io, config, jobsIn);
				const found = findJob(all, word);
				const jobs = all.filter(({service}) => service === found.service).map(({job}) => job);
				return withService(
					io,
					flagsFor(config, flags, found),
					call => repairJob(io, call, flags, {repair, found, jobs, options}),
					{sends: !options.dryRun},
				);
			}),
		);
	}
}

const actions: Record<JobAction | 'cancel-schedule', Action> = {
	start,
	stop,
	restart,
	broadcast,
	'ban-player': banPlayer,
	'unban-player': unbanPlayer,
	'cancel-schedule': cancelSchedule,
};

type Repairing = {repair: JobRepair; found: FoundJob; jobs: readonly Job[]; options: Options};

async function repairJob(
	io: Io,
	call: Call,
	flags: Globals,
	{repair, found: {job, process}, jobs, options}: Repairing,
): Promise<ExitCode> {
	const {config, signal} = call;
	const {dryRun, json, onFailure = 'abort'} = options;
	const listed = (await serversFor(io, call, [])) ?? [];
	const known = await readKnown(io, call, repair, {job, jobs, listed});
	const text = (message: Message) => printableLine(renderMessage(message, jobSegments(job.id)));
	const blocked = repairs[repair].blocked(known, job);
	if (blocked !== undefined) throw new CommandError(text(blocked), exitCodes.failed);
	const {action: id, steps, typed, note} = repairs[repair].action(known, job);
	if (note !== undefined) say(io, text(note));
	const gone = steps.filter(({serverId}) => !known.fleet.servers.has(serverId));
	for (const {name} of gone) say(io, messages.notListed(name));
	const chosen = listed.filter(server => steps.some(({serverId}) => serverId === server.id));
	if (chosen.length === 0) throw new CommandError(messages.noneListed, exitCodes.notFound);
	const action = actions[id];
	const operation = isPowerVerb(id) ? operationOf(id, typed?.['force'] === 'yes') : action.operation;
	const servers = operation === undefined ? chosen : skipBlocked(io, operation, chosen);
	const isSeen = id !== 'cancel-schedule' && hasReview(io, flags, options);
	const context = await contextOn(io, call, {servers, listed, known, job, isSeen});
	// Always as a job: its journal then says what must not be sent again.
	const plan = planOf(call, action, context, isPowerVerb(id) ? {atOnce: '', ...typed} : {...typed});
	if (dryRun) return writeRequests(io, plainRequests(plan), json);
	for (const line of targetLines(config, await ifReadable(call.team), servers)) say(io, line);
	await confirmPlan(call, {command: {words: ['job', repair]}}, context, plan);
	if (id === 'cancel-schedule') return cancelAll(io, call, servers, plan, {json, quiet: flags.quiet});
	const rolling = plan.rolling ?? alone(job, servers, plan);
	const code = await runRollingAction(io, call, rolling, {
		onFailure,
		json: json === true,
		quiet: flags.quiet,
		signal,
	});
	if (process !== undefined && job.status === 'paused') say(io, messages.stillPaused(job.id));
	return code;
}

type Read = {job: Job; jobs: readonly Job[]; listed: readonly GameServer[]};

/** Reads what decides which servers of the job are repaired. */
async function readKnown(
	io: Io,
	{api, signal, config, teamId}: Call,
	repair: JobRepair,
	{job, jobs, listed}: Read,
): Promise<KnownToRepair> {
	const fleet = await fleetWithJournal(io, config, listed, {team: await teamId(), now: Date.now()});
	const nodeIds = listed.flatMap(({id, nodeId}) =>
		repair === 'undo' && nodeId !== undefined && job.steps.some(({serverId}) => serverId === id)
			? nodeId
			: [],
	);
	const {items} = await tasksOfNodes(api, [...new Set(nodeIds)], signal);
	const tasks = new Map(items.flatMap(scheduledActionsOf));
	return {fleet, jobs, scheduled: {...scheduledSlice.initial, tasks}};
}

type On = {
	servers: readonly GameServer[];
	listed: readonly GameServer[];
	known: KnownToRepair;
	job: Job;
	/** Whether someone sees what else is due on the servers. */
	isSeen: boolean;
};

async function contextOn(
	io: Io,
	call: Call,
	{servers, listed, known: {scheduled}, job: {subject}, isSeen}: On,
): Promise<ActionContext> {
	const now = Date.now();
	const pendingOn = isSeen ? await readPending(io, call, servers, now) : () => [];
	const context = actionContext(call, {servers, listed, ...(subject && {subject})}, {now, pendingOn});
	sayPending(io, context);
	const {known} = context;
	return {...context, known: {...known, scheduledFor: id => scheduledActionOf(scheduled, id)}};
}

/** A message or a ban on one server, as a job. */
const alone = (
	{action, subject, typed, command}: Job,
	servers: readonly GameServer[],
	plan: Plan,
): RollingPlan => ({
	verb: action,
	force: false,
	title: plan.summary,
	servers,
	atOnce: 1,
	deadlineMs: 0,
	delayMs: 0,
	gate: undefined,
	proof: broadcastMessages.proof,
	expects: undefined,
	requestFor: () => plan.requests[0] as ActionRequest, // a plan for one server has one
	input: plan.input,
	typed,
	...(subject && {subject}),
	command,
});

/** Cancels the task of each server. */
async function cancelAll(
	io: Io,
	{api, signal}: Call,
	servers: readonly GameServer[],
	plan: Plan,
	{json, quiet}: {json: true | undefined; quiet: boolean | undefined},
): Promise<ExitCode> {
	const requests = requestsOf(servers, plan);
	const limit = createSendLimit(createLimit(signal));
	const cancel = async (server: GameServer) => {
		await requests(server).send(api, {signal});
		return {result: {}, code: exitCodes.done};
	};
	return onEachServer(io, servers, {
		signal,
		quiet,
		ask: server => limit(() => cancel(server)),
		write: outcomes => {
			if (json) writeJson(io, {results: outcomes.map(resultOf)});
			for (const {server, error} of outcomes) {
				if (error) sayError(io, nameOf(server), error);
				else sayDone(io, acceptedText(plan, nameOf(server)));
			}
		},
	});
}
