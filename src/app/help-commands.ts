import {helpCommandMessages} from '../messages/dialogs.ts';
import {helpView, type HelpView} from './help-view.ts';
import type {Command} from './kernel/command.ts';
import type {Program} from './kernel/program.ts';

/** Never further than to the last line. */
const scrollHelp = (to: (view: HelpView) => number) => (services: Program) => {
	const {store} = services;
	const view = helpView(store.getState(), services);
	const top = Math.max(0, Math.min(view.top + view.below, to(view)));
	store.dispatch({type: 'dialog/scrolled', top});
};

/** While the help is open. */
export const helpCommands: readonly Command[] = [
	{
		id: 'help.down',
		keys: ['j', 'down'],
		scopes: ['help'],
		...helpCommandMessages.down,
		run: scrollHelp(({top}) => top + 1),
	},
	{
		id: 'help.up',
		keys: ['k', 'up'],
		scopes: ['help'],
		...helpCommandMessages.up,
		run: scrollHelp(({top}) => top - 1),
	},
	{
		id: 'help.pageDown',
		keys: ['pagedown', ' '],
		scopes: ['help'],
		...helpCommandMessages.pageDown,
		run: scrollHelp(({top, height}) => top + height - 1),
	},
	{
		id: 'help.pageUp',
		keys: ['pageup'],
		scopes: ['help'],
		...helpCommandMessages.pageUp,
		run: scrollHelp(({top, height}) => top - height + 1),
	},
	{
		id: 'help.first',
		keys: ['g', 'home'],
		scopes: ['help'],
		...helpCommandMessages.first,
		run: scrollHelp(() => 0),
	},
	{
		id: 'help.last',
		keys: ['G', 'end'],
		scopes: ['help'],
		...helpCommandMessages.last,
		run: scrollHelp(({top, below}) => top + below),
	},
	{
		id: 'help.leave',
		keys: ['esc', 'q', '?', 'enter'],
		scopes: ['help'],
		...helpCommandMessages.leave,
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];
