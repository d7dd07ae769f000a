import type {Services} from './services.ts';
import type {State} from './state/index.ts';
import {openList} from './state/screens.ts';
import {emptyField, type TextField} from './text-field.ts';
import {isLineField} from './forms/dialog.ts';
import {changeSearch} from './console/find.ts';
import {searchOpen} from './input/history.ts';
import {lineKey} from './input/target.ts';
import type {Scope} from './keymap/scope.ts';

/** The text field that has the keys, if one has. */
export function focusedField(state: State): TextField | undefined {
	const {dialog, view} = state;
	if (dialog?.kind === 'form') {
		if (dialog.step === 'edit') return isLineField(state) ? dialog.typed[dialog.field ?? ''] : undefined;
		return dialog.step === 'review' && dialog.button === 'confirm' ? dialog.confirm : undefined;
	}
	if (dialog) return dialog.kind === 'palette' ? dialog.field : undefined;
	if (view.filter.editing) return view.filter.field;
	if (isTimelineFiltered(state)) return state.timeline.filter.field;
	if (isConsoleSearched(state)) return state.reading.search?.field;
	const list = openList(state);
	if (list && state.screens.lists[list].filter.editing) return state.screens.lists[list].filter.field;
	if (searchOpen(state)) return state.input.search?.query;
	const line = lineKey(state);
	if (view.input && line !== undefined) return view.drafts.get(line) ?? emptyField;
	return undefined;
}

export function changeField(services: Services, field: TextField): void {
	const {store} = services;
	const state = store.getState();
	const {dialog, view, input} = state;
	if (dialog?.kind === 'form') {
		if (dialog.step === 'review') store.dispatch({type: 'dialog/changed', change: {confirm: field, back: 0}});
		else if (dialog.field !== undefined) {
			const {[dialog.field]: _, ...problems} = dialog.problems;
			const typed = {...dialog.typed, [dialog.field]: field};
			store.dispatch({type: 'dialog/changed', change: {typed, problems, back: 0}});
		}
		return;
	}
	if (dialog?.kind === 'palette') {
		store.dispatch({type: 'dialog/paletteChanged', change: {field, at: 0}});
		return;
	}
	const list = openList(state);
	if (view.filter.editing) store.dispatch({type: 'view/changed', change: {filter: {field, editing: true}}});
	else if (isTimelineFiltered(state)) {
		store.dispatch({type: 'timeline/changed', change: {filter: {field, editing: true}}});
	} else if (isConsoleSearched(state)) changeSearch(services, field);
	else if (list && state.screens.lists[list].filter.editing) {
		store.dispatch({type: 'screens/changed', list, change: {filter: {field, editing: true}, top: 0}});
	} else if (input.search && searchOpen(state)) {
		const search = {...input.search, query: field, skip: 0};
		store.dispatch({type: 'input/changed', change: {search}});
	} else {
		const line = lineKey(state);
		if (line !== undefined) store.dispatch({type: 'view/drafted', serverId: line, draft: field});
	}
}

/** The filter of the timeline is being typed. */
export const isTimelineFiltered = ({view, timeline}: State): boolean =>
	view.pane === 'timeline' && timeline.filter.editing;

/** The search of the console is being typed. */
export const isConsoleSearched = ({view, reading}: State): boolean =>
	view.pane === 'console' && !view.input && reading.search?.editing === true;

/** Where keys go now, the nearest first. An export that is being written can be stopped wherever nothing is typed. */
export function scopesOf(state: State): readonly Scope[] {
	const scopes = nearestScopes(state);
	return state.exporting && scopes.includes('everywhere') ? ['exporting', ...scopes] : scopes;
}

function nearestScopes(state: State): readonly Scope[] {
	const {dialog, view} = state;
	if (dialog?.kind === 'help') return ['help', 'always'];
	if (dialog?.kind === 'jobs') return ['jobs', 'always'];
	if (dialog?.kind === 'menu') return ['menu', 'always'];
	if (dialog?.kind === 'paste') return ['paste', 'always'];
	if (dialog?.kind === 'palette') return ['field', 'palette', 'always'];
	if (dialog) return focusedField(state) ? ['field', 'dialog', 'always'] : ['dialog', 'always'];
	if (view.filter.editing) return ['field', 'filter', 'always'];
	if (isTimelineFiltered(state)) return ['field', 'timelineFilter', 'always'];
	const list = openList(state);
	if (list) {
		const {filter, open} = state.screens.lists[list];
		if (filter.editing) return ['field', 'filter', 'always'];
		return [list, open ? 'facts' : 'list', 'everywhere', 'always'];
	}
	if (searchOpen(state)) return ['field', 'search', 'always'];
	if (view.input) return ['field', ...(view.toMarked ? (['results-input'] as const) : []), 'input', 'always'];
	if (isConsoleSearched(state)) return ['field', 'consoleSearch', 'always'];
	if (view.pane === 'console' && state.reading.search)
		return ['consoleFound', 'console', 'everywhere', 'always'];
	return [view.pane, 'everywhere', 'always'];
}
