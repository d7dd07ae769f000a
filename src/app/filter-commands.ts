import {filterCommandMessages} from '../messages/server-list.ts';
import {filteredList, recallFilter} from './filter-history.ts';
import {rememberFilter} from './kernel/screens/filter-history.ts';
import {focusedField} from './focus.ts';
import {openList} from './kernel/screens/screens-state.ts';
import {emptyField} from './kernel/text/text-field.ts';
import type {Command} from './kernel/state/program.ts';

/** Commands while the filter of a list is being typed. */
export const filterCommands: readonly Command[] = [
	{
		id: 'filter.accept',
		keys: ['enter'],
		scopes: ['filter'],
		...filterCommandMessages.keep,
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
		...filterCommandMessages.clear,
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
		...filterCommandMessages.previous,
		hint: true,
		run: services => recallFilter(services, 1),
	},
	{
		id: 'filter.next',
		keys: ['down'],
		scopes: ['filter', 'timelineFilter'],
		...filterCommandMessages.next,
		run: services => recallFilter(services, -1),
	},
];
