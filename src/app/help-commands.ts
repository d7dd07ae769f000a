import {helpCommandMessages} from '../messages/dialogs.ts';
import {helpView, type HelpView} from './help-view.ts';
import type {Command, Program} from './kernel/state/program.ts';

/** Stays within the last page. */
const turn = (to: (view: HelpView) => number) => (services: Program) => {
	const {store} = services;
	const view = helpView(store.getState(), services);
	store.dispatch({type: 'dialog/helpTurned', page: Math.max(0, Math.min(view.pages - 1, to(view)))});
};

/** Commands while the help is open. */
export const helpCommands: readonly Command[] = [
	{
		id: 'help.down',
		keys: ['pagedown', ' ', 'j', 'down'],
		scopes: ['help'],
		...helpCommandMessages.down,
		run: turn(({page}) => page + 1),
	},
	{
		id: 'help.up',
		keys: ['pageup', 'k', 'up'],
		scopes: ['help'],
		...helpCommandMessages.up,
		run: turn(({page}) => page - 1),
	},
	{
		id: 'help.first',
		keys: ['g', 'home'],
		scopes: ['help'],
		...helpCommandMessages.first,
		run: turn(() => 0),
	},
	{
		id: 'help.last',
		keys: ['G', 'end'],
		scopes: ['help'],
		...helpCommandMessages.last,
		run: turn(({pages}) => pages - 1),
	},
	{
		id: 'help.leave',
		keys: ['esc', 'q', 'enter'],
		scopes: ['help'],
		...helpCommandMessages.leave,
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];
