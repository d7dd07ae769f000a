import {randomUUID} from 'node:crypto';
import {describe} from './describe.ts';
import type {Command} from 'commander';
import {abortedJob, acknowledgedJob, commandLineOfRest} from '../../app/jobs/control-job.ts';
import {unsentSteps} from '../../app/jobs/job-report.ts';
import {isOpen, jobProgress} from '../../app/jobs/jobs-state.ts';
import type {Config} from '../../config/load.ts';
import type {Flags} from '../../config/profile.ts';
import {type Job, type JobRequest, type JobVerb, jobVerbs} from '../../contract/models/job.ts';
import {placeholderServer} from '../../contract/models/server.ts';
import type {JobRequestState} from '../../journal/job-requests.ts';
import type {Journal} from '../../journal/journal.ts';
import {printableLine} from '../../lib/text/text.ts';
import {pause, systemClock} from '../../lib/time/clock.ts';
import {jobCommandMessages as messages, jobMessages, jobTexts, jobTitle} from '../../messages/jobs.ts';
import {consent} from '../output/consent.ts';
import {CommandError, type ExitCode, exitCodes} from '../output/exit-codes.ts';
import {writeFacts} from '../output/fact-list.ts';
import type {Io} from '../output/io.ts';
import {writeList} from '../output/listing.ts';
import {secondsText} from '../output/moments.ts';
import {sayDone, writeJson} from '../output/output.ts';
import {formatOption, jsonOption} from '../output/output-options.ts';
import {type Column, writeTable} from '../output/table.ts';
import type {Run} from '../start/command-run.ts';
import {journalOf, journalPath} from '../start/journal-file.ts';
import type {SessionOptions} from '../start/session.ts';
import {settingsOf} from '../start/settings.ts';
import {
	configOf,
	findJob,
	type FoundJob,
	jobsIn,
	openJobJournal,
	withJournal,
	wordsFor,
} from './find/find-job.ts';
import {findOne} from './find/find-one.ts';
import {addJobRepairs} from './job-repair.ts';

type Options = {all?: true; json?: true};

export function addJobs(program: Command, run: Run): void {
	const jobs = describe(program.command('job').alias('jobs'), messages);
	describe(jobs.command('list', {isDefault: true}), messages.list)
		.option('--all', messages.allHelp)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run(async (io, flags, {all}: Options) => {
				const config = configOf(io, flags);
				const items = withJournal(io, config, jobsIn).filter(({job}) => all || !isEnded(job));
				writeList(io, {
					plural: 'jobs',
					columns: wide => [
						...columns,
						...(config.service === 'none' ? [serviceColumn] : []),
						...(wide ? [processColumn] : []),
					],
					idOf: ({job}) => job.id,
					record: found => recordOf(config, found),
					items,
					empty: messages.none,
				});
			}),
		);
	describe(jobs.command('show'), messages.show)
		.argument('<id>', messages.idHelp)
		.addOption(jsonOption())
		.action(
			run(async (io, flags, options: Options, [word = '']) => {
				const config = configOf(io, flags);
				const found = findJob(withJournal(io, config, jobsIn), word);
				if (options.json) writeJson(io, {job: recordOf(config, found)});
				else writeJob(io, config, found);
			}),
		);
	for (const verb of jobVerbs) {
		const command = describe(jobs.command(verb), messages[verb]).argument('<id>', messages.idHelp);
		if (takesServer.has(verb)) command.argument('[server]', messages.serverHelp);
		command.action(
			run((io, flags, _options: object, [id = '', server]) => control(io, flags, verb, {id, server})),
		);
	}
	addJobRepairs(jobs, run);
}

const takesServer: ReadonlySet<JobVerb> = new Set(['skip', 'back', 'extend']);

const isEnded = ({status}: Job) => status === 'done' || status === 'aborted';

const processId = ({process}: FoundJob) => (process === undefined ? undefined : Number.parseInt(process, 10));

const columns: Column<FoundJob>[] = [
	{header: 'JOB', value: ({job}) => jobTitle(job)},
	{header: 'STATUS', value: ({job}) => jobMessages.statuses[job.status]},
	{header: 'DONE', value: ({job}) => jobProgress(job)},
	{header: 'STARTED', value: ({job}) => secondsText(job.startedAt)},
	{header: 'ID', value: ({job}) => job.id},
];
const processColumn: Column<FoundJob> = {header: 'PROCESS', value: processId};
const serviceColumn: Column<FoundJob> = {header: 'SERVICE', value: ({service}) => serviceText(service)};

const serviceText = (service: string): string => (URL.canParse(service) ? new URL(service).host : service);

/** The command for the servers to which nothing was sent, by the names that the job recorded. */
function restOf(
	config: Config,
	{job: {steps, command}, service}: Omit<FoundJob, 'process'>,
): string | undefined {
	const unsent = unsentSteps({steps});
	const servers = steps.map(
		({serverId, name}) => [serverId, {...placeholderServer(serverId), displayName: name}] as const,
	);
	const {profile} = settingsOf(config);
	const words = wordsFor(config, service);
	return commandLineOfRest({profile: {...profile, words}}, new Map(servers), {steps: unsent, command});
}

function recordOf(config: Config, found: FoundJob): object {
	const {job, service} = found;
	const {id, action, force, status, startedAt, steps} = job;
	const rest = isOpen(job) ? undefined : restOf(config, found);
	return {
		id,
		action,
		force,
		status,
		startedAt: new Date(startedAt).toISOString(),
		process: processId(found),
		service,
		servers: steps.map(step => ({
			serverId: step.serverId,
			serverName: step.name,
			status: step.status,
			at: new Date(step.at).toISOString(),
			...(jobTexts.step(step, job) !== '' && {text: jobTexts.step(step, job)}),
		})),
		...(rest !== undefined && {commandOfRest: rest}),
	};
}

