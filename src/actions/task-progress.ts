import type {NodeTask} from '../contract/models/node.ts';

/** It waits or works; states that are not known are shown, and not taken for either. */
export const isRunning = ({state}: NodeTask): boolean => state === 'PENDING' || state === 'RUNNING';

export const progressText = ({progressPercentage}: NodeTask): string =>
	progressPercentage === undefined ? '' : `${Math.max(0, Math.min(100, Math.round(progressPercentage)))}%`;
