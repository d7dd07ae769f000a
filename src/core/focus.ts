import type {Services} from './services.ts';
import type {State} from './state/index.ts';
import {emptyField, type TextField} from './text-field.ts';
import {openForm} from './forms/dialog.ts';

/** The text field that has the keys, if one has. */
export function focusedField(state: State): TextField | undefined {
	const {dialog, view} = state;
	if (dialog?.kind === 'form') {
		if (dialog.step === 'edit') return isLine(state) ? dialog.typed[dialog.field ?? ''] : undefined;
		return dialog.step === 'review' && dialog.button === 'confirm' ? dialog.confirm : undefined;
	}
	if (dialog) return undefined;
	if (view.filter.editing) return view.filter.field;
	if (view.input && view.selectedId !== undefined) return view.drafts[view.selectedId] ?? emptyField;
	return undefined;
}

export function changeField({store}: Services, field: TextField): void {
	const {dialog, view} = store.getState();
	if (dialog?.kind === 'form') {
		if (dialog.step === 'review') store.dispatch({type: 'dialog/changed', change: {confirm: field}});
		else if (dialog.field !== undefined) {
			const {[dialog.field]: _, ...problems} = dialog.problems;
			const typed = {...dialog.typed, [dialog.field]: field};
			store.dispatch({type: 'dialog/changed', change: {typed, problems}});
		}
		return;
	}
	if (view.filter.editing) store.dispatch({type: 'view/changed', change: {filter: {field, editing: true}}});
	else if (view.selectedId !== undefined) {
		store.dispatch({type: 'view/drafted', serverId: view.selectedId, draft: field});
	}
}

function isLine(state: State): boolean {
	const open = openForm(state);
	return open?.form.fields[open.dialog.field ?? '']?.kind === 'line';
}

export type Scope =
	| 'everywhere'
	| 'servers'
	| 'console'
	| 'details'
	| 'input'
	| 'filter'
	| 'dialog'
	| 'help'
	| 'field'
	| 'always';

/** Where keys go now, the nearest first. */
export function scopesOf(state: State): readonly Scope[] {
	const {dialog, view} = state;
	if (dialog?.kind === 'help') return ['help', 'always'];
	if (dialog) return focusedField(state) ? ['field', 'dialog', 'always'] : ['dialog', 'always'];
	if (view.filter.editing) return ['field', 'filter', 'always'];
	if (view.input) return ['field', 'input', 'always'];
	return [view.pane, 'everywhere', 'always'];
}
