import type {Job, JobStep} from '../../src/contract/models/job.ts';
import {startAt} from './builders.ts';

export const aStep = (serverId: string, given: Partial<JobStep> = {}): JobStep => ({
	serverId,
	name: serverId,
	status: 'waiting',
	at: startAt,
	...given,
});

/** Creates a rolling restart that has started. */
export const aJob = (given: Partial<Job> = {}): Job => ({
	id: 'job',
	action: 'restart',
	force: false,
	startedAt: startAt,
	status: 'running',
	stoppedBy: undefined,
	steps: [aStep('a')],
	aim: 'online',
	typed: {},
	command: {before: [], after: []},
	...given,
});
