import {moveCommands} from '../screens/move-commands.ts';
import type {KeyArrival} from '../keys/key-arrival.ts';
import {notify} from '../state/notify.ts';
import type {FormRequest} from './dialog-id.ts';
import type {Dialog, MenuDialog, MenuId} from './dialog-state.ts';
import type {Menu, MenuItem} from './menu.ts';
import type {KeyCommand, Program} from '../state/program.ts';
import type {State} from '../../state.ts';
import type {Targets} from '../state/targets.ts';
import {menuMessages} from '../../../messages/screens.ts';
import type {Services} from '../state/services.ts';

export function openMenuOf(
	state: State,
	{menus, screens}: Pick<Program, 'menus' | 'screens'>,
): {dialog: MenuDialog; menu: Menu; items: readonly MenuItem[]; at: number} | undefined {
	const {dialog} = state;
	if (dialog?.kind !== 'menu') return undefined;
	const menu = menus[dialog.menu];
	const items = menu.items(state, dialog.targets, screens);
	// The list may change while it is open, and an Enter must choose what is highlighted.
	const found = items.findIndex(({id}) => id === dialog.id);
	return {dialog, menu, items, at: found === -1 ? Math.min(dialog.at, items.length - 1) : found};
}

const highlight = ({store}: Pick<Program, 'store'>, items: readonly MenuItem[], at: number) =>
	store.dispatch({type: 'dialog/menuChanged', change: {at, id: items[at]?.id}});

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
	const all = items(state, targets, screens);
	const at = Math.max(
		0,
		all.findIndex(({id}) => id === current(state)),
	);
	store.dispatch({type: 'dialog/opened', dialog: {...dialog, at, id: all[at]?.id}});
}

/**
Chooses the item at `at`, or highlights it and reports why it cannot be chosen. Returns the form that asks for the rest.
*/
function chooseAt(program: Program, at: number): FormRequest | void {
	const {store} = program;
	const open = openMenuOf(store.getState(), program);
	const item = open?.items[at];
	if (!item) return;
	if (item.blocked !== undefined) {
		highlight(program, open.items, at);
		notify(program, 'warning', item.blocked);
		return;
	}
	store.dispatch({type: 'dialog/closed'});
	return item.choose(program);
}

/** The longest delay, in ms, before a held key repeats, at the slowest keyboard setting (X11: 660). */
const heldMs = 700;
/** Repeats of a held key come faster than this, as do the keys of someone typing for another field. */
const restMs = 400;

/**
Chooses the item with this key immediately, so that `y l` can be typed at any speed. Another letter was typed for
something else, and so was an Enter that follows it. Returns the form that asks for the rest.
*/
export function chooseByLetter(services: Program, letter: string): FormRequest | void {
	const open = openMenuOf(services.store.getState(), services);
	if (!open) return;
	const at = open.items.findIndex(({key}) => key === letter);
	if (at !== -1) return chooseAt(services, at);
	extendQuiet(services, restMs);
	notify(services, 'info', menuMessages.choosesNothing(letter), {
		passing: true,
		about: 'view',
	});
}

/** Keeps a menu that was opened by Enter from taking the same Enter, still held down, as a choice. */
export function ignoreHeldEnter(services: Services, before: Dialog | undefined): void {
	const {dialog} = services.store.getState();
	if (dialog?.kind === 'menu' && before?.kind !== 'menu') extendQuiet(services, heldMs);
}

/**
Returns whether an Enter was meant for the menu. In one read with text it may be pasted; held down over a slow
connection, it arrives with others of its kind.
*/
export function isEnterIntended(services: Services, {quietUntil}: MenuDialog, arrival: KeyArrival): boolean {
	const isQuiet = arrival === 'alone' && services.clock.now() >= (quietUntil ?? 0);
	if (isQuiet || (quietUntil === undefined && arrival === 'keys')) return true;
	extendQuiet(services, restMs);
	notify(services, 'info', menuMessages.tooSoon, {
		passing: true,
	});
	return false;
}

function extendQuiet({store, clock}: Services, ms: number): void {
	const {dialog} = store.getState();
	if (dialog?.kind !== 'menu') return;
	const quietUntil = Math.max(dialog.quietUntil ?? 0, clock.now() + ms);
	store.dispatch({type: 'dialog/menuChanged', change: {quietUntil}});
}

const inMenu = ['menu'] as const;

const move = (by: number) => (program: Program) => {
	const open = openMenuOf(program.store.getState(), program);
	if (!open) return;
	const {items, at} = open;
	highlight(program, items, (at + by + items.length) % items.length);
};

export const menuCommands: readonly KeyCommand[] = [
	...moveCommands(
		{id: 'menu', scope: 'menu', more: {down: ['tab'], up: ['shift+tab']}},
		{down: move(1), up: move(-1)},
	),
	{
		id: 'menu.choose',
		keys: ['enter'],
		scopes: inMenu,
		run: program => {
			const open = openMenuOf(program.store.getState(), program);
			return open && chooseAt(program, open.at);
		},
	},
	{
		id: 'menu.leave',
		keys: ['esc', 'q'],
		scopes: inMenu,
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];
