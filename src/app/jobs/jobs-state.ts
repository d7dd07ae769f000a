import {formatRatio, type TextStyle} from '../../lib/ago.ts';
import {jobMessages} from '../../messages/jobs.ts';

export type JobAction = 'restart' | 'stop' | 'start' | 'broadcast';

/**
`acting`: the request is in progress. `gate`: the service took it, and we wait for the proof that it worked. `unknown`:
no answer to the request, it may have run. `skipped`: the rest of an aborted job; nothing was sent.
*/
export type StepStatus = 'waiting' | 'acting' | 'gate' | 'done' | 'failed' | 'unknown' | 'skipped';

/** What becomes of one server; `at` is when that began, epoch ms. */
export type JobStep = {serverId: string; name: string; status: StepStatus; at: number; text: string};

/** An action on several servers, one after another. `paused` by a key, or with a reason because one did not come back. */
export type Job = {
	id: string;
	action: JobAction;
	title: string;
	startedAt: number;
	status: 'running' | 'paused' | 'aborted' | 'done';
	reason: string | undefined;
	steps: readonly JobStep[];
	/** What a command line for the rest has before and after its servers. */
	command: {before: readonly string[]; after: readonly string[]};
	/** How often somebody has asked not to wait any longer before what was not taken is sent again. */
	hurries?: number;
};

/** Oldest first. */
export type JobsState = readonly Job[];

export type JobEvent =
	| {type: 'jobs/started'; job: Job}
	| {type: 'jobs/stepped'; jobId: string; serverId: string; change: Pick<JobStep, 'status' | 'at' | 'text'>}
	| {type: 'jobs/hurried'}
	| {type: 'jobs/changed'; jobId: string; change: Pick<Job, 'status' | 'reason'>};

const maxJobs = 20;

export function reduceJobs(state: JobsState, event: JobEvent): JobsState {
	switch (event.type) {
		case 'jobs/started':
			return [...state, event.job].slice(-maxJobs);
		case 'jobs/stepped':
			return changeJob(state, event.jobId, job => ({
				...job,
				steps: job.steps.map(step => (step.serverId === event.serverId ? {...step, ...event.change} : step)),
			}));
		case 'jobs/hurried':
			return state.map(job => (isOpen(job) ? {...job, hurries: (job.hurries ?? 0) + 1} : job));
		case 'jobs/changed':
			return changeJob(state, event.jobId, job => ({...job, ...event.change}));
	}
}

const changeJob = (jobs: JobsState, jobId: string, to: (job: Job) => Job): JobsState =>
	jobs.map(job => (job.id === jobId ? to(job) : job));

export const isOpen = ({status}: Job): boolean => status === 'running' || status === 'paused';

export const isOver = ({status}: Pick<JobStep, 'status'>): boolean =>
	!['waiting', 'acting', 'gate'].includes(status);

/** `3/8`, spoken `3 of 8`, with what failed; what an abort left out was not done. */
export function jobProgress({steps}: Job, style: TextStyle = 'short'): string {
	const over = steps.filter(step => isOver(step) && step.status !== 'skipped').length;
	const bad = steps.filter(({status}) => status === 'failed' || status === 'unknown').length;
	return formatRatio(over, steps.length, style) + (bad > 0 ? jobMessages.failed(bad) : '');
}
