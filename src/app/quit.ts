import {alternative, key, message} from '../messages/text.ts';
import {notify} from './kernel/notify.ts';
import type {Services} from './kernel/services.ts';
import type {UndoWindowState} from './kernel/undo-window-state.ts';
import {isOpen, isOver, type Job} from './jobs/jobs-state.ts';
import {clearUndoWindow} from './dialogs/undo-window.ts';

/**
Ends the session; where something would be lost it only says so, unless that was said before. False where it goes on.
What waits in its undo window is neither sent early nor cancelled by asking.
*/
export function quit(services: Services, isConfirmed: boolean): boolean {
	const {jobs, exporting, holds} = services.store.getState();
	const lost = [
		...heldWords(holds, services.clock.now()),
		...jobsLeft(jobs.filter(isOpen)),
		...(exporting ? ['An export is being written.'] : []),
	];
	if (lost.length > 0 && !isConfirmed) {
		const again = alternative(message`Press ${key('app.quit')} again`, ':quit once more');
		notify(services, 'warning', message`${lost.join(' ')} ${again} to quit all the same.`);
		return false;
	}
	// At once: the end of the session may take longer than the undo window.
	clearUndoWindow(services);
	services.face.quit();
	return true;
}

/** Actions in their undo window: a program that ends never sends them. */
function heldWords(holds: UndoWindowState, now: number): string[] {
	const [first, ...more] = holds;
	if (!first) return [];
	const others = more.length > 0 ? ` and ${more.length} more` : '';
	const seconds = Math.max(1, Math.ceil((first.until - now) / 1000));
	const left = more.length > 0 ? 'They are not sent' : 'It is not sent';
	return [`${first.text}${others}: sent in ${seconds}s. ${left} if you quit now.`];
}

/** What would not be done if the program ended now. */
export function jobsLeft(open: readonly Job[]): string[] {
	const left = open.flatMap(({steps}) => steps).filter(step => !isOver(step)).length;
	return open.length > 0 ? [`Jobs have ${left} servers to do, and stop with this deck.`] : [];
}
