import {formatRatio, type TextStyle} from '../../lib/time/ago.ts';
import type {Job, JobStep, StepStatus} from '../../contract/models/job.ts';
import {jobMessages} from '../../messages/jobs.ts';
import type {Slice} from '../kernel/state/slice.ts';

/** Oldest first. */
export type JobsState = readonly Job[];

export type StepChange = Partial<Omit<JobStep, 'serverId' | 'name'>>;

export type JobEvent =
	| {type: 'jobs/started'; job: Job}
	/** Jobs of an earlier session whose program ended before they did. */
	| {type: 'jobs/found'; jobs: readonly Job[]}
	| {type: 'jobs/stepped'; jobId: string; serverIds: readonly string[]; change: StepChange}
	| {type: 'jobs/retryRequested'}
	| {type: 'jobs/changed'; jobId: string; change: Pick<Job, 'status' | 'stoppedBy' | 'suspendedMs'>};

const maxJobs = 20;

export const jobsSlice: Slice<JobsState, JobEvent> = {
	initial: [],
	reduce: reduceJobs,
};

function reduceJobs(state: JobsState, event: JobEvent): JobsState {
	switch (event.type) {
		case 'jobs/started':
			return [...state, event.job].slice(-maxJobs);
		case 'jobs/found':
			return [...event.jobs.filter(({id}) => !state.some(job => job.id === id)), ...state].slice(-maxJobs);
		case 'jobs/stepped': {
			const ids = new Set(event.serverIds);
			return changeJob(state, event.jobId, job => ({
				...job,
				steps: job.steps.map(step => (ids.has(step.serverId) ? {...step, ...event.change} : step)),
			}));
		}
		case 'jobs/retryRequested':
			return state.map(job => (isOpen(job) ? {...job, retryRequests: (job.retryRequests ?? 0) + 1} : job));
		case 'jobs/changed':
			return changeJob(state, event.jobId, job => ({...job, ...event.change}));
	}
}

const changeJob = (jobs: JobsState, jobId: string, to: (job: Job) => Job): JobsState =>
	jobs.map(job => (job.id === jobId ? to(job) : job));

export const isOpen = ({status}: Job): boolean => status === 'running' || status === 'paused';

/** Returns the server whose turn is next. */
export const nextStep = ({steps}: Pick<Job, 'steps'>): JobStep | undefined =>
	steps.find(({status}) => status === 'waiting');

export const isOver = ({status}: Pick<JobStep, 'status'>): boolean =>
	!['waiting', 'sending', 'gate'].includes(status);

/** Counts the finished steps. Steps skipped by an abort do not count: nothing was sent. */
export const countOver = ({steps}: Pick<Job, 'steps'>): number =>
	steps.filter(step => isOver(step) && step.status !== 'skipped').length;

/** Formats progress as `3/8`, or `3 of 8` when spoken, with the numbers of failures, of unknown outcomes and of gates that the user skipped. */
export function jobProgress({steps}: Pick<Job, 'steps'>, style: TextStyle = 'short'): string {
	const count = (of: StepStatus) => steps.filter(({status}) => status === of).length;
	const skipped = steps.filter(({problem}) => problem?.kind === 'skipped').length;
	const [failed, unknown] = [count('failed'), count('unknown') - skipped];
	return (
		formatRatio(countOver({steps}), steps.length, style) +
		(failed > 0 ? jobMessages.failed(failed) : '') +
		(unknown > 0 ? jobMessages.unknown(unknown) : '') +
		(skipped > 0 ? jobMessages.skipped(skipped) : '')
	);
}
