import type {NodeTask} from '../contract/models/node.ts';
import {numberOf, textOf} from '../contract/wire-values.ts';

/** Returns whether the task is pending or running; unknown states count as neither. */
export const isRunning = ({state}: NodeTask): boolean => state === 'PENDING' || state === 'RUNNING';

export const progressText = ({progressPercentage}: NodeTask): string =>
	progressPercentage === undefined ? '' : `${Math.max(0, Math.min(100, Math.round(progressPercentage)))}%`;

/** Returns the command that a waiting task sends to its server later, and when, epoch ms: the unban of a ban for a time. */
export function laterCommandOf(task: NodeTask): {command: string; at: number} | undefined {
	const {type, createdAt, context} = task;
	const [command, delay] = [textOf(context?.['command']), numberOf(context?.['delay'])];
	if (type !== 'TIMED_COMMAND' || !isRunning(task) || typeof createdAt !== 'number') return undefined;
	return command === undefined || delay === undefined ? undefined : {command, at: createdAt + delay * 60_000};
}
