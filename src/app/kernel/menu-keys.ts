import {menuMessages} from '../../messages/menus.ts';
import {chooseAt, openMenuOf} from './open-menu.ts';
import type {FormRequest} from './dialog-id.ts';
import type {Program} from './program.ts';
import {notify} from './notify.ts';
import type {Services} from './services.ts';
import type {Dialog, MenuDialog} from './dialog-state.ts';

/** The longest delay, in ms, before a held key repeats, at the slowest keyboard setting (X11: 660). */
const heldMs = 700;
/** Repeats of a held key come faster than this, as do the keys of somebody typing for another field. */
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
export function isEnterIntended(
	services: Services,
	{quietUntil}: MenuDialog,
	arrival: 'alone' | 'keys' | 'text' | 'repeat',
): boolean {
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
