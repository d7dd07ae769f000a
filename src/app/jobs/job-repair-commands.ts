import type {Job, JobStep} from '../../contract/models/job.ts';
import {isPowerVerb} from '../../contract/power.ts';
import {phaseOf} from '../../contract/states.ts';
import {jobMessages} from '../../messages/jobs.ts';
import type {Message} from '../../messages/text.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import type {FormRequest} from '../kernel/dialogs/dialog-id.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import type {Targets} from '../kernel/state/targets.ts';
import {type ScheduledAction, scheduledActionOf} from '../servers/scheduled-actions.ts';
import type {State} from '../state.ts';
import {writeDuration} from '../../lib/time/duration.ts';
import {decideGate, pauseOrResume, settle, waitLonger} from './control-job.ts';
import {gateStep, gateSteps} from './gates.ts';
import {guardTyping} from '../kernel/keys/typing-guard.ts';
import {needsAttention, openSteps, unsentSteps} from './job-report.ts';
import {isOpen} from './jobs-state.ts';

/** The state that decides which keys a job offers. */
type Known = Pick<State, 'fleet' | 'scheduled'>;
type Find = (state: State, targets: Targets) => Job | undefined;

/** A job that was interrupted or aborted continues in a new dialog, with the servers to which nothing was sent. */
export const canContinue = (job: Job): boolean => !isOpen(job) && unsentSteps(job).length > 0;

/** Whether the rest of a job can be aborted. */
export const canAbort = (job: Job): boolean => isOpen(job) || (job.status === 'cut' && canContinue(job));

/** Returns the dialog of the job again, for some of its servers. A single server has no batches. */
export function formOf({action, typed, subject}: Job, steps: readonly JobStep[]): FormRequest {
	const {atOnce: _atOnce, gate: _gate, deadline: _deadline, ...alone} = typed;
	return {
		form: action,
		serverIds: steps.map(({serverId}) => serverId),
		...(subject && {subject}),
		typed: steps.length === 1 ? alone : typed,
	};
}

const phaseIn = ({fleet}: Known, {serverId}: JobStep) => phaseOf(fleet.servers.get(serverId)?.state);

/** Returns the servers that are down now because the job stopped them or they did not come back. */
function downSteps(state: Known, job: Job): readonly JobStep[] {
	if (!isPowerVerb(job.action)) return [];
	const wanted = job.action === 'stop' ? ['done'] : ['failed', 'unknown'];
	return job.steps.filter(step => wanted.includes(step.status) && phaseIn(state, step) === 'offline');
}

/** Returns the servers whose request failed or certainly was not carried out. */
const retrySteps = (state: Known, job: Job): readonly JobStep[] =>
	openSteps(state, job).filter(({status}) => status === 'failed');

/** Whether a scheduled action is the one that the job ordered. What someone else has scheduled is never canceled with it. */
export const isOwnTask = ({taskId}: JobStep, found: ScheduledAction | undefined): boolean =>
	taskId !== undefined && found?.task?.id === taskId;

/** Returns the servers on which an action of this job is still scheduled and can be canceled. */
const scheduledSteps = ({scheduled}: Known, job: Job): readonly JobStep[] =>
	job.steps.filter(step => {
		const found = scheduledActionOf(scheduled, step.serverId);
		return found?.task?.cancellable === true && isOwnTask(step, found);
	});

/** Opens the dialog that cancels the actions known to belong to the job, and counts the servers left out. */
function undo(services: Services, job: Job, state: Known): FormRequest {
	const serverIds = scheduledSteps(state, job).map(({serverId}) => serverId);
	const others = job.steps.filter(
		({serverId}) =>
			!serverIds.includes(serverId) && scheduledActionOf(state.scheduled, serverId)?.action === job.action,
	);
	if (others.length > 0) notify(services, 'warning', jobMessages.leftOut(others.map(({name}) => name)));
	return {form: 'cancel-schedule', serverIds};
}

