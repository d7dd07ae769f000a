import {dialogMessages} from '../../messages/dialogs.ts';
import {typedIn} from './dialog.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import type {FormDialog} from '../kernel/dialogs/dialog-state.ts';
import {fieldOf} from '../kernel/text/text-field.ts';

const maxNamed = 8;

/** Completes the path in a field of the open dialog. */
export async function completeField(services: Services, {openedAt, field}: FormDialog): Promise<void> {
	const {store} = services;
	const before = store.getState().dialog;
	if (before?.kind !== 'form' || field === undefined) return;
	const text = typedIn(before)[field] ?? '';
	const completed = await completePath(services, text);
	const {dialog} = store.getState();
	// Text typed in the meantime is not overwritten.
	if (dialog?.kind !== 'form' || dialog.openedAt !== openedAt || typedIn(dialog)[field] !== text) return;
	if (completed === text) return;
	store.dispatch({type: 'dialog/changed', change: {typed: {...dialog.typed, [field]: fieldOf(completed)}}});
}

/** Completes a path as far as it is unambiguous; lists the candidates if there are several. */
export async function completePath(services: Services, text: string): Promise<string> {
	const found = await services.frontEnd.paths(text);
	if (found.length === 0) notify(services, 'info', dialogMessages.noSuchPath, {about: 'view'});
	else if (found.length > 1) {
		const names = found.slice(0, maxNamed).map(path => path.replace(/.*\/(?=.)/, ''));
		notify(services, 'info', dialogMessages.paths(names, found.length - names.length), {about: 'view'});
	}
	const shared = sharedStart(found);
	return shared.length > text.length ? shared : text;
}

function sharedStart([first = '', ...others]: readonly string[]): string {
	let length = first.length;
	for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
	return first.slice(0, length);
}
