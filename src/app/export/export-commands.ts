import type {Command} from '../kernel/command.ts';

const everywhere = ['everywhere'] as const;

/** What leaves the deck for the clipboard or a file. */
export const exportCommands: readonly Command[] = [
	{
		id: 'take.copy',
		keys: ['y'],
		scopes: everywhere,
		title: 'copy',
		help: 'Copies what is chosen through the terminal (OSC 52) and into a file; or shows it plainly, for selecting with the mouse.',
		run: () => ({menu: 'copy'}),
	},
	{
		id: 'take.export',
		keys: ['e'],
		scopes: everywhere,
		title: 'export',
		help: 'Writes consoles into a file, or begins and ends a transcript of all that happens.',
		run: () => ({menu: 'take'}),
	},
	{
		id: 'take.stop',
		keys: ['esc'],
		scopes: ['exporting'],
		title: 'stop the export',
		help: 'Stops an export that is being written; no file is left of it.',
		run: ({store}) => store.dispatch({type: 'exporting/ended'}),
	},
];
