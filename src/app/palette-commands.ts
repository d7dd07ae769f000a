import {paletteMessages} from '../messages/keys.ts';
import {notify} from './kernel/state/notify.ts';
import {moveCommands} from './kernel/screens/move-commands.ts';
import {paletteView, type PaletteView} from './palette-view.ts';
import type {KeyCommand, Program} from './kernel/state/program.ts';
import {emptyField, fieldOf} from './kernel/text/text-field.ts';
import {targetsOf} from './targets-of.ts';
import {warnOfMissingPermission} from './team/own-permissions.ts';
import {endTypingGuard} from './kernel/keys/typing-guard.ts';
import {openQuestion} from './dialogs/open-question.ts';

const inPalette = ['palette'] as const;

const maxRecent = 20;

const move = (to: (view: PaletteView) => number) => (services: Program) => {
	const {store} = services;
	const view = paletteView(store.getState(), services);
	if (!view || view.items.length === 0) return;
	const at = Math.max(0, Math.min(view.items.length - 1, to(view)));
	store.dispatch({type: 'dialog/paletteChanged', change: {at, id: view.items[at]?.id}});
};

const open = ({store, clock}: Program) =>
	store.dispatch({
		type: 'dialog/opened',
		dialog: {kind: 'palette', openedAt: clock.now(), field: emptyField, at: 0},
	});

/** Runs the current item in the view where the palette was opened. An action only opens its dialog, as its key does. */
function choose(services: Program): void {
	const {store} = services;
	const state = store.getState();
	const view = paletteView(state, services);
	const item = view?.items[view.at];
	if (!item) {
		notify(services, 'info', paletteMessages.noneFits, {about: 'view'});
		return;
	}
	if (item.blocked !== undefined) {
		notify(services, 'warning', item.blocked);
		return;
	}
	store.dispatch({type: 'dialog/closed'});
	endTypingGuard(services);
	const recent = [item.id, ...state.view.recent.filter(id => id !== item.id)].slice(0, maxRecent);
	store.dispatch({type: 'view/changed', change: {recent}});
	const targets = targetsOf(state, services.screens);
	openQuestion(services, item.run(services, targets), targets);
	warnOfMissingPermission(services, item.needs);
}

function complete(services: Program): void {
	const {store} = services;
	const view = paletteView(store.getState(), services);
	const completes = view?.items[view.at]?.completes;
	if (completes === undefined) return;
	store.dispatch({type: 'dialog/paletteChanged', change: {field: fieldOf(completes), at: 0, id: undefined}});
}

/** Commands that open and control the palette. */
export const paletteCommands: readonly KeyCommand[] = [
	{
		id: 'app.palette',
		keys: [':'],
		scopes: ['everywhere'],
		group: 'go',
		hint: 'room',
		run: open,
	},
	{
		id: 'help.search',
		keys: ['?', '/', ':'],
		scopes: ['help'],
		run: open,
	},
	...moveCommands(
		{id: 'palette', scope: 'palette', hasField: true, more: {down: ['ctrl+n'], up: ['ctrl+p']}},
		{
			down: move(({at}) => at + 1),
			up: move(({at}) => at - 1),
			pageDown: move(({at, room}) => at + room),
			pageUp: move(({at, room}) => at - room),
		},
	),
	{
		id: 'palette.complete',
		keys: ['tab'],
		scopes: inPalette,
		run: complete,
	},
	{
		id: 'palette.run',
		keys: ['enter'],
		scopes: inPalette,
		run: choose,
	},
	{
		id: 'palette.leave',
		keys: ['esc'],
		scopes: inPalette,
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];
