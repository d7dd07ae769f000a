import {isOver, type Job, type JobStep, type JobsState} from '../../core/state/jobs.ts';
import type {State} from '../../core/state/index.ts';
import {createConsoleNews} from './console-news.ts';
import type {FeedMode} from './desk.ts';
import {fleetNews} from './fleet-news.ts';
import {inWords} from './words.ts';

type Wanted = {mode: FeedMode; target: string | undefined; now: number};

/** Tells what has happened since it was last asked, one line for each event, words before symbols. */
export function createNews(initial: State): (state: State, wanted: Wanted) => string[] {
	let before = initial;
	const consoleNews = createConsoleNews();
	return (state, {mode, target, now}) => {
		if (state === before) return [];
		const old = before;
		before = state;
		return [
			...fleetNews(old, state, now, mode !== 'off'),
			...consoleNews(state, {mode, target}),
			...jobNews(old.jobs, state.jobs),
			...holdNews(old, state),
			...noticeNews(old, state),
		];
	};
}

function jobNews(before: JobsState, jobs: JobsState): string[] {
	if (before === jobs) return [];
	return jobs.flatMap(job => {
		const old = before.find(({id}) => id === job.id);
		return old === job ? [] : [...stepNews(old, job), ...statusNews(old, job)];
	});
}

const stepWords: Record<JobStep['status'], string> = {
	waiting: 'waiting',
	acting: 'begun',
	gate: 'sent',
	done: 'done',
	failed: 'FAILED',
	unknown: 'OUTCOME UNKNOWN',
	skipped: 'left out',
};

function stepNews(old: Job | undefined, job: Job): string[] {
	return job.steps.flatMap((step, index) => {
		if (step.status === 'waiting' || step.status === old?.steps[index]?.status) return [];
		const over = job.steps.filter(isOver).length;
		const place = isOver(step) ? `, ${over} of ${job.steps.length}` : '';
		return [`JOB ${job.title}: ${step.name} ${stepWords[step.status]}, ${inWords(step.text)}${place}`];
	});
}

function statusNews(old: Job | undefined, {title, status, reason}: Job): string[] {
	if (status === (old?.status ?? 'running')) return [];
	const why = reason === undefined ? '' : `, ${inWords(reason)}`;
	return [`JOB ${title}: ${status === 'running' ? 'goes on' : status}${why}`];
}

function holdNews({holds: old}: State, {holds}: State): string[] {
	return holds
		.filter(hold => !old.includes(hold))
		.map(({text}) => `HELD ${text}, it is sent in 3 seconds; :undo or Ctrl-C recalls it`);
}

function noticeNews({notices: old}: State, {notices}: State): string[] {
	const words = {info: '', done: 'DONE ', warning: 'WARNING ', failure: 'FAILED '} as const;
	return notices
		.filter(notice => !old.includes(notice))
		.map(({tone, text}) => `${words[tone]}${inWords(text)}`);
}
