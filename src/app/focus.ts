import {changeSearch} from './console/read/find.ts';
import {searchOpen} from './console/input/history.ts';
import {lineKey} from './console/send/target.ts';
import {typeResultsSearch} from './multi-command/result-commands.ts';
import {chainOf, type Place, type Scope, withExport} from './kernel/keys/scope.ts';
import type {Services} from './kernel/state/services.ts';
import type {Dialog} from './kernel/dialogs/dialog-state.ts';
import type {State} from './state.ts';
import type {CommandId} from '../messages/key-words.ts';
import {openList} from './kernel/screens/screens-state.ts';
import {emptyField, isUntouched, type TextField} from './kernel/text/text-field.ts';

/** The place that has the keys, and its text field, if any. */
export type Focus = {place: Place; field: TextField | undefined};

/**
Returns where keys go. The router, the hint bar, the help and the caret all rely on this; nothing else decides
it.
*/
export function focusOf(state: State): Focus {
	const {dialog, view, timeline, screens, reading, input, results} = state;
	if (dialog) return focusOfDialog(dialog);
	if (view.filter.editing) return {place: 'serverFilter', field: view.filter.field};
	if (view.pane === 'timeline' && timeline.filter.editing)
		return {place: 'timelineFilter', field: timeline.filter.field};
	const list = openList(state);
	if (list) {
		const {filter, open} = screens.lists[list];
		if (filter.editing) return {place: 'listFilter', field: filter.field};
		return {place: open ? `${list}Details` : list, field: undefined};
	}
	if (searchOpen(state)) return {place: 'historySearch', field: input.search?.query};
	if (view.input) {
		const line = lineKey(state);
		const field = line === undefined ? undefined : (view.drafts.get(line) ?? emptyField);
		return {place: view.toSelection ? 'resultsInput' : 'input', field};
	}
	if (view.pane === 'console' && reading.search) {
		const {editing, field} = reading.search;
		return editing ? {place: 'consoleSearch', field} : {place: 'consoleFound', field: undefined};
	}
	const {search} = results.viewState;
	if (view.pane === 'results' && search) {
		const {editing, field} = search;
		return editing ? {place: 'resultsSearch', field} : {place: 'resultsFound', field: undefined};
	}
	return {place: view.pane, field: undefined};
}

function focusOfDialog(dialog: Dialog): Focus {
	if (dialog.kind === 'palette') return {place: 'palette', field: dialog.field};
	if (dialog.kind !== 'form') return {place: dialog.kind, field: undefined};
	const {step, field: name, button, confirm, typed, kinds} = dialog;
	if (step === 'review' && button === 'confirm') return {place: 'formConfirm', field: confirm};
	const kind = step === 'edit' && name !== undefined ? kinds[name] : undefined;
	const field = name !== undefined && (kind === 'line' || kind === 'presets') ? typed[name] : undefined;
	if (!field) return {place: 'form', field};
	return {place: kind === 'presets' && isUntouched(field) ? 'formPresets' : 'formField', field};
}

/** Returns the scopes of the keys, innermost first. */
export function scopesOf(state: State): readonly Scope[] {
	const chain = chainOf[focusOf(state).place];
	return state.exporting ? withExport(chain) : chain;
}

/** Returns the text field that has the keys, if any. */
export const focusedField = (state: State): TextField | undefined => focusOf(state).field;

/** Returns the command whose key undoes an action in its undo window: a text field takes `u` as text. */
export const undoCommandOf = (state: State): CommandId =>
	focusedField(state) ? 'app.interrupt' : 'view.undo';

/** Changes the text field that has the keys. */
export function changeField(services: Services, field: TextField): void {
	const {store} = services;
	const state = store.getState();
	const {dialog, input} = state;
	const filter = {field, editing: true};
	switch (focusOf(state).place) {
		case 'formConfirm':
			store.dispatch({type: 'dialog/changed', change: {confirm: field}});
			return;
		case 'formField':
		case 'formPresets':
			if (dialog?.kind === 'form' && dialog.field !== undefined) {
				const {[dialog.field]: _, ...problems} = dialog.problems;
				const typed = {...dialog.typed, [dialog.field]: field};
				store.dispatch({type: 'dialog/changed', change: {typed, problems, page: 0}});
			}
			return;
		case 'palette':
			store.dispatch({type: 'dialog/paletteChanged', change: {field, at: 0, id: undefined}});
			return;
		case 'serverFilter':
			store.dispatch({type: 'view/changed', change: {filter}});
			return;
		case 'timelineFilter':
			store.dispatch({type: 'timeline/changed', change: {filter}});
			return;
		case 'consoleSearch':
			changeSearch(services, field);
			return;
		case 'resultsSearch':
			typeResultsSearch(services, field);
			return;
		case 'listFilter': {
			const list = openList(state);
			if (list) store.dispatch({type: 'screens/changed', list, change: {filter, top: 0}});
			return;
		}
		case 'historySearch':
			if (input.search) {
				const search = {...input.search, query: field, skip: 0};
				store.dispatch({type: 'input/changed', change: {search}});
			}
			return;
		default: {
			const line = lineKey(state);
			if (line !== undefined) store.dispatch({type: 'view/drafted', serverId: line, draft: field});
		}
	}
}
