import {formatDuration} from '../../lib/ago.ts';
import type {PendingAct} from './scheduled-actions.ts';
import {type Message, alternative, duration, key, message} from '../../messages/text.ts';

const words = {stop: 'stop', restart: 'rst'} as const;

/** What is to come, for a column: `rst ~8m`, or `r8` where there is little room. Minutes are rounded up. */
export function pendingText({act, at}: PendingAct, now: number, isShort: boolean): string {
	const left = Math.max(0, at - now);
	if (isShort) return `${act[0] === 's' ? 's' : 'r'}${Math.ceil(left / 60_000)}`;
	return `${words[act]} ~${left < 60_000 ? formatDuration(left) : `${Math.ceil(left / 60_000)}m`}`;
}

/** The same in full, with how we know and whether it can be cancelled. */
export function pendingSentence({act, at, source, task}: PendingAct, now: number): Message {
	const when = new Date(at).toISOString().slice(11, 16);
	const left = duration(Math.max(0, at - now));
	const how = source === 'node' ? 'says its node' : 'scheduled here';
	const undo = task?.cancellable
		? message`${key('view.undo')} cancels it`
		: task
			? 'can no longer be cancelled'
			: 'cannot be cancelled here';
	return message`${act} ${alternative('~', 'about ')}${when}Z, in ${left} (${how}; ${undo})`;
}
