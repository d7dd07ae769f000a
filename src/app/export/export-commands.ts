import type {Command} from '../kernel/command.ts';
import {exportCommandMessages} from '../../messages/export-commands.ts';

const everywhere = ['everywhere'] as const;

/** Commands that copy or write to a file. */
export const exportCommands: readonly Command[] = [
	{
		id: 'export.copy',
		keys: ['y'],
		scopes: everywhere,
		group: 'act',
		...exportCommandMessages.commands.copy,
		run: () => ({menu: 'copy'}),
	},
	{
		id: 'export.open',
		keys: ['e'],
		scopes: everywhere,
		group: 'act',
		...exportCommandMessages.commands.export,
		run: () => ({menu: 'export'}),
	},
	{
		id: 'export.stop',
		keys: ['esc'],
		scopes: ['exporting'],
		group: 'act',
		...exportCommandMessages.commands.stop,
		run: ({store}) => store.dispatch({type: 'exporting/ended'}),
	},
];
