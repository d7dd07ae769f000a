import {menuMessages} from '../../messages/menus.ts';
import {chooseAt, openMenuOf} from './open-menu.ts';
import type {FormRequest} from './dialog-id.ts';
import type {Program} from './program.ts';
import {notify} from './notify.ts';
import type {Services} from './services.ts';
import type {Dialog, MenuDialog} from './dialog-state.ts';

/** A key that is held down comes again within so long, ms, at the slowest that keyboards are set to (X11: 660). */
const heldMs = 700;
/** Once it comes again and again it does so faster than this; so does somebody who types for something else. */
const restMs = 400;

/**
The key of a choice chooses it at once, so that `y l` may be typed as fast as hands are. Another letter was meant for
something else, and so is an Enter that comes with it. Gives the form that asks for the rest.
*/
export function letterInMenu(services: Program, letter: string): FormRequest | void {
	const open = openMenuOf(services.store.getState(), services);
	if (!open) return;
	const at = open.items.findIndex(({key}) => key === letter);
	if (at !== -1) return chooseAt(services, at);
	rest(services, restMs);
	notify(services, 'info', menuMessages.choosesNothing(letter), {
		passing: true,
		about: 'view',
	});
}

/** A menu that an Enter opened does not take the same Enter, still held down, for a choice. */
export function afterEnter(services: Services, before: Dialog | undefined): void {
	const {dialog} = services.store.getState();
	if (dialog?.kind === 'menu' && before?.kind !== 'menu') rest(services, heldMs);
}

/** With text in one read it may be pasted; held down over a slow line, it comes with others of its kind. */
export function isEnterIntended(
	services: Services,
	{quietUntil}: MenuDialog,
	arrival: 'alone' | 'keys' | 'text',
): boolean {
	const isQuiet = arrival === 'alone' && services.clock.now() >= (quietUntil ?? 0);
	if (isQuiet || (quietUntil === undefined && arrival === 'keys')) return true;
	rest(services, restMs);
	notify(services, 'info', menuMessages.tooSoon, {
		passing: true,
	});
	return false;
}

function rest({store, clock}: Services, ms: number): void {
	const {dialog} = store.getState();
	if (dialog?.kind !== 'menu') return;
	const quietUntil = Math.max(dialog.quietUntil ?? 0, clock.now() + ms);
	store.dispatch({type: 'dialog/menuChanged', change: {quietUntil}});
}
