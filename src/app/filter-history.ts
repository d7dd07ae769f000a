import {openList} from './kernel/screens/screens-state.ts';
import type {Services} from './kernel/state/services.ts';
import {fieldOf} from './kernel/text/text-field.ts';
import {changeField, focusedField} from './focus.ts';
import type {State} from './state.ts';

/** Returns the list whose filter is edited or shown. */
export const filteredList = (state: State): string =>
	state.view.pane === 'timeline' ? 'timeline' : (openList(state) ?? 'servers');

/** Recalls an older (1) or newer (-1) filter; after the newest comes the typed text. */
export function recallFilter(services: Services, by: 1 | -1): void {
	const {store} = services;
	const state = store.getState();
	const {filterHistory, filterRecall} = state.view;
	const history = filterHistory.get(filteredList(state)) ?? [];
	const text = focusedField(state)?.text ?? '';
	// Typing leaves the history.
	const isRecalling = filterRecall !== undefined && history[filterRecall.at] === text;
	const typed = isRecalling ? filterRecall.typed : text;
	const at = Math.min(history.length - 1, (isRecalling ? filterRecall.at : -1) + by);
	if (at < -1) return;
	changeField(services, fieldOf(at === -1 ? typed : (history[at] ?? typed)));
	store.dispatch({type: 'view/changed', change: {filterRecall: at === -1 ? undefined : {at, typed}}});
}
