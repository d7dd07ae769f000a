import {listRows} from '../list/rows.ts';
import {consoleView, type ConsoleView} from '../console/view.ts';
import type {Services} from '../services.ts';
import {openList} from '../state/screens.ts';
import {emptyField} from '../text-field.ts';
import type {Command} from './command.ts';

const inConsole = ['console'] as const;
const inInput = ['input'] as const;

/** Scrolls the console; at its end it follows what comes. */
const scroll = (to: (view: ConsoleView) => number) => (services: Services) => {
	const {store} = services;
	const serverId = store.getState().view.selectedId;
	if (serverId === undefined) return;
	const view = consoleView(store.getState());
	const last = Math.max(0, view.total - view.height);
	const top = Math.max(0, Math.min(last, to(view)));
	store.dispatch({type: 'view/scrolled', serverId, top: top >= last ? undefined : top});
};

export const consoleCommands: readonly Command[] = [
	{
		id: 'console.down',
		keys: ['j', 'down'],
		scopes: inConsole,
		title: 'down',
		help: 'Scrolls one row down.',
		run: scroll(({top}) => top + 1),
	},
	{
		id: 'console.up',
		keys: ['k', 'up'],
		scopes: inConsole,
		title: 'up',
		help: 'Scrolls one row up.',
		run: scroll(({top}) => top - 1),
	},
	{
		id: 'console.pageDown',
		keys: ['pagedown'],
		scopes: [...inConsole, ...inInput],
		title: 'page down',
		help: 'Scrolls one page down.',
		run: scroll(({top, height}) => top + height - 1),
	},
	{
		id: 'console.pageUp',
		keys: ['pageup'],
		scopes: [...inConsole, ...inInput],
		title: 'page up',
		help: 'Scrolls one page up.',
		run: scroll(({top, height}) => top - height + 1),
	},
	{
		id: 'console.first',
		keys: ['g', 'home'],
		scopes: inConsole,
		title: 'top',
		help: 'Goes to the oldest line.',
		run: scroll(() => 0),
	},
	{
		id: 'console.last',
		keys: ['G', 'end'],
		scopes: inConsole,
		title: 'follow',
		help: 'Goes to the newest line and follows.',
		run: scroll(({total}) => total),
	},
	{
		id: 'console.enter',
		keys: ['enter'],
		scopes: inConsole,
		title: 'input',
		help: 'Opens the RCON input.',
		danger: true,
		run: ({store}) => store.dispatch({type: 'view/changed', change: {input: true}}),
	},
	{
		id: 'filter.keep',
		keys: ['enter'],
		scopes: ['filter'],
		title: 'keep',
		help: 'Keeps the filter and returns to the list.',
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
			const {selectedId} = state.view;
			const isHidden = selectedId === undefined || !places.has(selectedId);
			store.dispatch({
				type: 'view/changed',
				change: {filter: {field, editing: false}, selectedId: isHidden ? (ids[0] ?? selectedId) : selectedId},
			});
		},
	},
	{
		id: 'filter.clear',
		keys: ['esc'],
		scopes: ['filter'],
		title: 'clear',
		help: 'Clears the filter.',
		hint: true,
		run: ({store}) => {
			const list = openList(store.getState());
			const change = {filter: {field: emptyField, editing: false}};
			if (list) store.dispatch({type: 'screens/changed', list, change});
			else store.dispatch({type: 'view/changed', change});
		},
	},
];
