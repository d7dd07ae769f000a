import {editMenu} from './servers/edit-menu.ts';
import {sortMenu} from './servers/sort-menu.ts';
import {taskMenu} from './nodes/task-menu.ts';
import {copyMenu, takeMenu} from './export/export-menus.ts';
import {spanMenu} from './automations/span-menu.ts';
import type {MenuDialog, MenuId} from './kernel/dialog-state.ts';
import type {State} from './state.ts';
import type {MenuItem, Menu} from './kernel/menu.ts';

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
