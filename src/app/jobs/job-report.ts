import {nameOf} from '../../actions/names.ts';
import type {Job, JobStep} from '../../contract/models/job.ts';
import {phaseOf} from '../../contract/states.ts';
import {clockText, type TextStyle} from '../../lib/time/ago.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {jobTexts} from '../../messages/jobs.ts';
import {key, message, type Message} from '../../messages/text.ts';
import {isAcknowledged} from '../servers/alerts.ts';
import type {State} from '../state.ts';
import {jobProgress} from './jobs-state.ts';

type Known = Pick<State, 'fleet'>;

/** Returns whether a server is now in the state that its job aims for. */
function isBack({fleet}: Known, {aim}: Pick<Job, 'aim'>, {serverId, status, problem, at}: JobStep): boolean {
	if (status === 'done') return true;
	const isThere = phaseOf(fleet.servers.get(serverId)?.state) === aim;
	if (!isThere || (status !== 'failed' && status !== 'unknown')) return false;
	switch (problem?.kind) {
		case 'offline':
		case 'crashed':
		case 'state':
		case 'unanswered':
			return true;
		// The server may already have been in this state: only an observed change proves that the request was carried out.
		case 'refused':
		case 'notSent':
		case 'unscheduled':
		case 'unchanged':
		case 'cut':
		case 'skipped':
		case undefined: {
			const since = fleet.since.get(serverId);
			return since?.seen === true && since.at > at;
		}
	}
}

/** Returns the servers that did not pass, have not come back and are not acknowledged. */
export function openSteps(known: Known, job: Job): readonly JobStep[] {
	return job.steps.filter(step => {
		if (step.isSettled || (step.status !== 'failed' && step.status !== 'unknown')) return false;
		if (isBack(known, job, step)) return false;
		const isDown = phaseOf(known.fleet.servers.get(step.serverId)?.state) !== 'online';
		return !(isDown && isAcknowledged(known.fleet, step.serverId));
	});
}

/** Formats the progress of a job. A server that has come back since does not count as failed. */
export function progressOf(known: Known, job: Job, style?: TextStyle): string {
	const steps = job.steps.map(step => (isBack(known, job, step) ? {...step, status: 'done' as const} : step));
	return jobProgress({steps}, style);
}

/** Returns the servers of an interrupted or aborted job to which nothing was sent. */
export const unsentSteps = ({steps}: Pick<Job, 'steps'>): readonly JobStep[] =>
	steps.filter(({status, isSettled}) => (status === 'waiting' || status === 'skipped') && !isSettled);

/** Returns whether a job has a problem that the user has not acknowledged. */
export const needsAttention = ({fleet}: Known, job: Job): boolean => needsAttentionIn(fleet, job);

const needsAttentionIn = memoize(
	(fleet: State['fleet'], job: Job): boolean =>
		openSteps({fleet}, job).length > 0 ||
		// Even if the server that paused it has come back: nothing more is sent until someone decides.
		(job.status === 'paused' && job.stoppedBy !== undefined) ||
		(job.status === 'cut' && unsentSteps(job).length > 0),
);

/** Summarizes a job, such as `Restart: 7 of 8 back; Extra 0004 OFFLINE since 07:07`. */
export const summaryOf = ({fleet}: Known, job: Job, utc: boolean): string => summaryIn(fleet, job, utc);

const summaryIn = memoize((fleet: State['fleet'], job: Job, utc: boolean): string => {
	const known = {fleet};
	const {action, aim, status, steps} = job;
	const isUnsent = (step: JobStep) =>
		step.status === 'skipped' || (step.status === 'waiting' && status !== 'running');
	return jobTexts.summary({
		action,
		aim,
		status,
		done: steps.filter(step => isBack(known, job, step)).length,
		total: steps.length,
		problems: openSteps(known, job).map(step => problemText(known, job, step, utc)),
		unsent: steps.filter(step => isUnsent(step) && !step.isSettled).length,
	});
});

function problemText({fleet}: Known, job: Job, step: JobStep, utc: boolean): string {
	const server = fleet.servers.get(step.serverId);
	const name = server ? nameOf(server) : step.name;
	const {problem} = step;
	if (problem?.kind === 'cut') return jobTexts.unconfirmed(name);
	const isPlace = problem?.kind === 'offline' || problem?.kind === 'crashed' || problem?.kind === 'state';
	if (!isPlace || server?.state === undefined || phaseOf(server.state) === job.aim)
		return jobTexts.other(name, jobTexts.step(step, job));
	const since = fleet.since.get(step.serverId);
	const time = since?.seen ? clockText(since.at, utc).replace(/:\d\d(?=Z?$)/, '') : undefined;
	return jobTexts.inState(name, server.state, time);
}

/** Returns the job of that line. */
const jobOfLine = (state: Pick<State, 'fleet' | 'jobs'>): Job | undefined =>
	state.jobs.findLast(one => needsAttention(state, one));

/**
Returns the job that `o` opens: that of the line, or one that was started after its last change and still runs;
undefined: the newest work.
*/
export function jobToOpen(state: Pick<State, 'fleet' | 'jobs'>): Job | undefined {
	const [ofLine, running] = [jobOfLine(state), state.jobs.findLast(({status}) => status === 'running')];
	if (!ofLine || !running) return ofLine;
	return ofLine.steps.some(({at}) => at >= running.startedAt) ? ofLine : running;
}

/** Returns the line about the newest job with a problem; it stays until the problem is over or acknowledged. */
export function jobLine(state: Pick<State, 'fleet' | 'jobs' | 'view'>): Message | undefined {
	const job = jobOfLine(state);
	return job && message`${summaryOf(state, job, state.view.time === 'utc')} (${key('jobs.open')})`;
}
