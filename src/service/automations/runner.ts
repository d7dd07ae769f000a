import {pause} from '../../lib/clock.ts';
import {stepMessages} from '../../messages/service-automations.ts';
import {putRun} from '../publish.ts';
import type {ServiceContext} from '../context.ts';
import type {AutomationRecord, RunRecord, RunStatus, StepRecord} from '../records.ts';
import type {Reading, Transaction} from '../repositories.ts';
import {changeRun, runSteps, withStep} from './run-steps.ts';
import {openSchedule} from './schedule.ts';
import {targetsOf} from './targets.ts';
import {readTrigger} from './triggers.ts';
import type {AutomationRunner, Cause, StateChange} from './automation-runner.ts';

/** Per team. */
const maxRuns = 1000;
const skipEveryMs = 60_000;
/** The longest delay of a timer: 24 days. */
const longestMs = 2 ** 31 - 1;

export function createRunner(service: ServiceContext, onBug: (bug: unknown) => void): AutomationRunner {
	const {records, clock} = service;
	const closing = new AbortController();
	const running = new Map<string, AbortController>();
	const {inBackground, idle} = openBackground(closing.signal, onBug);
	const start = (record: RunRecord) => {
		const cancel = new AbortController();
		running.set(record.id, cancel);
		const performed = () => perform(service, record, cancel, closing.signal);
		void inBackground(() => performed().finally(() => running.delete(record.id)));
	};
	const trigger = createTrigger(service, start);
	const skip = createSkip(service);
	const canStartRun = async ({runs}: Reading, teamId: string) =>
		(await runs.unfinishedOfTeam(teamId)).length < service.limits.maxUnfinishedRuns;
	const fire = async (transaction: Transaction, automation: AutomationRecord, cause: Cause) => {
		if (await canStartRun(transaction, automation.teamId)) await trigger(transaction, automation, cause);
		else await skip(transaction, automation, cause);
	};
	const fireScheduled = (automationId: string, scheduledFireAt: number) =>
		records.transact(async transaction => {
			const automation = await transaction.automations.get(automationId);
			if (!automation) return;
			const unfinished = await transaction.runs.unfinishedOfTeam(automation.teamId);
			// If a run is longer than its schedule's interval, no second run starts beside it.
			if (unfinished.some(run => run.automationId === automationId)) return;
			await fire(transaction, automation, {scheduledFireAt});
		});
	const fireTriggered = (change: StateChange) =>
		records.transact(async transaction => {
			const {id: sourceId, teamId} = change.server;
			const all = await transaction.automations.ofTeam(teamId);
			for (const automation of all.filter(isTriggeredBy(change))) {
				const unfinished = await transaction.runs.unfinishedOfTeam(teamId);
				const runs = unfinished.filter(run => run.automationId === automation.id);
				// State changes of a run's own servers do not start another run.
				const isOwn = runs.some(({targetIds}) => Object.hasOwn(targetIds, sourceId));
				if (!isOwn) await fire(transaction, automation, {sourceId});
			}
		});
	const schedule = openSchedule(service, inBackground, fireScheduled);

	return {
		trigger,
		canStartRun,
		rearm: schedule.rearm,
		onStateChange: change => {
			if (service.supervises && !closing.signal.aborted) void inBackground(() => fireTriggered(change));
		},
		cancel: async (transaction, run) => {
			if (!running.has(run.id)) return run;
			transaction.afterCommit(() => running.get(run.id)?.abort('CANCELED' satisfies RunStatus));
			return putRun(service, transaction, {...run, cancelRequested: true});
		},
		abandonUnfinished: isAbandoned =>
			records.transact(async transaction => {
				for (const run of (await transaction.runs.unfinished()).filter(isAbandoned))
					await putRun(service, transaction, finishedRun(run, 'FAILED', clock.now()));
			}),
		idle,
		close: () => {
			schedule.close();
			closing.abort();
		},
	};
}

/** Opens what runs work that nobody awaits. The close of the service ends it silently. */
function openBackground(closing: AbortSignal, onBug: (bug: unknown) => void) {
	const work = new Set<Promise<void>>();
	return {
		/** Never rejects. */
		inBackground: (job: () => Promise<void>): Promise<void> => {
			const reported = job().catch((error: unknown) => {
				if (!closing.aborted) onBug(error);
			});
			const done = reported.finally(() => work.delete(done));
			work.add(done);
			return done;
		},
		/** Resolves when none is in progress. */
		idle: async () => {
			while (work.size > 0) await Promise.all(work);
		},
	};
}

