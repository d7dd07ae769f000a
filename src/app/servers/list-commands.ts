import {alertMessages} from '../../messages/alerts.ts';
import {serverListMessages} from '../../messages/server-list.ts';
import {blockedWithoutCurrent} from './current-server.ts';
import {selectedServers} from './selection.ts';
import {visibleServers} from './list-rows.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import type {Menu} from '../kernel/dialogs/menu.ts';
import {openList} from '../kernel/screens/screens-state.ts';
import {rowSortItems, rowSortOf} from '../kernel/screens/row-sorts.ts';
import {serverSorts} from './columns.ts';

const inList = ['servers'] as const;

/** A server that has left the list for a moment must not be selected unseen. */
const select = ({store}: Services, selected: ReadonlySet<string>) =>
	store.dispatch({type: 'view/changed', change: {selection: selected, range: undefined}});

/** Commands on the list itself: selection, sorting, groups. */
export const listCommands: readonly KeyCommand[] = [
	{
		id: 'list.select',
		keys: [' '],
		scopes: inList,
		group: 'act',
		hint: true,
		blocked: blockedWithoutCurrent,
		run: services => {
			const {view} = services.store.getState();
			const {currentId} = view;
			if (view.range !== undefined) select(services, selectedServers(services.store.getState()));
			else if (currentId !== undefined) {
				const selected = new Set(view.selection);
				if (!selected.delete(currentId)) selected.add(currentId);
				select(services, selected);
			}
		},
	},
	{
		id: 'list.range',
		keys: ['v'],
		scopes: inList,
		group: 'act',
		blocked: blockedWithoutCurrent,
		run: services => {
			const state = services.store.getState();
			const {range, currentId} = state.view;
			if (range !== undefined) select(services, selectedServers(state));
			else {
				services.store.dispatch({type: 'view/changed', change: {range: currentId}});
				notify(services, 'info', serverListMessages.rangeBegins, {about: 'view'});
			}
		},
	},
	{
		id: 'list.selectAll',
		keys: ['*'],
		scopes: inList,
		group: 'act',
		run: services => {
			const state = services.store.getState();
			const ids = visibleServers(state);
			if (ids.every(id => state.view.selection.has(id))) {
				const why = ids.length === 0 ? alertMessages.noServer : serverListMessages.allSelected;
				notify(services, 'info', why, {passing: true});
			} else select(services, new Set([...state.view.selection, ...ids]));
		},
	},
	{
		id: 'list.clearSelection',
		keys: ['-'],
		scopes: inList,
		group: 'act',
		run: services => {
			const {selection, range} = services.store.getState().view;
			if (selection.size > 0 || range !== undefined) select(services, new Set());
			else notify(services, 'info', serverListMessages.noneSelected, {passing: true});
		},
	},
	{
		id: 'list.sort',
		keys: ['s'],
		scopes: [...inList, 'players'],
		group: 'view',
		run: () => ({menu: 'sort'}),
	},
	{
		id: 'list.views',
		keys: ['f'],
		scopes: inList,
		group: 'view',
		run: () => ({menu: 'views'}),
	},
	{
		id: 'list.group',
		keys: ['b'],
		scopes: inList,
		group: 'view',
		run: ({store}) => {
			const {grouped} = store.getState().view;
			store.dispatch({type: 'view/changed', change: {grouped: !grouped}});
		},
	},
];

export const sortMenu: Menu = {
	title: () => serverListMessages.sortBy,
	items: (state, _, screens) =>
		rowSortItems(state, screens) ??
		serverSorts.map(({id: sort, key, label}) => ({
			id: sort,
			key,
			label,
			choose: ({store}) => store.dispatch({type: 'view/changed', change: {sort}}),
		})),
	current: state => (openList(state) ? rowSortOf(state) : state.view.sort),
};
