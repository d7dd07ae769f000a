import type {AutomationRun} from '../../contract/models/automation.ts';
import {firstMoment, momentText} from '../../contract/moments.ts';
import {commonMessages} from '../../messages/common.ts';
import {elapsed} from '../../messages/text.ts';
import type {ListColumn} from '../kernel/columns.ts';
import type {TimeMode} from '../kernel/view-state.ts';
import {dayAndTime, durationMs, lostCount, statusTone, stepText, targetsText} from './run.ts';

/** The data behind the columns of a run. */
export type ListedRun = {
	run: AutomationRun;
	/** Name of its automation, if known. */
	name: string | undefined;
	time: TimeMode;
	/** How far the clock of the service, which dates runs, is ahead of ours, ms. */
	skewMs: number;
};

/** The columns of the list of runs, declared only here. */
export const runColumns = [
	{
		id: 'started',
		header: 'STARTED',
		width: {min: 9, max: 15},
		priority: 0,
		value: ({run: {startedAt, createdAt}, time, skewMs}, now) =>
			momentText(firstMoment(startedAt, createdAt), at => dayAndTime(at, time, now + skewMs), '-'),
	},
	{
		id: 'status',
		header: 'STATUS',
		width: {min: 9, max: 15},
		priority: 0,
		value: ({run: {status, cancelRequested}}) =>
			`${status ?? commonMessages.notReported}${cancelRequested === true && status === 'RUNNING' ? ' ending' : ''}`,
		style: ({run}) => statusTone(run),
		printed: {value: ({run}) => run.status},
	},
	{
		id: 'took',
		header: 'TOOK',
		width: {min: 7, max: 8},
		priority: 1,
		value({run, skewMs}, now) {
			const took = durationMs(run, now + skewMs);
			return took === undefined ? '-' : elapsed(took);
		},
	},
	{
		id: 'step',
		header: 'STEP',
		width: {min: 5, max: 5},
		priority: 2,
		value: ({run}) => stepText(run),
	},
	{
		id: 'targets',
		header: 'TARGETS',
		width: {min: 10, max: 10},
		priority: 3,
		value: ({run}) => targetsText(run),
		style: ({run}) => (lostCount(run) > 0 ? 'offline' : 'plain'),
		printed: {value: ({run: {targetIds}}) => targetIds && Object.keys(targetIds).length},
	},
	{
		id: 'automation',
		header: 'AUTOMATION',
		width: {min: 12, max: 32},
		priority: 4,
		value: ({run, name}) => name ?? run.automationId ?? '-',
		printed: {value: ({run, name}) => name ?? run.automationId},
	},
] as const satisfies readonly ListColumn<ListedRun, Pick<ListedRun, 'run' | 'name'>>[];
