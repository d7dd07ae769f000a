import {randomUUID} from 'node:crypto';
import {Option} from 'commander';
import {isOfJob} from '../../actions/memorable.ts';
import type {RollingPlan} from '../../actions/plan.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {Job, JobStep} from '../../contract/models/job.ts';
import {abortRest, commandLineOfRest, pauseOrResume} from '../../app/jobs/control-job.ts';
import {jobOf, runRolling} from '../../app/jobs/run-rolling.ts';
import {waitUntil} from '../../app/kernel/state/wait-until.ts';
import {noJournal, type SessionJournal} from '../../app/kernel/state/journal.ts';
import type {Services} from '../../app/kernel/state/services.ts';
import {openSession} from '../../app/session.ts';
import {gateProgress} from '../../app/jobs/gates.ts';
import {progressOf, summaryOf} from '../../app/jobs/job-report.ts';
import {isOpen, isOver} from '../../app/jobs/jobs-state.ts';
import {pause, systemClock} from '../../lib/time/clock.ts';
import {timeLeft} from '../../lib/time/time-left.ts';
import {CommandError, type ExitCode, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {codeOf, notSent, type Outcome, type OutcomeStatus, resultOf} from '../output/outcomes.ts';
import {ask} from '../output/consent.ts';
import {say, sayDone, writeJson} from '../output/output.ts';
import {openProgress, type Progress, silentMs} from '../output/progress.ts';
import type {Call} from '../start/session.ts';
import {noFrontEnd, settingsOf} from '../start/settings.ts';
import {suspensionMessages} from '../../messages/watch.ts';
import {jobTexts, jobTitle, rollingCommandMessages} from '../../messages/jobs.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import {ApiError} from '../../contract/errors.ts';
import type {Moment} from '../../contract/moments.ts';
import {printable, printableLine} from '../../lib/text/text.ts';
import {type Phase, phaseOf} from '../../contract/states.ts';
import {type Limit, NeverSent} from '../output/fan-out.ts';
import {UsageError} from '../../lib/errors.ts';
import {optionGroups} from '../../messages/cli.ts';
import {powerCommandMessages, waitMessages} from '../../messages/server-list.ts';

/** Whether to ask on the terminal about the rest if a server does not pass. */
const onFailureChoices = ['pause', 'skip', 'abort'] as const;
export type OnFailure = (typeof onFailureChoices)[number];

/** Declares `--on-failure`. */
export const onFailureOption = (): Option =>
	new Option('--on-failure <what>', powerCommandMessages.onFailureHelp)
		.choices(onFailureChoices)
		.helpGroup(optionGroups.rolling);

/** Throws `UsageError` if nobody could answer the question. */
export function checkOnFailure({stdin, stderr}: Io, onFailure: OnFailure | undefined): void {
	if (onFailure === 'pause' && !(stdin.isTTY && stderr.isTTY))
		throw new UsageError(powerCommandMessages.pauseNeedsTerminal);
}

/** `signal`: aborts on interruption or when the total time is up. */
type RollingOptions = {onFailure: OnFailure; json: boolean; quiet: boolean | undefined; signal: AbortSignal};

/** Runs a rolling action as the TUI does. Results are printed to stdout, all other steps to stderr. */
export async function runRollingAction(
	io: Io,
	{api, config, openFeed, keep, takeJobRequests}: Call,
	plan: RollingPlan,
	{onFailure, json, quiet, signal}: RollingOptions,
): Promise<ExitCode> {
	if (config.readOnly) {
		throw new CommandError(rollingCommandMessages.readOnly, exitCodes.refusedByUs);
	}
	const session = openSession({
		api,
		openFeed,
		clock: systemClock,
		newId: randomUUID,
		random: Math.random,
		settings: settingsOf(config),
		journal: {...jobJournal(keep), takeJobRequests},
		frontEnd: noFrontEnd(),
	});
	const {services} = session;
	const {store} = services;
	const started = jobOf(services, plan);
	say(io, rollingCommandMessages.started(plan.title, plan.atOnce, plan.proof));
	const progress = await openProgress(io, {total: 1, quiet});
	const unfollow = follow(io, services, started, {onFailure, progress, quiet});
	try {
		// Progress is verified against the list: without one nothing could be.
		await Promise.race([waitUntil(services, ({fleet}) => fleet.at !== undefined), endOf(signal)]);
		if (!signal.aborted) await Promise.race([runRolling(services, started, plan), endOf(signal)]);
		// Interrupted: nothing is left to continue by itself.
		const now = store.getState().jobs.find(({id}) => id === started.id);
		if (signal.aborted && now && isOpen(now)) abortRest(services, now);
	} finally {
		unfollow();
		session.close();
	}
	const job = store.getState().jobs.find(({id}) => id === started.id) ?? started;
	const outcomes = plan.servers.map(server => outcomeOf(server, job));
	if (json) writeJson(io, {results: outcomes.map(resultOf)});
	if (signal.aborted) {
		const open = job.steps.filter(({status}) => status === 'sending' || status === 'gate');
		const why = io.ending.aborted ? 'Interrupted.' : rollingCommandMessages.deadlineOver;
		const asked =
			open.length === 0 ? '' : rollingCommandMessages.notProved(open.map(({name}) => name).join(', '));
		say(io, why + asked);
	}
	say(io, rollingCommandMessages.ended(summaryOf(store.getState(), job, false)));
	const rest = job.steps.filter(({status}) => status === 'waiting' || status === 'skipped').length;
	const line = commandLineOfRest(services.settings, store.getState().fleet.servers, job);
	if (rest > 0) say(io, rollingCommandMessages.notSent(rest, line));
	return codeOf(outcomes);
}

const endOf = (signal: AbortSignal): Promise<void> =>
	new Promise(resolve => {
		if (signal.aborted) resolve();
		else signal.addEventListener('abort', () => resolve(), {once: true});
	});

/** A journal for jobs alone: the client records what it sends. */
function jobJournal(keep: Call['keep']): SessionJournal {
	let written = Promise.resolve();
	return {
		...noJournal,
		keep: entries => {
			const jobs = entries.filter(isOfJob);
			if (jobs.length > 0) written = keep(jobs);
		},
		flush: () => written,
	};
}

/**
Reports each step of each server, and what the job waits for: on a terminal all the time, elsewhere after a minute without a
line. When the job pauses, does with the rest what `onFailure` says.
*/
function follow(
	io: Io,
	services: Services,
	{id}: Job,
	{onFailure, progress, quiet}: Pick<RollingOptions, 'onFailure' | 'quiet'> & {progress: Progress},
): () => void {
	const {store, clock} = services;
	const reported = new Map<string, string>();
	/** The open question. */
	let asked: string | undefined;
	let wasPaused = false;
	let saidAt = clock.monotonic();
	let cancelTimer = () => {};
	const jobNow = () => store.getState().jobs.find(one => one.id === id);
	const showProgress = () => {
		const job = jobNow();
		if (job && asked === undefined) {
			const state = store.getState();
			const gates = job.steps.flatMap(step => {
				const gate = gateProgress(state, step, clock.now());
				return gate ? `${step.name} ${jobTexts.gate(gate)}` : [];
			});
			const part = job.steps.filter(isOver).length / Math.max(1, job.steps.length);
			const leftMs = timeLeft(part, clock.now() - job.startedAt);
			const text = rollingCommandMessages.progress(progressOf(state, job), leftMs, gates);
			if (io.stderr.isTTY) progress.say(text);
			else if (!quiet && clock.monotonic() - saidAt >= silentMs) {
				say(io, text);
				saidAt = clock.monotonic();
			}
		}
		cancelTimer = clock.after(progressEveryMs, showProgress);
	};
	const goOn = (job: Job, isSkipped: boolean) => (isSkipped ? pauseOrResume : abortRest)(services, job);
	const askUser = async (job: Job) => {
		const step = job.steps.find(({serverId}) => serverId === job.stoppedBy);
		const problem = step ? jobTexts.problemOf(step.name, jobTexts.step(step, job)) : jobTitle(job);
		progress.close();
		asked = rollingCommandMessages.question(problem);
		const answer = await ask(io, asked).catch(() => '');
		asked = undefined;
		const now = jobNow();
		if (now?.status === 'paused') goOn(now, now.suspendedMs === undefined && /^y(es)?$/i.test(answer));
	};
	const report = () => {
		const job = jobNow();
		if (!job) return;
		for (const step of job.steps) {
			const {serverId, name, status} = step;
			const text = jobTexts.step(step, job);
			if (status === 'waiting' || status === 'skipped' || reported.get(serverId) === text) continue;
			reported.set(serverId, text);
			saidAt = clock.monotonic();
			if (asked === undefined) progress.close();
			else io.stderr.write('\n');
			(status === 'done' ? sayDone : say)(io, `${name}: ${text}`);
			// Otherwise it would look answered.
			if (asked !== undefined) io.stderr.write(printable(asked));
		}
		if (job.status !== 'paused') wasPaused = false;
		if (job.status !== 'paused' || asked !== undefined) return;
		if (job.stoppedBy === undefined && job.suspendedMs === undefined) {
			// By another program, which also continues it.
			if (!wasPaused) say(io, rollingCommandMessages.pausedElsewhere(id));
			wasPaused = true;
			return;
		}
		if (job.suspendedMs !== undefined) say(io, suspensionMessages.jobOver(job.suspendedMs));
		if (job.suspendedMs === undefined && onFailure === 'pause') void askUser(job);
		else goOn(job, onFailure === 'skip' && job.suspendedMs === undefined);
	};
	const unsubscribe = store.subscribe(report);
	showProgress();
	return () => {
		unsubscribe();
		cancelTimer();
		progress.close();
	};
}

const progressEveryMs = 1000;

const endings: Record<JobStep['status'], OutcomeStatus> = {
	waiting: 'not-sent',
	skipped: 'not-sent',
	sending: 'unknown',
	gate: 'unknown',
	done: 'done',
	failed: 'failed',
	unknown: 'unknown',
};

function outcomeOf(server: GameServer, job: Job): Outcome<{text: string}> {
	const step = job.steps.find(({serverId}) => serverId === server.id);
	if (!step || endings[step.status] === 'not-sent')
		return notSent(server, rollingCommandMessages.endedBefore);
	const ended = endings[step.status];
	const text = isOver(step)
		? jobTexts.step(step, job)
		: rollingCommandMessages.whenEnded(jobTexts.step(step, job));
	if (ended === 'done') return {server, result: {text}, error: undefined, code: exitCodes.done, ended};
	const code = ended === 'unknown' ? exitCodes.outcomeUnknown : exitCodes.failed;
	return {server, result: {text}, error: {key: undefined, message: text}, code, ended};
}

type WaitOptions = {
	phase: Phase;
	/** A restart is complete only after the server has left the state. */
	leaves: boolean;
	withinMs: number;
	/** The time of the server's report before the request: a later one is about the request. */
	reportedAt: Moment | undefined;
};

export const pollEveryMs = 1000;
/** Minimum average interval between requests, regardless of the number of servers. */
const minBetweenMs = 100;

type WaitContext = {
	api: Api;
	signal: AbortSignal;
	limit: Limit;
	/** Number of servers waited for. */
	count: number;
	onStep: (sentence: string) => void;
};

/** The end of a wait. `failure`: the service reported that the action has failed. Both are parts of sentences. */
export type WaitEnd =
	{reached: true; state: string | undefined} | {reached: false; problem: string; failure?: Failure};
/** `reason` is a sentence; `output`: the last lines of the server's output. */
export type Failure = {reason: string; output: readonly string[]};

/** Returns the failure of an action that the service reported later than at this time. */
export function failureIn({report}: GameServer, reportedAt: Moment | undefined): Failure | undefined {
	if (!report?.isFailure || report.at === reportedAt) return undefined;
	return {reason: printableLine(report.message), output: report.log.map(printableLine)};
}

/** Polls a server until it reaches the phase. Calls `onStep` with the reports of the service meanwhile. */
export async function waitForState(
	{api, signal, limit, count, onStep}: WaitContext,
	serverId: string,
	{phase, leaves, withinMs, reportedAt}: WaitOptions,
): Promise<WaitEnd> {
	const until = systemClock.monotonic() + withinMs;
	let hasLeft = !leaves;
	let state: string | undefined;
	let lastStepAt = reportedAt;
	while (systemClock.monotonic() < until && !signal.aborted) {
		let retryAfterMs = 0;
		try {
			const server = await limit(() => api.getServer({serverId}, {signal, background: true}));
			({state} = server);
			const {report} = server;
			const failure = failureIn(server, reportedAt);
			// After a failed restart, the server may be up as before.
			if (failure && phaseOf(state) !== 'changing' && (leaves || phaseOf(state) !== phase))
				return {reached: false, problem: failure.reason, failure};
			if (report && !report.isFailure && report.at !== lastStepAt) onStep(printableLine(report.message));
			lastStepAt = report?.at;
		} catch (error) {
			if (!isHiccup(error)) throw error;
			if (error instanceof ApiError) retryAfterMs = error.retryAfterMs ?? 0;
		}
		const now = phaseOf(state);
		hasLeft ||= now !== phase && now !== 'unknown';
		if (hasLeft && now === phase) return {reached: true, state};
		await pause(systemClock, Math.max(pollEveryMs, retryAfterMs, count * minBetweenMs), signal).catch(
			() => {},
		);
	}
	const reached = hasLeft ? waitMessages.itIs(state) : waitMessages.notLeft;
	const problem = signal.aborted ? waitMessages.notWaitedFor(reached) : waitMessages.accepted(reached);
	return {reached: false, problem};
}

/** Returns whether the next poll may succeed; the signal reports an external end. */
export function isHiccup(error: unknown): boolean {
	if (error instanceof NeverSent) return true;
	if (!(error instanceof ApiError)) return false;
	return error.reason !== 'refused' || error.status === 429 || (error.status ?? 0) >= 500;
}
