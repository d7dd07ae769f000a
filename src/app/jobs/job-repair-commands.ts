import type {Job, JobStep} from '../../actions/job.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import {jobMessages} from '../../messages/jobs.ts';
import type {Message} from '../../messages/text.ts';
import type {Command} from '../kernel/command.ts';
import type {FormRequest} from '../kernel/dialog-id.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import type {Targets} from '../kernel/targets.ts';
import {scheduledActionOf} from '../servers/scheduled-actions.ts';
import type {State} from '../state.ts';
import {pauseOrResume, settle} from './control-job.ts';
import {jobReports} from './job-report.ts';
import {isOpen} from './jobs-state.ts';

/** The state that decides which keys a job offers. */
type Known = Pick<State, 'fleet' | 'scheduled'>;
type Find = (state: State, targets: Targets) => Job | undefined;

/** An interrupted job continues in a new dialog, with the servers to which nothing was sent. */
export const canContinue = (job: Job): boolean =>
	job.status === 'cut' && jobReports.unsentSteps(job).length > 0;

/** Returns the dialog of the job again, for some of its servers. A single server has no batches. */
export function formOf({action, typed}: Job, steps: readonly JobStep[]): FormRequest {
	const {atOnce: _atOnce, gate: _gate, deadline: _deadline, ...alone} = typed;
	return {
		form: action,
		serverIds: steps.map(({serverId}) => serverId),
		typed: steps.length === 1 ? alone : typed,
	};
}

const phaseIn = ({fleet}: Known, {serverId}: JobStep) => phaseOf(fleet.servers.get(serverId)?.state);

/** Returns the servers that are down now because the job stopped them or they did not come back. */
function downSteps(state: Known, job: Job): readonly JobStep[] {
	if (job.action === 'broadcast') return [];
	const wanted = job.action === 'stop' ? ['done'] : ['failed', 'unknown'];
	return job.steps.filter(step => wanted.includes(step.status) && phaseIn(state, step) === 'offline');
}

/** Returns the servers whose request failed or certainly was not carried out. */
const retrySteps = (state: Known, job: Job): readonly JobStep[] =>
	jobReports.openSteps(state, job).filter(({status}) => status === 'failed');

/** Returns the servers on which an action of this job is still scheduled and can be canceled. */
const scheduledSteps = ({scheduled}: Known, {action, steps}: Job): readonly JobStep[] =>
	steps.filter(({serverId, status}) => {
		const found = scheduledActionOf(scheduled, serverId);
		const isSent = status !== 'waiting' && status !== 'skipped';
		return isSent && found?.action === action && found.task?.cancellable === true;
	});

function retryBlocked(state: Known, job: Job): Message | undefined {
	const steps = retrySteps(state, job);
	if (steps.length === 0) return jobMessages.noneFailed;
	const isDown = job.action !== 'start' && steps.every(step => phaseIn(state, step) === 'offline');
	return isDown ? jobMessages.startInstead : undefined;
}

/** Returns the failed servers that are in the state that the action needs. */
function retriable(state: Known, job: Job): readonly JobStep[] {
	const steps = retrySteps(state, job);
	return job.action === 'start' ? steps : steps.filter(step => phaseIn(state, step) !== 'offline');
}

/** Excludes the failed servers from the job, and continues it if it is paused. */
function skip(services: Services, job: Job): void {
	settle(services, job, jobReports.openSteps(services.store.getState(), job));
	if (job.status === 'paused') pauseOrResume(services, job);
}

function acknowledge(services: Services, job: Job): void {
	settle(services, job, [
		...jobReports.openSteps(services.store.getState(), job),
		...jobReports.unsentSteps(job),
	]);
	notify(services, 'info', jobMessages.acknowledged);
}

const whenRight = (is: boolean, otherwise: Message): Message | undefined => (is ? undefined : otherwise);

/** Creates the commands that repair a job. `find` returns the job that a key acts on. */
export function jobRepairCommands(find: Find): readonly Command[] {
	const command = (
		base: Pick<Command, 'id' | 'keys' | 'title' | 'help' | 'danger'>,
		blocked: (state: State, job: Job) => Message | undefined,
		run: (services: Services, job: Job, state: State) => FormRequest | undefined,
	): Command => ({
		...base,
		scopes: ['jobs'],
		blocked: (state, targets) => {
			if (targets.work === undefined) return jobMessages.none;
			const job = find(state, targets);
			return job ? blocked(state, job) : jobMessages.isWatch;
		},
		run: (services, targets) => {
			const state = services.store.getState();
			const job = find(state, targets);
			return job && run(services, job, state);
		},
	});
	const {commands} = jobMessages;
	return [
		command({id: 'jobs.retry', keys: ['R'], ...commands.retry, danger: true}, retryBlocked, (_, job, state) =>
			formOf(job, retriable(state, job)),
		),
		command(
			{id: 'jobs.skip', keys: ['s'], ...commands.skip},
			(state, job) => whenRight(jobReports.openSteps(state, job).length > 0, jobMessages.noneFailed),
			(services, job) => void skip(services, job),
		),
		command(
			{id: 'jobs.startSet', keys: ['S'], ...commands.startSet, danger: true},
			(state, job) => whenRight(downSteps(state, job).length > 0, jobMessages.noneDown),
			(_, job, state) => ({
				form: 'start',
				serverIds: downSteps(state, job).map(({serverId}) => serverId),
			}),
		),
		command(
			{id: 'jobs.acknowledge', keys: ['a'], ...commands.acknowledge},
			(state, job) => whenRight(jobReports.needsAttention(state, job), jobMessages.nothingWrong),
			(services, job) => void acknowledge(services, job),
		),
		command(
			{id: 'jobs.undo', keys: ['u'], ...commands.undo},
			(state, job) => whenRight(scheduledSteps(state, job).length > 0, jobMessages.nothingScheduled),
			(_, job, state) => ({
				form: 'cancel-schedule',
				serverIds: scheduledSteps(state, job).map(({serverId}) => serverId),
			}),
		),
	];
}

/** Returns the keys that this job offers now, in the order of their use. */
export function usefulKeys(state: Known, job: Job): readonly {id: Command['id']; word: string}[] {
	const {keys} = jobMessages;
	const hasOpenSteps = jobReports.openSteps(state, job).length > 0;
	const all = [
		{
			id: 'jobs.pause',
			word: job.status === 'running' ? keys.pause : keys.continue,
			is: isOpen(job) || canContinue(job),
		},
		{id: 'jobs.abort', word: keys.abort, is: isOpen(job) || canContinue(job)},
		{id: 'jobs.startSet', word: keys.start, is: downSteps(state, job).length > 0},
		{id: 'jobs.retry', word: keys.retry, is: hasOpenSteps && retryBlocked(state, job) === undefined},
		{id: 'jobs.skip', word: keys.skip, is: hasOpenSteps && isOpen(job)},
		{id: 'jobs.undo', word: keys.undo, is: scheduledSteps(state, job).length > 0},
		{
			id: 'jobs.acknowledge',
			word: keys.acknowledge,
			is: !isOpen(job) && jobReports.needsAttention(state, job),
		},
	] as const;
	return all.filter(({is}) => is);
}
