import {menus, openMenuOf} from '../menus.ts';
import {openFormDialog} from '../dialogs/open-dialog.ts';
import {notify} from './notify.ts';
import type {Services} from './services.ts';
import type {MenuDialog, MenuId} from './dialog-state.ts';
import type {Targets} from './targets.ts';

export function openMenu({store, clock}: Services, menu: MenuId, targets: Targets): void {
	const state = store.getState();
	const {current, items} = menus[menu];
	const dialog: MenuDialog = {
		kind: 'menu',
		menu,
		targets,
		openedAt: clock.now(),
		at: 0,
	};
	const at = items(state, targets).findIndex(({id}) => id === current(state));
	store.dispatch({type: 'dialog/opened', dialog: {...dialog, at: Math.max(0, at)}});
}

/** Chooses the item under the cursor, or says why that cannot be. */
export function chooseItem(services: Services): void {
	const open = openMenuOf(services.store.getState());
	if (open) chooseAt(services, open.dialog.at);
}

/** The same of the item at a place, where the cursor then is. */
export function chooseAt(services: Services, at: number): void {
	const {store} = services;
	const item = openMenuOf(store.getState())?.items[at];
	if (!item) return;
	if (item.blocked !== undefined) {
		store.dispatch({type: 'dialog/menuChanged', change: {at}});
		notify(services, 'warning', item.blocked);
		return;
	}
	store.dispatch({type: 'dialog/closed'});
	const request = item.choose(services);
	if (request) openFormDialog(services, request);
}
