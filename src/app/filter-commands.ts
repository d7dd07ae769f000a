import {filterCommandMessages} from '../messages/filters.ts';
import {listRows} from './servers/list-rows.ts';
import {openList} from './kernel/screens-state.ts';
import {emptyField} from './kernel/text-field.ts';
import type {Command} from './kernel/command.ts';

/** Commands while the filter of a list is being typed. */
export const filterCommands: readonly Command[] = [
	{
		id: 'filter.accept',
		keys: ['enter'],
		scopes: ['filter'],
		...filterCommandMessages.keep,
		hint: true,
		run: ({store}) => {
			const state = store.getState();
			const list = openList(state);
			if (list) {
				const {filter} = state.screens.lists[list];
				store.dispatch({type: 'screens/changed', list, change: {filter: {...filter, editing: false}}});
				return;
			}
			const {field} = state.view.filter;
			const {ids, places} = listRows(state);
			// Keys must not act on a server that the filter hides.
			const {currentId} = state.view;
			const isHidden = currentId === undefined || !places.has(currentId);
			store.dispatch({
				type: 'view/changed',
				change: {filter: {field, editing: false}, currentId: isHidden ? (ids[0] ?? currentId) : currentId},
			});
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
];
