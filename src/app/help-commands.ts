import {helpView, type HelpView} from './help-view.ts';
import {moveCommands} from './kernel/screens/move-commands.ts';
import type {KeyCommand, Program} from './kernel/state/program.ts';

/** Stays within the last page. */
const turn = (to: (view: HelpView) => number) => (services: Program) => {
	const {store} = services;
	const view = helpView(store.getState(), services);
	store.dispatch({type: 'dialog/helpTurned', page: Math.max(0, Math.min(view.pages - 1, to(view)))});
};

/** Commands while the help is open. */
export const helpCommands: readonly KeyCommand[] = [
	...moveCommands(
		{id: 'help', scope: 'help', more: {pageDown: [' ', 'j', 'down'], pageUp: ['k', 'up']}},
		{
			pageDown: turn(({page}) => page + 1),
			pageUp: turn(({page}) => page - 1),
			first: turn(() => 0),
			last: turn(({pages}) => pages - 1),
		},
	),
	{
		id: 'help.leave',
		keys: ['esc', 'q', 'enter'],
		scopes: ['help'],
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];
