import type {Job, JobRepair, JobStep} from '../../contract/models/job.ts';
import {jobMessages} from '../../messages/jobs.ts';
import type {Message} from '../../messages/text.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import type {FormRequest} from '../kernel/dialogs/dialog-id.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import type {Targets} from '../kernel/state/targets.ts';
import type {State} from '../state.ts';
import {writeDuration} from '../../lib/time/duration.ts';
import {acknowledgeJob, decideGate, pauseOrResume, settle, waitLonger} from './control-job.ts';
import {gateStep, gateSteps} from './gates.ts';
import {guardTyping} from '../kernel/keys/typing-guard.ts';
import {needsAttention, openSteps, unsentSteps} from './job-report.ts';
import {isOpen} from './jobs-state.ts';
import {type KnownToRepair, repairs} from './repair-job.ts';

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

/** Opens the dialog of a repair, and counts the servers that it leaves out. */
function openRepair(services: Services, job: Job, state: KnownToRepair, repair: JobRepair): FormRequest {
	const {action, steps, typed, note} = repairs[repair].action(state, job);
	if (note !== undefined) notify(services, 'warning', note);
	return typed ? formOf(job, steps) : {form: action, serverIds: steps.map(({serverId}) => serverId)};
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
	store.dispatch({type: 'dialog/jobsMoved', workId: job.id, top: dialog.top, gate: next});
	guardTyping(services, {drops: 'presses'});
	return undefined;
}

/** Why there is no gate to decide about: the chosen server may have passed it in the meantime. */
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
	acknowledgeJob(services, job);
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
	const repair = (verb: JobRepair, base: Parameters<typeof command>[0]) =>
		command(base, repairs[verb].blocked, (services, job, state) => openRepair(services, job, state, verb));
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
		repair('retry', {id: 'jobs.retry', keys: ['R'], danger: true}),
		command(
			{id: 'jobs.skip', keys: ['s']},
			(state, job, targets) => {
				const isGate = targets.gate !== undefined && gateSteps(job).length > 0;
				if (!isGate && openSteps(state, job).length > 0) return undefined;
				return gateSteps(job).length > 0 ? atGate(state, job, targets) : jobMessages.noneFailed;
			},
			(services, job, _, targets) => void skip(services, job, targets),
		),
		repair('start', {id: 'jobs.startSet', keys: ['S'], danger: true}),
		command(
			{id: 'jobs.acknowledge', keys: ['a']},
			(state, job) => whenRight(needsAttention(state, job), jobMessages.nothingWrong),
			(services, job) => void acknowledge(services, job),
		),
		repair('undo', {id: 'jobs.undo', keys: ['u']}),
	];
}

/** Returns the keys that this job offers now, in the order of their use. */
export function usefulKeys(
	state: KnownToRepair,
	job: Job,
	gate?: string,
): readonly {id: KeyCommand['id']; word: string}[] {
	const {keys} = jobMessages;
	const hasOpenSteps = openSteps(state, job).length > 0;
	const waiting = gateStep(job, gate);
	const isOnly = gateSteps(job).length < 2;
	const can = (repair: JobRepair) => repairs[repair].blocked(state, job) === undefined;
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
		{id: 'jobs.startSet', word: keys.start, is: can('start')},
		{id: 'jobs.retry', word: keys.retry, is: can('retry')},
		{id: 'jobs.skip', word: keys.skip, is: (hasOpenSteps && isOpen(job)) || waiting !== undefined},
		{id: 'jobs.undo', word: keys.undo, is: can('undo')},
		{
			id: 'jobs.acknowledge',
			word: keys.acknowledge,
			is: !isOpen(job) && needsAttention(state, job),
		},
	] as const;
	return all.filter(({is}) => is);
}
