import type {Job, JobStep} from '../actions/job.ts';
import {jobReports} from '../app/jobs/job-report.ts';
import {isOver} from '../app/jobs/jobs-state.ts';
import {jobTexts} from '../messages/job-texts.ts';
import {jobMessages, jobTitle} from '../messages/jobs.ts';
import type {State} from '../app/state.ts';
import type {Watch} from '../app/watch/watches.ts';
import {watchState} from '../app/watch/watch-labels.ts';
import type {Work} from '../app/jobs/job-rows.ts';
import {namesWords} from './server-text.ts';
import {lineMessages} from '../messages/line-mode.ts';
import {lineWorkMessages} from '../messages/line-mode-work.ts';

/** Announces changes of jobs, one per line. */
export function announceJobs({jobs: before}: Pick<State, 'jobs'>, state: State): string[] {
	if (before === state.jobs) return [];
	return state.jobs.flatMap(job => {
		const old = before.find(({id}) => id === job.id);
		return old === job ? [] : [...stepLines(old, job), ...statusLines(old, job, state)];
	});
}

const stepWords: Record<JobStep['status'], string> = {
	waiting: 'waiting',
	sending: 'started',
	gate: 'sent',
	done: 'done',
	failed: 'FAILED',
	unknown: lineMessages.outcomeUnknown,
	skipped: lineWorkMessages.leftOut,
};

function stepLines(old: Job | undefined, job: Job): string[] {
	return job.steps.flatMap((step, index) => {
		if (step.status === 'waiting' || step.status === old?.steps[index]?.status) return [];
		const over = job.steps.filter(isOver).length;
		const place = isOver(step) ? lineWorkMessages.place(over, job.steps.length) : '';
		return [lineWorkMessages.step(jobTitle(job), stepWord(step), place)];
	});
}

function stepWord(step: JobStep): string {
	const {name, status} = step;
	const text = jobTexts.step(step);
	const more = text === '' || text === stepWords[status] ? '' : `, ${text}`;
	return `${name} ${stepWords[status]}${more}`;
}

function statusLines(old: Job | undefined, job: Job, known: State): string[] {
	const {status} = job;
	if (status === (old?.status ?? 'running')) return [];
	const next = status === 'paused' ? lineWorkMessages.pausedNext : '';
	const words = jobMessages.statuses[status];
	// A notice reports the end of a job without failures.
	const hasCome = status === 'aborted' || jobReports.needsAttention(known, job);
	return [
		lineWorkMessages.status(jobTitle(job), words, reasonOf(job), next),
		...(hasCome
			? [lineWorkMessages.summary(jobReports.summaryOf(known, job, known.view.time === 'utc'))]
			: []),
	];
}

/** Returns why a job was paused. */
function reasonOf({stoppedBy, steps}: Job): string | undefined {
	const step = steps.find(({serverId}) => serverId === stoppedBy);
	return step && jobTexts.problemOf(step.name, jobTexts.step(step));
}

/** What the lines of jobs depend on; `now` in epoch ms. */
type Known = Pick<State, 'fleet'> & {now: number};

/**
For example `JOB 2, Restart of 3 servers, running, 1/3 done`, `WATCH 1, ListPlayers every 30 seconds on ark-1, …`.
*/
export function workLine(known: Known, work: Work, number: number): string {
	if (work.kind === 'watch') {
		const {command, everyMs, targets, changes} = work.watch;
		const on = namesWords(targets.map(({name}) => name));
		return lineWorkMessages.watch(
			number,
			command,
			Math.round(everyMs / 1000),
			on,
			changes,
			watchText(work.watch, known.now),
		);
	}
	const {job} = work;
	const status = jobMessages.statuses[job.status];
	const reason = job.status === 'paused' ? reasonOf(job) : undefined;
	return lineWorkMessages.job(
		number,
		jobTitle(job),
		status,
		jobReports.progressOf(known, job, 'spoken'),
		reason,
	);
}

/** Returns the line of a job or watch, with the result of each server. */
export function workLines(known: Known, work: Work, number: number): string[] {
	const head = workLine(known, work, number);
	if (work.kind === 'job') return [head, ...work.job.steps.map(stepWord)];
	return [
		head,
		...work.watch.targets
			.map(({name, now: result}) => `${name}: ${result?.text ?? lineWorkMessages.noAnswerYet}`)
			.flatMap(text => text.split('\n')),
	];
}

const watchText = (watch: Watch, now: number) => watchState(watch, now, 'spoken');
