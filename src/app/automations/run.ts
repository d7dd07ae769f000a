import {firstMoment} from '../../contract/moments.ts';
import {clockText} from '../../lib/time/ago.ts';
import {tableOf} from '../../lib/json/maps.ts';
import type {AutomationRun} from '../../contract/models/automation.ts';
import {automationScreenMessages} from '../../messages/automations.ts';
import type {CellTone} from '../kernel/text/spans.ts';
import type {TimeMode} from '../kernel/state/view-state.ts';
import {isFields, textOf} from '../../contract/wire-values.ts';
import {commonMessages, type Message, ratio} from '../../messages/text.ts';

const finalStatuses = tableOf<CellTone>({
	SUCCEEDED: 'online',
	FAILED: 'offline',
	CANCELED: 'unknown',
	TIMEOUTED: 'offline',
});
const open = new Set(['QUEUED', 'PENDING', 'RUNNING']);

/** The specification shows only RUNNING; the others come from the public documentation. */
export const runStatuses: readonly string[] = [...open, ...finalStatuses.keys()];

/** Returns the known status for a word; accepts both spellings of CANCELED. */
export function runStatusOf(word: string): string | undefined {
	const wanted = word.trim().toUpperCase().replace('CANCELLED', 'CANCELED');
	return runStatuses.find(status => status.toUpperCase() === wanted);
}

/** Returns why a run failed, as far as a step says it. */
export const reasonOf = ({stepHistory}: Pick<AutomationRun, 'stepHistory'>): string | undefined =>
	stepHistory.flatMap(step => textOf(isFields(step) ? step['errorMessage'] : undefined) ?? []).at(-1);

/** An unknown status counts as over once the run has an end time. */
export const isOver = ({status, finishedAt}: AutomationRun): boolean =>
	typeof finishedAt === 'number' || finalStatuses.has(status ?? '');

export function statusTone({status}: AutomationRun): CellTone {
	if (status === undefined) return 'faint';
	if (open.has(status)) return 'changing';
	return finalStatuses.get(status) ?? 'unknown';
}

/** Returns how long the run took, or has taken so far, ms; undefined if the service gives no start time. */
export function durationMs(run: AutomationRun, now: number): number | undefined {
	const from = firstMoment(run.startedAt, run.createdAt);
	const to = typeof run.finishedAt === 'number' ? run.finishedAt : isOver(run) ? undefined : now;
	return typeof from === 'number' && to !== undefined ? Math.max(0, to - from) : undefined;
}

/**
Returns how many servers the run targets, and how many are left if some have dropped out. (Specification: AutomationRun,
targetIds)
*/
export function targetsText(run: AutomationRun): string {
	const {targetIds} = run;
	if (targetIds === undefined) return '-';
	if (hadNoServers(run)) return automationScreenMessages.noTargets;
	const {length} = Object.keys(targetIds);
	const lost = lostCount({targetIds});
	return lost === 0 ? String(length) : automationScreenMessages.serversLeft(length - lost, length);
}

/** Returns whether a run has ended whose targets matched no servers. */
export const hadNoServers = (run: AutomationRun): boolean =>
	run.targetIds !== undefined && Object.keys(run.targetIds).length === 0 && isOver(run);

export const lostCount = ({targetIds = {}}: Pick<AutomationRun, 'targetIds'>): number =>
	Object.values(targetIds).filter(isActive => !isActive).length;

/** Returns the step that the run is at. A service sends an empty one, or null, if there is none. */
export const currentStepOf = ({currentStep: step}: AutomationRun): unknown =>
	step === null || (typeof step === 'object' && Object.keys(step).length === 0) ? undefined : step;

/** `2/3` while it runs. */
export const stepText = (run: AutomationRun): Message =>
	ratio(
		Math.min(run.stepHistory.length + (isOver(run) ? 0 : 1), run.workflowSize ?? Infinity),
		run.workflowSize ?? '?',
	);

/** Formats a time; includes the date on another day, because runs go back for days. */
export function dayAndTime(at: number, time: TimeMode, now: number): Message {
	if (time === 'relative') return commonMessages.ago(now - at);
	const clock = clockText(at, time === 'utc');
	if (now - at < 43_200_000) return clock;
	const date = new Date(at);
	const day =
		time === 'utc'
			? date.toISOString().slice(5, 10)
			: `${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
	return `${day} ${clock}`;
}
