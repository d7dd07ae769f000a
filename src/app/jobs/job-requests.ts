import type {Job, JobAnswer, JobRequest, JobStep} from '../../contract/models/job.ts';
import {writeDuration} from '../../lib/time/duration.ts';
import {jobMessages, jobRequestMessages as messages} from '../../messages/jobs.ts';
import type {Services} from '../kernel/state/services.ts';
import {abortRest, acknowledgeJob, decideGate, pauseOrResume, settle, waitLonger} from './control-job.ts';
import {gateSteps} from './gates.ts';
import {needsAttention, openSteps} from './job-report.ts';
import {isOpen} from './jobs-state.ts';

/** How often a running job looks for requests, ms. */
const everyMs = 500;

/** Carries out what other programs ask of the jobs of this session, while one is open. */
export function followJobRequests(services: Services): () => void {
	const {store, clock, journal} = services;
	let cancelTimer: (() => void) | undefined;
	let isOver = false;
	const check = async () => {
		for (const request of await journal.takeJobRequests()) {
			const answer = carryOut(services, request);
			journal.keep([{kind: 'jobAnswer', at: clock.now(), requestId: request.id, answer}]);
		}
		cancelTimer = undefined;
		plan();
	};
	const plan = () => {
		if (isOver || !store.getState().jobs.some(isOpen)) return;
		cancelTimer ??= clock.after(everyMs, () => void check());
	};
	const unsubscribe = store.subscribe(plan);
	return () => {
		isOver = true;
		unsubscribe();
		cancelTimer?.();
	};
}

const done = (text: string): JobAnswer => ({isDone: true, text});
const refused = (text: string): JobAnswer => ({isDone: false, text});

function carryOut(services: Services, {jobId, verb, serverId}: JobRequest): JobAnswer {
	const job = services.store.getState().jobs.find(({id}) => id === jobId);
	if (!job || !isOpen(job)) return refused(messages.over);
	switch (verb) {
		case 'pause':
			if (job.status === 'running') pauseOrResume(services, job);
			return done(messages.paused);
		case 'continue':
			if (job.status === 'paused') pauseOrResume(services, job);
			return done(messages.continued);
		case 'abort':
			abortRest(services, job);
			return done(messages.aborted(unsentCount(job)));
		case 'acknowledge':
			if (!needsAttention(services.store.getState(), job)) return refused(jobMessages.nothingWrong);
			acknowledgeJob(services, job);
			return done(jobMessages.acknowledged);
		case 'skip':
			return skip(services, job, serverId);
		case 'back':
			return decideAtGate(job, serverId, step => {
				decideGate(services, job, step, 'back');
				return messages.back(step.name);
			});
		case 'extend':
			return decideAtGate(job, serverId, step =>
				messages.extended(step.name, writeDuration(waitLonger(services, job, step))),
			);
	}
}

const unsentCount = ({steps}: Job): number => steps.filter(({status}) => status === 'waiting').length;

/** Leaves out the servers that failed, or this one, and continues a paused job. Else skips the gate of a server. */
function skip(services: Services, job: Job, serverId: string | undefined): JobAnswer {
	const failed = openSteps(services.store.getState(), job).filter(
		step => serverId === undefined || step.serverId === serverId,
	);
	if (failed.length === 0)
		return decideAtGate(job, serverId, step => {
			decideGate(services, job, step, 'skipped');
			return messages.skippedGate(step.name);
		});
	settle(services, job, failed);
	if (job.status === 'paused') pauseOrResume(services, job);
	return done(messages.skipped(failed.map(({name}) => name)));
}

/** Decides about the server at its gate: the given one, or the only one. */
function decideAtGate(job: Job, serverId: string | undefined, decide: (step: JobStep) => string): JobAnswer {
	const all = gateSteps(job);
	const [step, other] = all.filter(one => serverId === undefined || one.serverId === serverId);
	if (!step) return refused(serverId === undefined ? messages.noneWaits : messages.doesNotWait);
	return other ? refused(messages.severalWait(all.map(({name}) => name))) : done(decide(step));
}
