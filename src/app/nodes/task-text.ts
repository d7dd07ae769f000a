import {isRunning, progressText} from '../../actions/task-progress.ts';
import {numberOf} from '../../contract/wire-values.ts';
import {momentText} from '../../contract/moments.ts';
import type {NodeTask} from '../../contract/models/node.ts';
import {commonMessages} from '../../messages/common.ts';
import {nodeMessages} from '../../messages/node-screens.ts';
import {type Message, gap, joinMessages} from '../../messages/text.ts';

/** Returns when a timed task is due, by the clock of its node; undefined if unknown. */
function dueAt({type, createdAt, context}: NodeTask): number | undefined {
	const delay = numberOf(context?.['delay']);
	if (type?.startsWith('TIMED_') !== true || delay === undefined || typeof createdAt !== 'number')
		return undefined;
	return createdAt + delay * 60_000;
}

function whenText(task: NodeTask, now: number): Message {
	const {createdAt, finishedAt} = task;
	const agoText = (at: number) => commonMessages.ago(now - at);
	if (finishedAt !== undefined) return nodeMessages.taskEnded(momentText(finishedAt, agoText, ''));
	const due = dueAt(task);
	if (due !== undefined) return due > now ? nodeMessages.taskDueIn(due - now) : nodeMessages.taskDueNow;
	return createdAt === undefined ? '' : nodeMessages.taskStarted(momentText(createdAt, agoText, ''));
}

/** Formats a task as `RUNNING 40%   ark-isl-1   started 12s ago`; a progress bar would say less in the same space. */
export function taskText(task: NodeTask, nameOf: (serverId: string) => string, now: number): Message {
	const {state, targetIds, errorMessage, cancellable} = task;
	// A task that waits for its time has no progress.
	const progress = isRunning(task) && dueAt(task) === undefined ? ` ${progressText(task)}` : '';
	return joinMessages(
		[
			`${state ?? nodeMessages.taskStateNotSaid}${progress}`,
			targetIds.map(nameOf).join(', '),
			whenText(task, now),
			errorMessage,
			cancellable === true && isRunning(task) ? nodeMessages.cancelsTask : undefined,
		],
		gap,
	);
}
