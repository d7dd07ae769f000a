import type {NodeTask} from '../contract/models/node.ts';

/** Returns whether the task is pending or running; unknown states count as neither. */
export const isRunning = ({state}: NodeTask): boolean => state === 'PENDING' || state === 'RUNNING';

export const progressText = ({progressPercentage}: NodeTask): string =>
	progressPercentage === undefined ? '' : `${Math.max(0, Math.min(100, Math.round(progressPercentage)))}%`;
