import {notify} from './notify.ts';
import type {FormRequest} from './dialog-id.ts';
import type {MenuDialog, MenuId} from './dialog-state.ts';
import type {Menu, MenuItem} from './menu.ts';
import type {Program} from './program.ts';
import type {State} from '../state.ts';
import type {Targets} from './targets.ts';

export function openMenuOf(
	state: State,
	{menus, screens}: Pick<Program, 'menus' | 'screens'>,
): {dialog: MenuDialog; menu: Menu; items: readonly MenuItem[]} | undefined {
	const {dialog} = state;
	if (dialog?.kind !== 'menu') return undefined;
	const menu = menus[dialog.menu];
	return {dialog, menu, items: menu.items(state, dialog.targets, screens)};
}

export function openMenu({store, clock, menus, screens}: Program, menu: MenuId, targets: Targets): void {
	const state = store.getState();
	const {current, items} = menus[menu];
	const dialog: MenuDialog = {
		kind: 'menu',
		menu,
		targets,
		openedAt: clock.now(),
		at: 0,
	};
	const at = items(state, targets, screens).findIndex(({id}) => id === current(state));
	store.dispatch({type: 'dialog/opened', dialog: {...dialog, at: Math.max(0, at)}});
}

/**
Chooses the item at `at`, or highlights it and reports why it cannot be chosen. Returns the form that asks for the rest.
*/
export function chooseAt(program: Program, at: number): FormRequest | void {
	const {store} = program;
	const item = openMenuOf(store.getState(), program)?.items[at];
	if (!item) return;
	if (item.blocked !== undefined) {
		store.dispatch({type: 'dialog/menuChanged', change: {at}});
		notify(program, 'warning', item.blocked);
		return;
	}
	store.dispatch({type: 'dialog/closed'});
	return item.choose(program);
}
