import {quitMessages} from '../messages/screens.ts';
import {notify} from './kernel/state/notify.ts';
import type {Services} from './kernel/state/services.ts';
import type {UndoWindowState} from './kernel/state/view-state.ts';
import type {Job} from '../contract/models/job.ts';
import {isOpen, isOver} from './jobs/jobs-state.ts';
import {clearUndoWindow} from './dialogs/undo-window.ts';

/**
Quits. If something would be lost, it only reports that, unless already confirmed. Returns false if the
session continues. Asking neither sends nor cancels an action in its undo window.
*/
export function quit(services: Services, isConfirmed: boolean): boolean {
	const lost = lostAtEnd(services);
	if (lost.length > 0 && !isConfirmed) {
		const again = quitMessages.again;
		notify(services, 'warning', quitMessages.quitAllTheSame(lost.join(' '), again));
		return false;
	}
	// Immediately, because ending the session may take longer than the undo window.
	clearUndoWindow(services);
	services.frontEnd.quit();
	return true;
}

/** Describes what would be lost if the session ended now. */
export function lostAtEnd({store, clock, waits}: Services): string[] {
	const {jobs, exporting, undoWindow} = store.getState();
	return [
		...undoWindowText(undoWindow, clock.now()),
		...jobsLeft(jobs.filter(isOpen)),
		...commandsLeft(waits),
		...(exporting ? [quitMessages.exporting] : []),
	];
}

/** Describes the actions in their undo window, which are never sent after the program ends. */
function undoWindowText(undoWindow: UndoWindowState, now: number): string[] {
	const [first, ...more] = undoWindow;
	if (!first) return [];
	const others = more.length > 0 ? quitMessages.more(more.length) : '';
	const seconds = Math.max(1, Math.ceil((first.until - now) / 1000));
	const left = more.length > 0 ? quitMessages.theyAreNotSent : quitMessages.itIsNotSent;
	return [quitMessages.pendingAction(first.text, others, seconds, left)];
}

/** Describes the typed commands without an answer: sent ones may still run, queued ones never will. */
function commandsLeft(waits: Services['waits']): string[] {
	const typed = [...waits.values()].filter(({yields, isOver}) => !yields && !isOver);
	const queued = typed.filter(({start}) => start !== undefined).length;
	const sent = typed.length - queued;
	return [
		...(sent > 0 ? [quitMessages.unanswered(sent)] : []),
		...(queued > 0 ? [quitMessages.queued(queued)] : []),
	];
}

/** Describes what would not be done if the program ended now. */
export function jobsLeft(open: readonly Job[]): string[] {
	const left = open.flatMap(({steps}) => steps).filter(step => !isOver(step)).length;
	return open.length > 0 ? [quitMessages.jobs(left)] : [];
}
