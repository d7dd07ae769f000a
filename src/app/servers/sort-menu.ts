import {serverListMessages} from '../../messages/server-list.ts';
import type {Menu} from '../kernel/menu.ts';
import {serverSorts} from './columns.ts';

export const sortMenu: Menu = {
	title: () => serverListMessages.sortBy,
	items: () =>
		serverSorts.map(({id: sort, key, label}) => ({
			id: sort,
			key,
			label,
			choose: ({store}) => store.dispatch({type: 'view/changed', change: {sort}}),
		})),
	current: ({view}) => view.sort,
};
