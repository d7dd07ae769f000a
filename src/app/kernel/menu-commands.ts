import {menuCommandMessages} from '../../messages/menus.ts';
import {chooseAt, openMenuOf} from './open-menu.ts';
import type {Program} from './program.ts';
import type {Command} from './command.ts';

const inMenu = ['menu'] as const;

const move = (by: number) => (program: Program) => {
	const {store} = program;
	const open = openMenuOf(store.getState(), program);
	if (!open) return;
	const {dialog, items} = open;
	store.dispatch({
		type: 'dialog/menuChanged',
		change: {at: (dialog.at + by + items.length) % items.length},
	});
};

export const menuCommands: readonly Command[] = [
	{
		id: 'menu.down',
		keys: ['j', 'down', 'tab'],
		scopes: inMenu,
		...menuCommandMessages.down,
		run: move(1),
	},
	{
		id: 'menu.up',
		keys: ['k', 'up', 'shift+tab'],
		scopes: inMenu,
		...menuCommandMessages.up,
		run: move(-1),
	},
	{
		id: 'menu.choose',
		keys: ['enter'],
		scopes: inMenu,
		...menuCommandMessages.choose,
		run: program => {
			const open = openMenuOf(program.store.getState(), program);
			return open && chooseAt(program, open.dialog.at);
		},
	},
	{
		id: 'menu.leave',
		keys: ['esc', 'q'],
		scopes: inMenu,
		...menuCommandMessages.leave,
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];
