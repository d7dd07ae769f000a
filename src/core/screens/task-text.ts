import type {NodeTask} from '../../contract/models/node.ts';
import {spanText} from '../../lib/ago.ts';

/** It waits or works; states that are not known are shown, and not taken for either. */
export const isRunning = ({state}: NodeTask): boolean => state === 'PENDING' || state === 'RUNNING';

export const progressText = ({progressPercentage}: NodeTask): string =>
	progressPercentage === undefined ? '' : `${Math.max(0, Math.min(100, Math.round(progressPercentage)))}%`;

/** `RESTART  RUNNING 40%  ark-isl-1  begun 12s ago`; a bar would say less in the same room. */
export function taskText(task: NodeTask, nameOf: (serverId: string) => string, now: number): string {
	const {state, targetIds, createdAt, finishedAt, errorMessage, cancellable} = task;
	const targets = targetIds.map(nameOf).join(', ');
	const when =
		finishedAt === undefined
			? createdAt === undefined
				? ''
				: `begun ${spanText(now - createdAt)} ago`
			: `ended ${spanText(now - finishedAt)} ago`;
	return [
		`${state ?? 'state not said'}${isRunning(task) ? ` ${progressText(task)}` : ''}`,
		targets,
		when,
		errorMessage,
		cancellable === true && isRunning(task) ? 'X cancels it' : undefined,
	]
		.filter(part => part !== undefined && part !== '')
		.join('   ');
}
