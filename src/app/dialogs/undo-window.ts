import {dialogMessages} from '../../messages/dialogs.ts';
import {undoWindowMs} from './review.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';

/**
Opens an undo window. `send` is called at its end unless the user has undone the action, and resolves when the service
has answered.
*/
export function startUndoWindow(services: Services, text: string, send: () => Promise<void>): void {
	const {store, clock, newId} = services;
	const id = newId();
	store.dispatch({type: 'undoWindow/started', action: {id, text, until: clock.now() + undoWindowMs}});
	clock.after(undoWindowMs, () => {
		if (!store.getState().undoWindow.some(held => held.id === id)) return;
		store.dispatch({type: 'undoWindow/ended', ids: [id]});
		const removeNotice = notify(services, 'info', dialogMessages.undoWindowOver(text));
		void send().finally(removeNotice);
	});
}

/** Undoes the newest action in an undo window; nothing of it is sent. */
export function undoLast(services: Services): boolean {
	const {store} = services;
	const last = store.getState().undoWindow.at(-1);
	if (!last) return false;
	store.dispatch({type: 'undoWindow/ended', ids: [last.id]});
	notify(services, 'info', dialogMessages.undone(last.text), {claim: 'nothingSent'});
	return true;
}

/** Discards actions in their undo window: when the program ends, they are never sent. */
export function clearUndoWindow({store}: Services): void {
	const ids = store.getState().undoWindow.map(({id}) => id);
	if (ids.length > 0) store.dispatch({type: 'undoWindow/ended', ids});
}
