import type {FieldId} from '../kernel/dialog-id.ts';
import {problemIn} from '../../actions/field.ts';
import {formFor} from '../kernel/form.ts';
import {notify} from '../kernel/notify.ts';
import type {Program} from '../kernel/program.ts';
import type {State} from '../state.ts';
import {fieldOf} from '../kernel/text-field.ts';
import {change} from './open-dialog.ts';

/** Returns the field of the open dialog to edit externally: the focused document, else the first one. */
export function documentOf({dialog}: State): FieldId | undefined {
	if (dialog?.kind !== 'form' || dialog.step !== 'edit') return undefined;
	const {kinds, field} = dialog;
	const isDocument = (name: FieldId) => kinds[name] === 'document';
	if (field !== undefined && isDocument(field)) return field;
	return (Object.keys(kinds) as FieldId[]).find(isDocument);
}

/**
Opens the document in the editor. The saved text comes back even if it is invalid, so that it can be
corrected.
*/
export async function editDocument(services: Program): Promise<void> {
	const {store, frontEnd, dialogs} = services;
	const {dialog} = store.getState();
	const name = documentOf(store.getState());
	if (name === undefined || dialog?.kind !== 'form') return;
	const edited = await frontEnd.edit(dialog.typed[name]?.text ?? '');
	const now = store.getState().dialog;
	if (now?.kind !== 'form' || now.openedAt !== dialog.openedAt) return;
	if ('problem' in edited) {
		notify(services, 'warning', edited.problem);
		return;
	}
	const text = edited.text.trimEnd();
	const {[name]: _, ...others} = now.problems;
	const field = formFor(dialogs, now)?.fields[name];
	const problem = field && problemIn(field, text);
	change(services, {
		field: name,
		typed: {...now.typed, [name]: fieldOf(text)},
		problems: problem === undefined ? others : {...others, [name]: problem},
	});
}
