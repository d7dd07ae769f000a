import {formatRatio, type TextStyle} from '../../lib/ago.ts';
import {jobMessages} from '../../messages/jobs.ts';

export type JobAction = 'restart' | 'stop' | 'start' | 'broadcast';

/**
`acting`: the request is in progress. `gate`: the service accepted it, and we wait for the proof that it
worked. `unknown`: the request was not answered and may have run. `skipped`: left out because the job was
aborted; nothing was sent.
*/
export type StepStatus = 'waiting' | 'acting' | 'gate' | 'done' | 'failed' | 'unknown' | 'skipped';

/** The progress on one server; `at` is when its status last changed, epoch ms. */
export type JobStep = {serverId: string; name: string; status: StepStatus; at: number; text: string};

/**
An action on several servers, one after another. `paused` by a key, or with a reason because a server failed
its gate.
*/
export type Job = {
	id: string;
	action: JobAction;
	title: string;
	startedAt: number;
	status: 'running' | 'paused' | 'aborted' | 'done';
	reason: string | undefined;
	steps: readonly JobStep[];
	/** The words of a command line before and after the servers that are left. */
	command: {before: readonly string[]; after: readonly string[]};
	/** How often the user has asked to retry refused requests without waiting. */
	retryRequests?: number;
};

/** Oldest first. */
export type JobsState = readonly Job[];

export type JobEvent =
	| {type: 'jobs/started'; job: Job}
	| {type: 'jobs/stepped'; jobId: string; serverId: string; change: Pick<JobStep, 'status' | 'at' | 'text'>}
	| {type: 'jobs/retryRequested'}
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
		case 'jobs/retryRequested':
			return state.map(job => (isOpen(job) ? {...job, retryRequests: (job.retryRequests ?? 0) + 1} : job));
		case 'jobs/changed':
			return changeJob(state, event.jobId, job => ({...job, ...event.change}));
	}
}

const changeJob = (jobs: JobsState, jobId: string, to: (job: Job) => Job): JobsState =>
	jobs.map(job => (job.id === jobId ? to(job) : job));

export const isOpen = ({status}: Job): boolean => status === 'running' || status === 'paused';

export const isOver = ({status}: Pick<JobStep, 'status'>): boolean =>
	!['waiting', 'acting', 'gate'].includes(status);

/**
Formats progress as `3/8`, or `3 of 8` when spoken, with the number of failures. Steps skipped by an abort are
not counted as done.
*/
export function jobProgress({steps}: Job, style: TextStyle = 'short'): string {
	const over = steps.filter(step => isOver(step) && step.status !== 'skipped').length;
	const bad = steps.filter(({status}) => status === 'failed' || status === 'unknown').length;
	return formatRatio(over, steps.length, style) + (bad > 0 ? jobMessages.failed(bad) : '');
}