function createTrigger(
	service: ServiceContext,
	start: (run: RunRecord) => void,
): AutomationRunner['trigger'] {
	return async (transaction, automation, cause = {}) => {
		const run = await newRun(service, transaction, automation, cause);
		const queued = await putRun(service, transaction, run);
		await transaction.runs.dropOldest(automation.teamId, maxRuns);
		const startedAt = service.clock.now();
		const started: RunRecord = {...queued, status: 'RUNNING', startedAt};
		const record = await putRun(service, transaction, withStep(started, 0, startedAt));
		transaction.afterCommit(() => start(record));
		return record;
	};
}

/** How much later than its timeout a run ends at most. */
const latestEndMs = 60_000;

/** Returns whether the instance that performed a run must have ended without ending it. */
export const isOverdue = (
	{createdAt, startedAt = createdAt, runTimeoutSec}: RunRecord,
	now: number,
): boolean => now > startedAt + runTimeoutSec * 1000 + latestEndMs;

/** Performs a run, and records how it ends unless the service closes. */
async function perform(
	service: ServiceContext,
	{id, runTimeoutSec}: RunRecord,
	cancel: AbortController,
	closing: AbortSignal,
): Promise<void> {
	const {clock} = service;
	const over = new AbortController();
	void pause(clock, Math.min(runTimeoutSec * 1000, longestMs), over.signal).then(
		() => cancel.abort('TIMEOUTED' satisfies RunStatus),
		() => {},
	);
	try {
		const result = await runSteps(service, id, AbortSignal.any([cancel.signal, closing]));
		if (closing.aborted) return;
		const ended = cancel.signal.reason === 'TIMEOUTED' ? 'TIMEOUTED' : 'CANCELED';
		const status = cancel.signal.aborted ? ended : result;
		await changeRun(service, id, run => finishedRun(run, status, clock.now()));
	} finally {
		over.abort();
	}
}

const finishedRun = (
	{currentStep: _current, ...run}: RunRecord,
	status: RunStatus,
	finishedAt: number,
): RunRecord => ({...run, status, finishedAt});

/** Returns a filter of the automations that the change of a state starts. */
const isTriggeredBy =
	(change: StateChange) =>
	({enabled, trigger}: AutomationRecord): boolean => {
		const read = enabled ? readTrigger(trigger) : undefined;
		return read?.kind === 'state' && read.matches(change);
	};

type Skip = (transaction: Transaction, automation: AutomationRecord, cause: Cause) => Promise<void>;

/** Records a run that failed because the team is at its limit, at most one per minute so that others stay listed. */
function createSkip(service: ServiceContext): Skip {
	const skippedAt = new Map<string, number>();
	return async (transaction, automation, cause) => {
		const now = service.clock.now();
		if (Math.abs(now - (skippedAt.get(automation.id) ?? -Infinity)) < skipEveryMs) return;
		transaction.afterCommit(() => void skippedAt.set(automation.id, now));
		const run = await newRun(service, transaction, automation, cause);
		await putRun(service, transaction, skippedRun(run, service.limits.maxUnfinishedRuns));
		await transaction.runs.dropOldest(automation.teamId, maxRuns);
	};
}

/** Returns the run as one that failed before its first step. */
function skippedRun(run: RunRecord, most: number): RunRecord {
	const {createdAt: at, targetIds} = run;
	const step: StepRecord = {
		index: 0,
		type: 'SKIPPED',
		startedAt: at,
		finishedAt: at,
		targets: {},
		errorMessage: stepMessages.tooManyRuns(most),
	};
	return {
		...run,
		status: 'FAILED',
		finishedAt: at,
		targetIds: Object.fromEntries(Object.keys(targetIds).map(id => [id, false])),
		stepHistory: [step],
	};
}

async function newRun(
	service: ServiceContext,
	{servers}: Reading,
	automation: AutomationRecord,
	cause: Cause,
): Promise<RunRecord> {
	const {teamId, workflow, runTimeoutSec} = automation;
	const {sourceId, scheduledFireAt} = cause;
	const targets = cause.targetIds ?? targetsOf(automation.targets, await servers.ofTeam(teamId), sourceId);
	return {
		id: service.newId(),
		automationId: automation.id,
		teamId,
		status: 'QUEUED',
		createdAt: service.clock.now(),
		...(scheduledFireAt !== undefined && {scheduledFireAt}),
		targetIds: Object.fromEntries(targets.map(serverId => [serverId, true])),
		stepHistory: [],
		cancelRequested: false,
		workflow,
		runTimeoutSec,
	};
}
