import {pause} from '../../lib/clock.ts';
import {stepMessages} from '../../messages/service-automations.ts';
import {setRun} from '../publish.ts';
import {serversOfTeam, type ServiceContext} from '../context.ts';
import type {AutomationRecord, RunRecord, RunStatus, StepRecord} from '../records.ts';
import {runSteps} from './run-steps.ts';
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
	const {store, clock} = service;
	const closing = new AbortController();
	const running = new Map<string, AbortController>();
	const work = new Set<Promise<void>>();
	const finish = (id: string, status: RunStatus) => {
		const run = store.runs.get(id);
		if (!run || closing.signal.aborted) return;
		const {currentStep: _current, ...rest} = run;
		setRun(service, {...rest, status, finishedAt: clock.now()});
	};

	async function run({id, runTimeoutSec}: RunRecord, cancel: AbortController): Promise<void> {
		const over = new AbortController();
		void pause(clock, Math.min(runTimeoutSec * 1000, longestMs), over.signal).then(
			() => cancel.abort('TIMEOUTED' satisfies RunStatus),
			() => {},
		);
		try {
			const status = await runSteps(service, id, AbortSignal.any([cancel.signal, closing.signal]));
			if (cancel.signal.aborted) finish(id, cancel.signal.reason === 'TIMEOUTED' ? 'TIMEOUTED' : 'CANCELED');
			else finish(id, status);
		} finally {
			over.abort();
			running.delete(id);
		}
	}

	const trigger = (automation: AutomationRecord, cause: Cause = {}): RunRecord =>
		store.atomically(() => {
			const queued = setRun(service, newRun(service, automation, cause));
			dropOldRuns(store, automation.teamId);
			const record = setRun(service, {...queued, status: 'RUNNING', startedAt: clock.now()});
			const cancel = new AbortController();
			running.set(record.id, cancel);
			store.onRollback(() => void running.delete(record.id));
			store.afterCommit(() => track(work, run(record, cancel).catch(onBug)));
			return record;
		});
	const skip = createSkip(service);
	const unfinished = () => [...running.keys()].flatMap(id => store.runs.get(id) ?? []);
	const unfinishedRuns = ({id}: AutomationRecord) => unfinished().filter(run => run.automationId === id);
	const canStartRun = (teamId: string) =>
		unfinished().filter(run => run.teamId === teamId).length < service.limits.maxUnfinishedRuns;
	const fire = (automation: AutomationRecord, cause: Cause) =>
		canStartRun(automation.teamId) ? trigger(automation, cause) : skip(automation, cause);
	const schedule = openSchedule(service, onBug, (automation, scheduledFireAt) => {
		// If a run is longer than its schedule's interval, no second run starts beside it.
		if (unfinishedRuns(automation).length === 0) fire(automation, {scheduledFireAt});
	});

	return {
		trigger,
		canStartRun,
		rearm: () => store.afterCommit(schedule.rearm),
		onStateChange: change => {
			const {id: sourceId} = change.server;
			for (const automation of closing.signal.aborted ? [] : triggeredBy(service, change)) {
				// State changes of a run's own servers do not start another run.
				const isOwn = unfinishedRuns(automation).some(run => Object.hasOwn(run.targetIds, sourceId));
				if (!isOwn) fire(automation, {sourceId});
			}
		},
		cancel: run => {
			const cancel = running.get(run.id);
			if (!cancel) return run;
			store.afterCommit(() => cancel.abort('CANCELED' satisfies RunStatus));
			return setRun(service, {...run, cancelRequested: true});
		},
		abandonUnfinished: () => {
			for (const {id, status} of store.runs.all())
				if (status === 'QUEUED' || status === 'RUNNING') finish(id, 'FAILED');
		},
		idle: async () => void (await Promise.all(work)),
		close: () => {
			schedule.close();
			closing.abort();
		},
	};
}

/** Returns the automations that the change of a state starts. */
function triggeredBy({store, supervises}: ServiceContext, change: StateChange): AutomationRecord[] {
	return store.automations.all().filter(({enabled, teamId, trigger}) => {
		if (!supervises || !enabled || teamId !== change.server.teamId) return false;
		const read = readTrigger(trigger);
		return read.kind === 'state' && read.matches(change);
	});
}

/** Tracks a promise in the set until it settles. */
function track(work: Set<Promise<void>>, promise: Promise<void>): void {
	const done = promise.finally(() => work.delete(done));
	work.add(done);
}

/** Removes the oldest finished runs of a team. A run without its record would end. */
function dropOldRuns({runs}: ServiceContext['store'], teamId: string): void {
	runs.dropOldest(teamId, maxRuns, ({finishedAt}) => finishedAt === undefined);
}

/** Records a run that failed because the team is at its limit, at most one per minute so that others stay listed. */
function createSkip(service: ServiceContext): (automation: AutomationRecord, cause: Cause) => void {
	const skippedAt = new Map<string, number>();
	return (automation, cause) => {
		const now = service.clock.now();
		if (Math.abs(now - (skippedAt.get(automation.id) ?? -Infinity)) < skipEveryMs) return;
		skippedAt.set(automation.id, now);
		setRun(service, skippedRun(newRun(service, automation, cause), service.limits.maxUnfinishedRuns));
		dropOldRuns(service.store, automation.teamId);
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

function newRun(service: ServiceContext, automation: AutomationRecord, cause: Cause): RunRecord {
	const {teamId, workflow, runTimeoutSec} = automation;
	const {sourceId, scheduledFireAt} = cause;
	const targets = cause.targetIds ?? targetsOf(automation.targets, serversOfTeam(service, teamId), sourceId);
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
