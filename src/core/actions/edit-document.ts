import {forms} from '../forms/index.ts';
import type {Message} from '../../messages/text.ts';
import {FieldProblem} from '../../actions/field.ts';
import type {FormId} from '../forms/form-id.ts';
import {notify} from '../notify.ts';
import type {Services} from '../services.ts';
import type {State} from '../state/index.ts';
import {fieldOf} from '../text-field.ts';
import {change} from './dialogs.ts';

/** The field of the open dialog that is edited outside: the focused one, else the first. */
export function documentOf({dialog}: State): string | undefined {
	if (dialog?.kind !== 'form' || dialog.step !== 'edit') return undefined;
	const fields = forms.get(dialog.form)?.fields ?? {};
	const isDocument = (name: string) => fields[name]?.kind === 'document';
	if (dialog.field !== undefined && isDocument(dialog.field)) return dialog.field;
	return Object.keys(fields).find(isDocument);
}

/** Opens the document in the editor. Whatever is saved comes back, also where it is not right: it is gone on with then. */
export async function editDocument(services: Services): Promise<void> {
	const {store, face} = services;
	const {dialog} = store.getState();
	const name = documentOf(store.getState());
	if (name === undefined || dialog?.kind !== 'form') return;
	const edited = await face.edit(dialog.typed[name]?.text ?? '');
	const now = store.getState().dialog;
	if (now?.kind !== 'form' || now.openedAt !== dialog.openedAt) return;
	if ('problem' in edited) {
		notify(services, 'warning', edited.problem);
		return;
	}
	const text = edited.text.trimEnd();
	const {[name]: _, ...others} = now.problems;
	const problem = problemOf(now.form, name, text);
	change(services, {
		field: name,
		typed: {...now.typed, [name]: fieldOf(text)},
		problems: problem === undefined ? others : {...others, [name]: problem},
	});
}

function problemOf(formId: FormId, name: string, text: string): Message | undefined {
	try {
		forms.get(formId)?.fields[name]?.read(text);
		return undefined;
	} catch (error) {
		if (!(error instanceof FieldProblem)) throw error;
		return error.text;
	}
}
