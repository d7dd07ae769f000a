import {firstMoment} from '../../contract/moments.ts';
import {tableOf} from '../../lib/maps.ts';
import type {AutomationRun} from '../../contract/models/automation.ts';
import {spanText} from '../../lib/ago.ts';
import type {CellTone} from '../screens/list-screen.ts';

const overs = tableOf<CellTone>({
	SUCCEEDED: 'online',
	FAILED: 'offline',
	CANCELED: 'unknown',
	TIMEOUTED: 'offline',
});
const open = new Set(['QUEUED', 'PENDING', 'RUNNING']);

/** The specification shows RUNNING only; the others are those of the public documentation. */
export const runStatuses: readonly string[] = [...open, ...overs.keys()];

/** The status that a word means among those that are known, in either spelling of CANCELED. */
export function runStatusOf(word: string, known: readonly string[] = runStatuses): string | undefined {
	const wanted = word.trim().toUpperCase().replace('CANCELLED', 'CANCELED');
	return known.find(status => status.toUpperCase() === wanted);
}

/** A status that is not known is over once the run has an end. */
export const isOver = ({status, finishedAt}: AutomationRun): boolean =>
	typeof finishedAt === 'number' || overs.has(status ?? '');

export function statusTone({status}: AutomationRun): CellTone {
	if (status === undefined) return 'faint';
	if (open.has(status)) return 'changing';
	return overs.get(status) ?? 'unknown';
}

/** How long it took, or takes so far; undefined where the service says no beginning. */
export function durationMs(run: AutomationRun, now: number): number | undefined {
	const from = firstMoment(run.startedAt, run.createdAt);
	const to = typeof run.finishedAt === 'number' ? run.finishedAt : isOver(run) ? undefined : now;
	return typeof from === 'number' && to !== undefined ? Math.max(0, to - from) : undefined;
}

/** `850ms`, `12.4s`, `3m 20s`: short spans are what steps differ in. */
export function durationText(ms: number): string {
	if (ms < 1000) return `${Math.round(ms)}ms`;
	if (ms < 60_000) return `${Math.round(ms / 100) / 10}s`;
	const seconds = Math.floor(ms / 1000) % 60;
	if (ms < 3_600_000) return `${Math.floor(ms / 60_000)}m${seconds > 0 ? ` ${seconds}s` : ''}`;
	const minutes = Math.floor(ms / 60_000) % 60;
	return ms < 86_400_000
		? `${Math.floor(ms / 3_600_000)}h${minutes > 0 ? ` ${minutes}m` : ''}`
		: spanText(ms);
}

/** How many servers it is about, and how many have dropped out. (Specification: AutomationRun, targetIds) */
export function targetsText({targetIds}: AutomationRun): string {
	if (targetIds === undefined) return '-';
	const all = Object.values(targetIds);
	const lost = all.filter(isActive => !isActive).length;
	return lost === 0 ? String(all.length) : `${all.length}, ${lost} lost`;
}

/** `2/3` while it runs. */
export function stepText(run: AutomationRun): string {
	const size = run.workflowSize === undefined ? '?' : String(run.workflowSize);
	return `${Math.min(run.stepHistory.length + (isOver(run) ? 0 : 1), run.workflowSize ?? Infinity)}/${size}`;
}
