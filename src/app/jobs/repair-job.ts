import type {Typed} from '../../actions/action.ts';
import type {Job, JobAction, JobRepair, JobStep} from '../../contract/models/job.ts';
import {isPowerVerb} from '../../contract/power.ts';
import {phaseOf} from '../../contract/states.ts';
import {jobMessages} from '../../messages/jobs.ts';
import type {Message} from '../../messages/text.ts';
import {type ScheduledAction, scheduledActionOf} from '../servers/scheduled-actions.ts';
import type {State} from '../state.ts';
import {gateStep} from './gates.ts';
import {openSteps} from './job-report.ts';

/** The state that decides how a job can be repaired. */
export type KnownToRepair = Pick<State, 'fleet' | 'scheduled' | 'jobs'>;

/** An action on servers of a job, with the text of each field. `note`: a sentence about what it leaves out. */
type RepairAction = {
	action: JobAction | 'cancel-schedule';
	steps: readonly JobStep[];
	typed?: Typed;
	note?: Message | undefined;
};

/** `blocked`: why there is nothing to do. */
type Repair = {
	blocked: (known: KnownToRepair, job: Job) => Message | undefined;
	action: (known: KnownToRepair, job: Job) => RepairAction;
};

const phaseIn = ({fleet}: Pick<KnownToRepair, 'fleet'>, {serverId}: JobStep) =>
	phaseOf(fleet.servers.get(serverId)?.state);

/** Returns the servers that are down now because the job stopped them or they did not come back. */
function downSteps(known: KnownToRepair, job: Job): readonly JobStep[] {
	if (!isPowerVerb(job.action)) return [];
	const wanted = job.action === 'stop' ? ['done'] : ['failed', 'unknown'];
	return job.steps.filter(step => wanted.includes(step.status) && phaseIn(known, step) === 'offline');
}

/** Returns the servers whose request failed or certainly was not carried out. */
const failedSteps = (known: KnownToRepair, job: Job): readonly JobStep[] =>
	openSteps(known, job).filter(({status}) => status === 'failed');

const mayHaveRun: ReadonlySet<JobStep['status']> = new Set(['sending', 'gate', 'done', 'unknown']);

/** Whether a later job has sent the same to the server, and it may have run: then it is not sent a third time. */
const isSentAgain = ({jobs}: KnownToRepair, job: Job, {serverId}: JobStep): boolean =>
	jobs.some(
		later =>
			later.startedAt > job.startedAt &&
			isSameAct(later, job) &&
			later.steps.some(step => step.serverId === serverId && mayHaveRun.has(step.status)),
	);

/** Two restarts are the same whatever their options; two messages only with the same text. */
const isSameAct = (one: Job, other: Job): boolean =>
	one.action === other.action &&
	(isPowerVerb(one.action) ||
		(JSON.stringify(one.typed) === JSON.stringify(other.typed) && one.subject?.id === other.subject?.id));

/** Returns the failed servers that are in the state that the action needs. */
const retriable = (known: KnownToRepair, job: Job): readonly JobStep[] =>
	failedSteps(known, job).filter(
		step => !isSentAgain(known, job, step) && (job.action === 'start' || phaseIn(known, step) !== 'offline'),
	);

function retryBlocked(known: KnownToRepair, job: Job): Message | undefined {
	if (retriable(known, job).length > 0) return undefined;
	const failed = failedSteps(known, job);
	if (failed.length === 0) return noneFailed(job);
	return failed.some(step => isSentAgain(known, job, step))
		? jobMessages.sentAgain
		: jobMessages.startInstead;
}

/** Says why no server has failed: one may only take long. */
function noneFailed(job: Job): Message {
	const waiting = gateStep(job, undefined);
	return waiting ? jobMessages.waits(waiting.name) : jobMessages.noneFailed;
}

/** Whether a scheduled action is the one that the job ordered. What someone else has scheduled is never canceled with it. */
export const isOwnTask = ({taskId}: JobStep, found: ScheduledAction | undefined): boolean =>
	taskId !== undefined && found?.task?.id === taskId;

/** Returns the servers on which an action of this job is still scheduled and can be canceled. */
const scheduledSteps = ({scheduled}: KnownToRepair, job: Job): readonly JobStep[] =>
	job.steps.filter(step => {
		const found = scheduledActionOf(scheduled, step.serverId);
		return found?.task?.cancellable === true && isOwnTask(step, found);
	});

/** Returns the servers with a task for the same action that is not known to belong to the job. */
const otherTasks = ({scheduled}: KnownToRepair, job: Job, own: readonly JobStep[]): readonly JobStep[] =>
	job.steps.filter(
		step => !own.includes(step) && scheduledActionOf(scheduled, step.serverId)?.action === job.action,
	);

/** How a job is repaired: keys of the TUI, lines of line mode and commands do the same. */
export const repairs: Record<JobRepair, Repair> = {
	retry: {
		blocked: retryBlocked,
		action: (known, job) => ({action: job.action, steps: retriable(known, job), typed: job.typed}),
	},
	start: {
		blocked: (known, job) => (downSteps(known, job).length > 0 ? undefined : jobMessages.noneDown),
		action: (known, job) => ({action: 'start', steps: downSteps(known, job)}),
	},
	undo: {
		/** Also if the servers have tasks, but none is known to be the job's. */
		blocked: (known, job) => {
			if (scheduledSteps(known, job).length > 0) return undefined;
			const hasOthers = otherTasks(known, job, []).length > 0;
			return hasOthers ? jobMessages.othersScheduled : jobMessages.nothingScheduled;
		},
		action: (known, job) => {
			const steps = scheduledSteps(known, job);
			const others = otherTasks(known, job, steps);
			const note = others.length > 0 ? jobMessages.leftOut(others.map(({name}) => name)) : undefined;
			return {action: 'cancel-schedule', steps, note};
		},
	},
};
