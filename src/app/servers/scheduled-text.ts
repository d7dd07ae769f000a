import {formatDuration} from '../../lib/ago.ts';
import {scheduledMessages} from '../../messages/server-list.ts';
import type {ScheduledAction} from './scheduled-actions.ts';
import {type Message, duration} from '../../messages/text.ts';

const words = {stop: 'stop', restart: 'rst'} as const;

/** Formats a scheduled action for a column: `rst ~8m`, or `r8m` if space is short. Minutes are rounded up. */
export function scheduledText({action, at}: ScheduledAction, now: number, isShort: boolean): string {
	const left = Math.max(0, at - now);
	if (isShort) return `${action[0] === 's' ? 's' : 'r'}${formatDuration(Math.ceil(left / 60_000) * 60_000)}`;
	return `${words[action]} ~${left < 60_000 ? formatDuration(left) : `${Math.ceil(left / 60_000)}m`}`;
}

/** Formats it in full, with the source of the information and whether it can be canceled. */
export function scheduledSentence({action, at, source, task}: ScheduledAction, now: number): Message {
	const when = new Date(at).toISOString().slice(11, 16);
	const left = duration(Math.max(0, at - now));
	const how = source === 'node' ? scheduledMessages.reportedByNode : scheduledMessages.scheduledHere;
	const undo = task?.cancellable
		? scheduledMessages.cancels
		: task
			? scheduledMessages.noLongerCancellable
			: scheduledMessages.notCancellable;
	return scheduledMessages.sentence(action, when, left, how, undo);
}
