import {isOver, jobProgress, type Job, type JobStep, type JobsState} from '../app/jobs/jobs-state.ts';
import type {Watch} from '../app/watch/watches.ts';
import {watchState} from '../app/watch/watch-labels.ts';
import type {Work} from '../app/jobs/job-rows.ts';
import {namesWords} from './server-text.ts';
import {lineMessages} from '../messages/line-mode.ts';
import {lineWorkMessages} from '../messages/line-mode-work.ts';

/** Announces changes of jobs, one per line. */
export function announceJobs(before: JobsState, jobs: JobsState): string[] {
	if (before === jobs) return [];
	return jobs.flatMap(job => {
		const old = before.find(({id}) => id === job.id);
		return old === job ? [] : [...stepLines(old, job), ...statusLines(old, job)];
	});
}

const stepWords: Record<JobStep['status'], string> = {
	waiting: 'waiting',
	acting: 'started',
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
		return [lineWorkMessages.step(job.title, stepWord(step), place)];
	});
}

function stepWord({name, status, text}: JobStep): string {
	const more = text === '' || text === stepWords[status] ? '' : `, ${text}`;
	return `${name} ${stepWords[status]}${more}`;
}

function statusLines(old: Job | undefined, {title, status, reason}: Job): string[] {
	if (status === (old?.status ?? 'running')) return [];
	const why = reason === undefined ? '' : `, ${reason}`;
	const next = status === 'paused' ? lineWorkMessages.pausedNext : '';
	return [lineWorkMessages.status(title, status, why, next)];
}

/**
For example `JOB 2, Restart of 3 servers, running, 1/3 done`, `WATCH 1, ListPlayers every 30 seconds on ark-1, …`.
*/
export function workLine(work: Work, number: number, now: number): string {
	if (work.kind === 'watch') {
		const {command, everyMs, targets, changes} = work.watch;
		const on = namesWords(targets.map(({name}) => name));
		return lineWorkMessages.watch(
			number,
			command,
			Math.round(everyMs / 1000),
			on,
			changes,
			watchText(work.watch, now),
		);
	}
	const {title, status, reason} = work.job;
	return lineWorkMessages.job(number, title, status, jobProgress(work.job, 'spoken'), reason);
}

/** Returns the line of a job or watch, with the result of each server. */
export function workLines(work: Work, number: number, now: number): string[] {
	const head = workLine(work, number, now);
	if (work.kind === 'job') return [head, ...work.job.steps.map(stepWord)];
	return [
		head,
		...work.watch.targets
			.map(({name, now: result}) => `${name}: ${result?.text ?? lineWorkMessages.noAnswerYet}`)
			.flatMap(text => text.split('\n')),
	];
}

const watchText = (watch: Watch, now: number) => watchState(watch, now, 'spoken');