/** Why nothing can be canceled: also if the servers have tasks, but none is known to be the job's. */
function undoBlocked(state: Known, job: Job): Message | undefined {
	if (scheduledSteps(state, job).length > 0) return undefined;
	const hasOthers = job.steps.some(
		({serverId}) => scheduledActionOf(state.scheduled, serverId)?.action === job.action,
	);
	return hasOthers ? jobMessages.othersScheduled : jobMessages.nothingScheduled;
}

function retryBlocked(state: Known, job: Job): Message | undefined {
	const steps = retrySteps(state, job);
	if (steps.length === 0) return noneFailed(job);
	const isDown = job.action !== 'start' && steps.every(step => phaseIn(state, step) === 'offline');
	return isDown ? jobMessages.startInstead : undefined;
}

/** Says why no server has failed: one may only take long. */
function noneFailed(job: Job): Message {
	const waiting = gateStep(job, undefined);
	return waiting ? jobMessages.waits(waiting.name) : jobMessages.noneFailed;
}

/** Returns the failed servers that are in the state that the action needs. */
function retriable(state: Known, job: Job): readonly JobStep[] {
	const steps = retrySteps(state, job);
	return job.action === 'start' ? steps : steps.filter(step => phaseIn(state, step) !== 'offline');
}

/** A key that is held must not decide about the next server too, ms. */
const minGateMs = 3000;

/** Decides about the chosen server at its gate, unless it has just started to wait. The next one is highlighted then. */
function decide(services: Services, job: Job, {gate}: Targets, is: 'back' | 'skipped'): undefined {
	const {store, clock} = services;
	const waiting = gateStep(job, gate);
	if (!waiting) return undefined;
	const {name, at} = waiting;
	const isTooSoon = clock.now() - at < minGateMs;
	notify(services, 'info', isTooSoon ? jobMessages.tooSoon(name) : jobMessages.decided[is](name));
	if (isTooSoon) return undefined;
	const place = gateSteps(job).indexOf(waiting);
	decideGate(services, job, waiting, is);
	const {dialog, jobs} = store.getState();
	const rest = gateSteps(jobs.find(({id}) => id === job.id) ?? job);
	if (dialog?.kind !== 'jobs' || rest.length === 0) return undefined;
	const next = (rest[place] ?? rest[0])?.serverId;
	store.dispatch({type: 'dialog/jobsMoved', at: dialog.at, top: dialog.top, gate: next});
	guardTyping(services, {drops: 'presses'});
	return undefined;
}

/** Why there is no gate to decide about: the chosen server may have passed by itself. */
function atGate(_: State, job: Job, {gate}: Targets): Message | undefined {
	if (gateStep(job, gate)) return undefined;
	const left = gateSteps(job).length > 0 && job.steps.find(({serverId}) => serverId === gate);
	return left ? jobMessages.leftGate(left.name) : jobMessages.noneWaits;
}

/**
Excludes the failed servers from the job, and continues it if it is paused. If none has failed or a gate was chosen, stops
waiting for the server at its gate.
*/
function skip(services: Services, job: Job, targets: Targets): void {
	const failed = openSteps(services.store.getState(), job);
	if ((failed.length === 0 || targets.gate !== undefined) && gateSteps(job).length > 0) {
		decide(services, job, targets, 'skipped');
		return;
	}
	settle(services, job, failed);
	if (job.status === 'paused') pauseOrResume(services, job);
}

function acknowledge(services: Services, job: Job): void {
	settle(services, job, [...openSteps(services.store.getState(), job), ...unsentSteps(job)]);
	notify(services, 'info', jobMessages.acknowledged);
}

const whenRight = (is: boolean, otherwise: Message): Message | undefined => (is ? undefined : otherwise);

