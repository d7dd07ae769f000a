import type {NodeTask} from '../contract/models/node.ts';
import {timeLeft} from '../lib/time/time-left.ts';
import {numberOf, textOf} from '../contract/wire-values.ts';

/** Returns whether the task is pending or running; unknown states count as neither. */
export const isRunning = ({state}: NodeTask): boolean => state === 'PENDING' || state === 'RUNNING';

export const progressText = ({progressPercentage}: NodeTask): string =>
	progressPercentage === undefined ? '' : `${Math.max(0, Math.min(100, Math.round(progressPercentage)))}%`;

/** Returns how much longer a running task takes at its pace, by the clock of its node, ms; undefined if unknown. */
export const taskTimeLeft = ({progressPercentage, createdAt}: NodeTask, now: number): number | undefined =>
	typeof createdAt === 'number' && progressPercentage !== undefined
		? timeLeft(progressPercentage / 100, now - createdAt)
		: undefined;

/** Returns when a timed task is due, by the clock of its node, epoch ms; undefined if unknown. */
export function dueAt({type, createdAt, context}: NodeTask): number | undefined {
	const delay = numberOf(context?.['delay']);
	if (type?.startsWith('TIMED_') !== true || delay === undefined || typeof createdAt !== 'number')
		return undefined;
	return createdAt + delay * 60_000;
}

/** Returns the command that a waiting task sends to its server later, and when: the unban of a ban for a time. */
export function laterCommandOf(task: NodeTask): {command: string; at: number} | undefined {
	const [command, at] = [textOf(task.context?.['command']), dueAt(task)];
	if (task.type !== 'TIMED_COMMAND' || !isRunning(task)) return undefined;
	return command === undefined || at === undefined ? undefined : {command, at};
}
