import {randomUUID} from 'node:crypto';
import {isOfJob} from '../actions/memorable.ts';
import type {RollingPlan} from '../actions/plan.ts';
import type {GameServer} from '../contract/models/server.ts';
import type {Job, JobStep} from '../actions/job.ts';
import {abortRest, commandLineOfRest, pauseOrResume} from '../app/jobs/control-job.ts';
import {rollingJobs} from '../app/jobs/run-rolling.ts';
import {waitUntil} from '../app/kernel/wait-until.ts';
import {noJournal, type SessionJournal} from '../app/kernel/journal.ts';
import type {Services} from '../app/kernel/services.ts';
import {openSession} from '../app/session.ts';
import {jobReports} from '../app/jobs/job-report.ts';
import {isOpen, isOver} from '../app/jobs/jobs-state.ts';
import {systemClock} from '../lib/clock.ts';
import {CommandError, exitCodes, type ExitCode} from './exit-codes.ts';
import type {Io} from './io.ts';
import {codeOf, notSent, resultOf, type OutcomeStatus, type Outcome} from './outcomes.ts';
import {say, sayDone, writeJson} from './output.ts';
import type {Call} from './session.ts';
import {noFrontEnd, settingsOf} from './settings.ts';
import {jobTexts} from '../messages/job-texts.ts';
import {rollingCommandMessages} from '../messages/cli-rolling.ts';

/** `signal`: aborts on interruption or when the total time is up. */
type RollingOptions = {keepGoing: boolean; json: boolean; signal: AbortSignal};

/** Runs a rolling action as the TUI does. Results are printed to stdout, all other steps to stderr. */
export async function runRollingAction(
	io: Io,
	{api, config, openFeed, keepJobs}: Call,
	plan: RollingPlan,
	{keepGoing, json, signal}: RollingOptions,
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
		journal: jobJournal(keepJobs),
		frontEnd: noFrontEnd(),
	});
	const {services} = session;
	const {store} = services;
	const started = rollingJobs.jobOf(services, plan);
	say(io, rollingCommandMessages.started(plan.title, plan.atOnce, plan.proof));
	const unfollow = follow(io, services, started, keepGoing);
	try {
		// Progress is verified against the list: without one nothing could be.
		await Promise.race([waitUntil(services, ({fleet}) => fleet.at !== undefined), endOf(signal)]);
		if (!signal.aborted) await Promise.race([rollingJobs.runRolling(services, started, plan), endOf(signal)]);
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
	say(io, rollingCommandMessages.ended(jobReports.summaryOf(store.getState(), job, false)));
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
function jobJournal(keepJobs: Call['keepJobs']): SessionJournal {
	let written = Promise.resolve();
	return {
		...noJournal,
		keep: entries => {
			const jobs = entries.filter(isOfJob);
			if (jobs.length > 0) written = keepJobs(jobs);
		},
		flush: () => written,
	};
}

/** Reports the progress of each server. When the job pauses, resumes it with `keepGoing` and aborts it without. */
function follow(io: Io, services: Services, {id}: Job, keepGoing: boolean): () => void {
	const {store} = services;
	const reported = new Map<string, string>();
	const report = () => {
		const job = store.getState().jobs.find(one => one.id === id);
		if (!job) return;
		for (const step of job.steps) {
			const {serverId, name, status} = step;
			const text = jobTexts.step(step);
			if (status === 'waiting' || status === 'skipped' || reported.get(serverId) === text) continue;
			reported.set(serverId, text);
			(status === 'done' ? sayDone : say)(io, `${name}: ${text}`);
		}
		if (job.status !== 'paused') return;
		if (keepGoing) pauseOrResume(services, job);
		else abortRest(services, job);
	};
	return store.subscribe(report);
}

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
	const text = isOver(step) ? jobTexts.step(step) : rollingCommandMessages.whenEnded(jobTexts.step(step));
	if (ended === 'done') return {server, result: {text}, error: undefined, code: exitCodes.done, ended};
	const code = ended === 'unknown' ? exitCodes.outcomeUnknown : exitCodes.failed;
	return {server, result: {text}, error: {key: undefined, message: text}, code, ended};
}
