import {editMenu} from './edit.ts';
import {taskMenu} from './task.ts';
import {copyMenu, takeMenu} from './take-along.ts';
import {spanMenu} from './span.ts';
import type {MenuDialog, MenuId} from '../state/dialog.ts';
import type {State} from '../state/index.ts';
import type {SortId} from '../state/view.ts';
import type {MenuItem, Menu} from './menu.ts';

const sorts: readonly [sort: SortId, key: string, label: string][] = [
	['trouble', 't', 'trouble: what is down first'],
	['name', 'n', 'name'],
	['players', 'p', 'players, most first'],
	['node', 'o', 'node'],
	['state', 'a', 'state'],
	['game', 'g', 'game'],
];

const sortMenu: Menu<SortId> = {
	title: () => 'Sort by',
	items: () =>
		sorts.map(([sort, key, label]) => ({
			id: sort,
			key,
			label,
			choose: ({store}) => store.dispatch({type: 'view/changed', change: {sort}}),
		})),
	current: ({view}) => view.sort,
};

export const menus: Readonly<Record<MenuId, Menu>> = {
	sort: sortMenu,
	edit: editMenu,
	span: spanMenu,
	task: taskMenu,
	copy: copyMenu,
	take: takeMenu,
};

/** The menu that is open, with its items as they are now. */
export function openMenuOf(
	state: State,
): {dialog: MenuDialog; menu: Menu; items: readonly MenuItem[]} | undefined {
	const {dialog} = state;
	if (dialog?.kind !== 'menu') return undefined;
	const menu = menus[dialog.menu];
	return {dialog, menu, items: menu.items(state, dialog.targets)};
}
