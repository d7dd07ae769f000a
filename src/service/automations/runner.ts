import {pause} from '../../lib/clock.ts';
import {setRun} from '../publish.ts';
import {serversOfTeam, type ServiceContext} from '../context.ts';
import type {AutomationRecord, RunRecord, RunStatus} from '../records.ts';
import {runSteps} from './run-steps.ts';
import {openSchedule} from './schedule.ts';
import {targetsOf} from './targets.ts';
import {readTrigger} from './triggers.ts';
import type {AutomationRunner, Cause} from './automation-runner.ts';

const maxRuns = 1000;
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

	async function run(record: RunRecord): Promise<void> {
		const {id, runTimeoutSec} = record;
		const cancel = new AbortController();
		const over = new AbortController();
		running.set(id, cancel);
		setRun(service, {...record, status: 'RUNNING', startedAt: clock.now()});
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

	const trigger = (automation: AutomationRecord, cause: Cause = {}): RunRecord => {
		const record = setRun(service, newRun(service, automation, cause));
		dropOldRuns(store);
		track(work, run(record).catch(onBug));
		return store.runs.get(record.id) ?? record;
	};
	const unfinishedRuns = ({id}: AutomationRecord) =>
		[...running.keys()].flatMap(runId => {
			const run = store.runs.get(runId);
			return run?.automationId === id ? [run] : [];
		});
	const schedule = openSchedule(service, onBug, (automation, scheduledFireAt) => {
		// If a run is longer than its schedule's interval, no second run starts beside it.
		if (unfinishedRuns(automation).length === 0) trigger(automation, {scheduledFireAt});
	});

	return {
		trigger,
		rearm: schedule.rearm,
		onStateChange: change => {
			const {id: sourceId, teamId} = change.server;
			for (const automation of service.supervises ? store.automations.all() : []) {
				if (!automation.enabled || automation.teamId !== teamId || closing.signal.aborted) continue;
				const read = readTrigger(automation.trigger);
				if (read.kind !== 'state' || !read.matches(change)) continue;
				// State changes of a run's own servers do not start another run.
				if (!unfinishedRuns(automation).some(run => Object.hasOwn(run.targetIds, sourceId)))
					trigger(automation, {sourceId});
			}
		},
		cancel: run => {
			const cancel = running.get(run.id);
			if (!cancel) return run;
			cancel.abort('CANCELED' satisfies RunStatus);
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

/** Tracks a promise in the set until it settles. */
function track(work: Set<Promise<void>>, promise: Promise<void>): void {
	const done = promise.finally(() => work.delete(done));
	work.add(done);
}

function dropOldRuns({runs}: ServiceContext['store']): void {
	const surplus = runs.count() - maxRuns;
	for (const {id} of runs.all().slice(0, Math.max(0, surplus))) runs.remove(id);
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
