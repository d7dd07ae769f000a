import {stepMessages} from '../../messages/automations.ts';
import type {ServiceContext} from '../context.ts';
import {
	type AutomationRecord,
	isUnfinished,
	type RunRecord,
	type ServerRecord,
	type StepRecord,
} from '../records/records.ts';
import type {Cause, StateChange} from './automation-runner.ts';
import {targetsOf} from '../../contract/automation-targets.ts';
import {openTrigger} from './triggers.ts';

type Service = Pick<ServiceContext, 'newId' | 'clock' | 'limits'>;

const skipEveryMs = 60_000;

/** `servers`: those of the team. */
export function newRun(
	{newId, clock}: Service,
	automation: AutomationRecord,
	servers: readonly ServerRecord[],
	{targetIds, sourceId, scheduledFireAt}: Cause,
): RunRecord {
	const {teamId, workflow, runTimeoutSec} = automation;
	const targets = targetIds ?? targetsOf(automation.targets, servers, sourceId);
	return {
		id: newId(),
		automationId: automation.id,
		teamId,
		status: 'QUEUED',
		createdAt: clock.now(),
		...(scheduledFireAt !== undefined && {scheduledFireAt}),
		targetIds: Object.fromEntries(targets.map(serverId => [serverId, true])),
		stepHistory: [],
		cancelRequested: false,
		workflow,
		runTimeoutSec,
	};
}

/** What decides whether an automation may start a run. */
type TeamFacts = {
	servers: readonly ServerRecord[];
	unfinished: readonly RunRecord[];
	/** The newest run of an automation. */
	newestOf: (automationId: string) => RunRecord | undefined;
};

/**
Returns the run that an automation starts by itself. If the team is at its limit, the run has failed with this reason,
at most once per minute so that others stay listed; undefined in between.
*/
export function firedRun(
	service: Service,
	automation: AutomationRecord,
	{servers, unfinished, newestOf}: TeamFacts,
	cause: Cause,
): RunRecord | undefined {
	const most = service.limits.maxUnfinishedRuns;
	const run = newRun(service, automation, servers, cause);
	if (unfinished.length < most) return run;
	const newest = newestOf(automation.id);
	const isRecent = newest !== undefined && Math.abs(run.createdAt - newest.createdAt) < skipEveryMs;
	return isRecent && newest.stepHistory[0]?.type === skipped ? undefined : skippedRun(run, most);
}

/** The type of a step that was not performed. */
const skipped = 'SKIPPED';

/** Returns the run as one that failed before its first step. */
function skippedRun(run: RunRecord, most: number): RunRecord {
	const {createdAt: at, targetIds} = run;
	const step: StepRecord = {
		index: 0,
		type: skipped,
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

/** Returns the automations that the change of a state starts. */
export const triggeredBy = (change: StateChange, all: readonly AutomationRecord[]): AutomationRecord[] =>
	all.filter(({enabled, trigger}) => {
		const read = enabled ? openTrigger(trigger) : undefined;
		return read?.kind === 'state' && read.matches(change);
	});

/** Returns the runs of automations that the change of a state starts. */
export function triggeredRuns(
	service: Service,
	{server: {id: sourceId}}: StateChange,
	triggered: readonly AutomationRecord[],
	{unfinished, ...facts}: TeamFacts,
): RunRecord[] {
	const present = [...unfinished];
	return triggered.flatMap(automation => {
		const own = present.filter(run => run.automationId === automation.id);
		// State changes of a run's own servers do not start another run.
		if (own.some(({targetIds}) => Object.hasOwn(targetIds, sourceId))) return [];
		const run = firedRun(service, automation, {...facts, unfinished: present}, {sourceId});
		if (!run) return [];
		if (isUnfinished(run)) present.push(run);
		return [run];
	});
}

/** Returns whether a time is still one of the automation's schedule. */
export function isDueAt({enabled, trigger}: AutomationRecord, time: number): boolean {
	const read = enabled ? openTrigger(trigger) : undefined;
	return read?.kind === 'cron' && read.next(time - 1) === time;
}
