import {notify} from './kernel/notify.ts';
import {paletteView, type PaletteView} from './palette-view.ts';
import type {Services} from './kernel/services.ts';
import {emptyField, fieldOf} from './kernel/text-field.ts';
import type {Command} from './kernel/command.ts';
import {targetsOf} from './targets-of.ts';
import {warnOfMissingPermission} from './dialogs/missing-permission.ts';
import {openQuestion} from './dialogs/open-question.ts';
import {key, message} from '../messages/text.ts';

const inPalette = ['palette'] as const;

const mostRecent = 20;

const move = (to: (view: PaletteView) => number) => (services: Services) => {
	const {store} = services;
	const view = paletteView(store.getState(), services);
	if (!view || view.items.length === 0) return;
	const at = Math.max(0, Math.min(view.items.length - 1, to(view)));
	store.dispatch({type: 'dialog/paletteChanged', change: {at}});
};

const open = ({store, clock}: Services) =>
	store.dispatch({
		type: 'dialog/opened',
		dialog: {kind: 'palette', openedAt: clock.now(), field: emptyField, at: 0},
	});

/** Runs what is under the cursor where the palette was opened: an acting command only opens its dialog, as its key does. */
function choose(services: Services): void {
	const {store} = services;
	const state = store.getState();
	const view = paletteView(state, services);
	const item = view?.items[view.at];
	if (!item) {
		notify(services, 'info', message`No command fits; ${key('palette.leave')} leaves.`, {about: 'view'});
		return;
	}
	if (item.blocked !== undefined) {
		notify(services, 'warning', item.blocked);
		return;
	}
	store.dispatch({type: 'dialog/closed'});
	const recent = [item.id, ...state.view.recent.filter(id => id !== item.id)].slice(0, mostRecent);
	store.dispatch({type: 'view/changed', change: {recent}});
	const targets = targetsOf(state);
	openQuestion(services, item.run(services, targets), targets);
	warnOfMissingPermission(services, item.needs);
}

function complete(services: Services): void {
	const {store} = services;
	const view = paletteView(store.getState(), services);
	const completes = view?.items[view.at]?.completes;
	if (completes === undefined) return;
	store.dispatch({type: 'dialog/paletteChanged', change: {field: fieldOf(completes), at: 0}});
}

/** Every command by name. */
export const paletteCommands: readonly Command[] = [
	{
		id: 'app.palette',
		keys: [':'],
		scopes: ['everywhere'],
		title: 'palette',
		help: 'Opens the palette: every command by name, and some that take words, such as "go ark-isl-1".',
		hint: 'room',
		run: open,
	},
	{
		id: 'help.search',
		keys: ['/', ':'],
		scopes: ['help'],
		title: 'search',
		help: 'Searches all that keys can do, in the palette.',
		run: open,
	},
	{
		id: 'palette.down',
		keys: ['down', 'ctrl+n'],
		scopes: inPalette,
		title: 'down',
		help: 'Goes to the next command.',
		run: move(({at}) => at + 1),
	},
	{
		id: 'palette.up',
		keys: ['up', 'ctrl+p'],
		scopes: inPalette,
		title: 'up',
		help: 'Goes to the command before.',
		run: move(({at}) => at - 1),
	},
	{
		id: 'palette.pageDown',
		keys: ['pagedown'],
		scopes: inPalette,
		title: 'page down',
		help: 'Goes one page down.',
		run: move(({at, room}) => at + room),
	},
	{
		id: 'palette.pageUp',
		keys: ['pageup'],
		scopes: inPalette,
		title: 'page up',
		help: 'Goes one page up.',
		run: move(({at, room}) => at - room),
	},
	{
		id: 'palette.complete',
		keys: ['tab'],
		scopes: inPalette,
		title: 'complete',
		help: 'Completes a command that takes words.',
		run: complete,
	},
	{
		id: 'palette.run',
		keys: ['enter'],
		scopes: inPalette,
		title: 'run',
		help: 'Runs the command as its key would: what acts only opens its dialog.',
		run: choose,
	},
	{
		id: 'palette.leave',
		keys: ['esc'],
		scopes: inPalette,
		title: 'leave',
		help: 'Closes the palette; nothing is run.',
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];