function writeJob(io: Io, config: Config, found: FoundJob): void {
	const {job} = found;
	writeFacts(io, [
		['Job', jobTitle(job)],
		['Status', jobMessages.statuses[job.status]],
		['Done', jobProgress(job)],
		['Started', secondsText(job.startedAt)],
		['Process', processId(found)],
		['Service', serviceText(found.service)],
		['ID', job.id],
		[messages.rest, isOpen(job) ? undefined : restOf(config, found)],
	]);
	io.stdout.write('\n');
	writeTable(
		io,
		[
			{header: 'SERVER', value: ({name}) => name},
			{header: 'STATUS', value: ({status}) => status},
			{header: 'SINCE', value: ({at}) => secondsText(at)},
			{header: 'NOTE', value: step => jobTexts.step(step, job)},
		],
		job.steps,
	);
}

/** How long the program of a job may take to react, and how often the journal is read for it, ms. */
const [reactsWithinMs, readEveryMs] = [10_000, 100];

/** Asks the program that runs a job for something, and reports what it did. */
async function control(
	io: Io,
	flags: SessionOptions & Flags,
	verb: JobVerb,
	words: {id: string; server: string | undefined},
): Promise<ExitCode> {
	const config = configOf(io, flags);
	if (config.readOnly) throw new CommandError(messages.readOnly, exitCodes.refusedByUs);
	const found = findJob(withJournal(io, config, jobsIn), words.id);
	const {job, service} = found;
	const {path, scope} = journalOf(config);
	const journal = openJobJournal(
		io,
		config.service === 'none'
			? {path: journalPath(config.stateDir), scope: {...scope, service}}
			: {path, scope},
	);
	try {
		if (verb === 'acknowledge' && !isOpen(job)) return acknowledge(io, journal, job);
		if (isEnded(job)) {
			throw new CommandError(messages.over(jobMessages.statuses[job.status]), exitCodes.failed);
		}
		const isCut = !isOpen(job);
		if (isCut && verb !== 'abort') {
			throw new CommandError(messages.cut(restOf(config, found)), exitCodes.failed);
		}
		const serverId = words.server === undefined ? undefined : serverIn(job, words.server);
		if (verb === 'abort') {
			const title = jobTitle(job);
			await consent(io, config, flags.yes, {
				verb: messages.verbOf('abort'),
				summary: messages.abortSummary(title, unsentSteps(job).length),
				risk: 'review',
				word: {name: title},
			});
		}
		if (isCut) {
			journal.rememberNow([{kind: 'job', at: job.startedAt, job: abortedJob(job, Date.now())}]);
			sayDone(io, messages.settled(unsentSteps(job).length));
			return exitCodes.done;
		}
		return await askProgram(io, config, journal, {id: randomUUID(), jobId: job.id, verb, serverId});
	} finally {
		journal.leave();
	}
}

/** Acknowledges a job that no program runs any longer. */
function acknowledge(io: Io, journal: Journal, job: Job): ExitCode {
	const settled = acknowledgedJob(job);
	if (!settled) throw new CommandError(jobMessages.nothingWrong, exitCodes.failed);
	journal.rememberNow([{kind: 'job', at: job.startedAt, job: settled}]);
	sayDone(io, jobMessages.acknowledged);
	return exitCodes.done;
}

function serverIn({steps}: Job, word: string): string {
	const named = steps.map(({serverId, name}) => ({id: serverId, names: [name]}));
	const id = findOne(messages.serverOfJob, named, word, messages.whereServersAre);
	if (steps.some(({serverId}) => serverId === id)) return id;
	throw new CommandError(messages.noSuchServer(printableLine(word)), exitCodes.notFound);
}

/** Writes the request to the journal and waits for the answer. Withdraws it if nobody takes it. */
async function askProgram(io: Io, config: Config, journal: Journal, request: JobRequest): Promise<ExitCode> {
	journal.rememberNow([{kind: 'jobRequest', at: Date.now(), request}]);
	const until = systemClock.monotonic() + reactsWithinMs;
	let state: JobRequestState | undefined;
	let found: FoundJob | undefined;
	do {
		await pause(systemClock, readEveryMs, io.ending).catch(() => {});
		state = journal.jobRequest(request.id);
		found = jobsIn(journal).find(({job}) => job.id === request.jobId);
		const isOver = found === undefined || !isOpen(found.job) || systemClock.monotonic() >= until;
		if (typeof state !== 'object' && (isOver || io.ending.aborted)) {
			state = journal.withdrawJobRequest(request.id);
			break;
		}
	} while (typeof state !== 'object');
	if (typeof state === 'object') {
		if (!state.isDone) throw new CommandError(printableLine(state.text), exitCodes.failed);
		sayDone(io, state.text);
		return exitCodes.done;
	}
	if (state !== 'withdrawn') throw new CommandError(messages.unknown, exitCodes.outcomeUnknown);
	if (found && isOpen(found.job))
		throw new CommandError(messages.noAnswer(reactsWithinMs / 1000), exitCodes.failed);
	if (found && isEnded(found.job))
		throw new CommandError(messages.over(jobMessages.statuses[found.job.status]), exitCodes.failed);
	throw new CommandError(messages.cut(found && restOf(config, found)), exitCodes.failed);
}
