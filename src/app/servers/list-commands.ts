import {alertMessages} from '../../messages/alerts.ts';
import {listCommandMessages, serverListMessages} from '../../messages/server-list.ts';
import {markedServers} from './selection.ts';
import {visibleServers} from './list-rows.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import type {State} from '../state.ts';
import type {Command} from '../kernel/command.ts';

const inList = ['servers'] as const;

const noneSelected = ({view}: State) =>
	view.selectedId === undefined ? serverListMessages.noneSelected : undefined;

const mark = ({store}: Services, marks: ReadonlySet<string>) =>
	store.dispatch({type: 'view/changed', change: {marks, range: undefined}});

/** What is done to the list itself: marks, sorting, groups. */
export const listCommands: readonly Command[] = [
	{
		id: 'list.mark',
		keys: [' '],
		scopes: inList,
		...listCommandMessages.mark,
		hint: true,
		blocked: noneSelected,
		run: services => {
			const {view} = services.store.getState();
			const {selectedId} = view;
			if (view.range !== undefined) mark(services, markedServers(services.store.getState()));
			else if (selectedId !== undefined) {
				const marks = new Set(view.marks);
				if (!marks.delete(selectedId)) marks.add(selectedId);
				mark(services, marks);
			}
		},
	},
	{
		id: 'list.range',
		keys: ['v'],
		scopes: inList,
		title: 'range',
		help: serverListMessages.rangeHelp,
		blocked: noneSelected,
		run: services => {
			const state = services.store.getState();
			const {range, selectedId} = state.view;
			if (range !== undefined) mark(services, markedServers(state));
			else {
				services.store.dispatch({type: 'view/changed', change: {range: selectedId}});
				notify(services, 'info', serverListMessages.rangeBegins, {about: 'view'});
			}
		},
	},
	{
		id: 'list.markAll',
		keys: ['*'],
		scopes: inList,
		...listCommandMessages.markAll,
		run: services => {
			const state = services.store.getState();
			const ids = visibleServers(state);
			if (ids.every(id => state.view.marks.has(id))) {
				const why = ids.length === 0 ? alertMessages.noServer : serverListMessages.allMarked;
				notify(services, 'info', why, {passing: true});
			} else mark(services, new Set([...state.view.marks, ...ids]));
		},
	},
	{
		id: 'list.clearMarks',
		keys: ['-'],
		scopes: inList,
		...listCommandMessages.clearMarks,
		run: services => {
			const {marks, range} = services.store.getState().view;
			if (marks.size > 0 || range !== undefined) mark(services, new Set());
			else notify(services, 'info', serverListMessages.noneMarked, {passing: true});
		},
	},
	{
		id: 'list.sort',
		keys: ['s'],
		scopes: inList,
		...listCommandMessages.sort,
		run: () => ({menu: 'sort'}),
	},
	{
		id: 'list.group',
		keys: ['b'],
		scopes: inList,
		...listCommandMessages.group,
		run: ({store}) => {
			const {grouped} = store.getState().view;
			store.dispatch({type: 'view/changed', change: {grouped: !grouped}});
		},
	},
];