/** Creates the commands that repair a job. `find` returns the job that a key acts on. */
export function jobRepairCommands(find: Find): readonly KeyCommand[] {
	const command = (
		base: Pick<KeyCommand, 'id' | 'keys' | 'danger'>,
		blocked: (state: State, job: Job, targets: Targets) => Message | undefined,
		run: (services: Services, job: Job, state: State, targets: Targets) => FormRequest | undefined,
	): KeyCommand => ({
		...base,
		scopes: ['jobs'],
		blocked: (state, targets) => {
			if (targets.work === undefined) return jobMessages.none;
			const job = find(state, targets);
			return job ? blocked(state, job, targets) : jobMessages.isWatch;
		},
		run: (services, targets) => {
			const state = services.store.getState();
			const job = find(state, targets);
			return job && run(services, job, state, targets);
		},
	});
	return [
		command({id: 'jobs.isBack', keys: ['b']}, atGate, (services, job, _, targets) =>
			decide(services, job, targets, 'back'),
		),
		command({id: 'jobs.wait', keys: ['w']}, atGate, (services, job, _, {gate}) => {
			const waiting = gateStep(job, gate);
			if (!waiting) return undefined;
			const withinMs = waitLonger(services, job, waiting);
			notify(services, 'info', jobMessages.longer(waiting.name, writeDuration(withinMs)));
			return undefined;
		}),
		command({id: 'jobs.retry', keys: ['R'], danger: true}, retryBlocked, (_, job, state) =>
			formOf(job, retriable(state, job)),
		),
		command(
			{id: 'jobs.skip', keys: ['s']},
			(state, job, targets) => {
				const isGate = targets.gate !== undefined && gateSteps(job).length > 0;
				if (!isGate && openSteps(state, job).length > 0) return undefined;
				return gateSteps(job).length > 0 ? atGate(state, job, targets) : jobMessages.noneFailed;
			},
			(services, job, _, targets) => void skip(services, job, targets),
		),
		command(
			{id: 'jobs.startSet', keys: ['S'], danger: true},
			(state, job) => whenRight(downSteps(state, job).length > 0, jobMessages.noneDown),
			(_, job, state) => ({
				form: 'start',
				serverIds: downSteps(state, job).map(({serverId}) => serverId),
			}),
		),
		command(
			{id: 'jobs.acknowledge', keys: ['a']},
			(state, job) => whenRight(needsAttention(state, job), jobMessages.nothingWrong),
			(services, job) => void acknowledge(services, job),
		),
		command({id: 'jobs.undo', keys: ['u']}, undoBlocked, undo),
	];
}

/** Returns the keys that this job offers now, in the order of their use. */
export function usefulKeys(
	state: Known,
	job: Job,
	gate?: string,
): readonly {id: KeyCommand['id']; word: string}[] {
	const {keys} = jobMessages;
	const hasOpenSteps = openSteps(state, job).length > 0;
	const waiting = gateStep(job, gate);
	const isOnly = gateSteps(job).length < 2;
	const all = [
		{id: 'jobs.isBack', word: keys.isBack(isOnly ? undefined : waiting?.name), is: waiting !== undefined},
		{id: 'jobs.wait', word: keys.wait, is: waiting !== undefined},
		{id: 'jobs.nextGate', word: keys.nextGate, is: !isOnly},
		{
			id: 'jobs.pause',
			word: job.status === 'running' ? keys.pause : keys.continue,
			is: isOpen(job) || canContinue(job),
		},
		{id: 'jobs.abort', word: keys.abort, is: canAbort(job)},
		{id: 'jobs.startSet', word: keys.start, is: downSteps(state, job).length > 0},
		{id: 'jobs.retry', word: keys.retry, is: hasOpenSteps && retryBlocked(state, job) === undefined},
		{id: 'jobs.skip', word: keys.skip, is: (hasOpenSteps && isOpen(job)) || waiting !== undefined},
		{id: 'jobs.undo', word: keys.undo, is: scheduledSteps(state, job).length > 0},
		{
			id: 'jobs.acknowledge',
			word: keys.acknowledge,
			is: !isOpen(job) && needsAttention(state, job),
		},
	] as const;
	return all.filter(({is}) => is);
}
