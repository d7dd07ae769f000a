import {openList} from './kernel/screens-state.ts';
import type {Services} from './kernel/services.ts';
import {fieldOf} from './kernel/text-field.ts';
import {changeField, focusedField} from './focus.ts';
import type {State} from './state.ts';

/** The list whose filter is typed or shown. */
export const filteredList = (state: State): string =>
	state.view.pane === 'timeline' ? 'timeline' : (openList(state) ?? 'servers');

/** Goes to an older (1) or newer (-1) filter; below the newest is the text that was typed. */
export function recallFilter(services: Services, by: 1 | -1): void {
	const {store} = services;
	const state = store.getState();
	const {filterHistory, filterRecall} = state.view;
	const history = filterHistory.get(filteredList(state)) ?? [];
	const text = focusedField(state)?.text ?? '';
	// Typing ends the walk through the history.
	const isWalking = filterRecall !== undefined && history[filterRecall.at] === text;
	const typed = isWalking ? filterRecall.typed : text;
	const at = Math.min(history.length - 1, (isWalking ? filterRecall.at : -1) + by);
	if (at < -1) return;
	changeField(services, fieldOf(at === -1 ? typed : (history[at] ?? typed)));
	store.dispatch({type: 'view/changed', change: {filterRecall: at === -1 ? undefined : {at, typed}}});
}
