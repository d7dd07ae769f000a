import {rememberFilter} from './kernel/screens/filter-history.ts';
import {focusedField, changeField} from './focus.ts';
import {openList} from './kernel/screens/screens-state.ts';
import {emptyField, fieldOf} from './kernel/text/text-field.ts';
import type {KeyCommand} from './kernel/state/program.ts';
import type {Services} from './kernel/state/services.ts';
import type {State} from './state.ts';

/** Returns the list whose filter is edited or shown. */
const filteredList = (state: State): string =>
	state.view.pane === 'timeline' ? 'timeline' : (openList(state) ?? 'servers');

/** Recalls an older (1) or newer (-1) filter; after the newest comes the typed text. */
function recallFilter(services: Services, by: 1 | -1): void {
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

/** Commands while the filter of a list is being typed. */
export const filterCommands: readonly KeyCommand[] = [
	{
		id: 'filter.accept',
		keys: ['enter'],
		scopes: ['filter'],
		hint: true,
		run: services => {
			const {store} = services;
			const state = store.getState();
			const list = openList(state);
			rememberFilter(services, filteredList(state), focusedField(state)?.text ?? '');
			if (list) {
				const {filter} = state.screens.lists[list];
				store.dispatch({type: 'screens/changed', list, change: {filter: {...filter, editing: false}}});
				return;
			}
			const {field} = state.view.filter;
			store.dispatch({type: 'view/changed', change: {filter: {field, editing: false}}});
		},
	},
	{
		id: 'filter.clear',
		keys: ['esc'],
		scopes: ['filter'],
		hint: true,
		run: ({store}) => {
			const list = openList(store.getState());
			const change = {filter: {field: emptyField, editing: false}};
			if (list) store.dispatch({type: 'screens/changed', list, change});
			else store.dispatch({type: 'view/changed', change});
		},
	},
	{
		id: 'filter.previous',
		keys: ['up'],
		scopes: ['filter', 'timelineFilter'],
		hint: true,
		run: services => recallFilter(services, 1),
	},
	{
		id: 'filter.next',
		keys: ['down'],
		scopes: ['filter', 'timelineFilter'],
		run: services => recallFilter(services, -1),
	},
];
