import {actingCommands} from './acting.ts';
import {aroundCommands} from './around.ts';
import type {CommandGroup, DeckCommand} from './command-table.ts';
import {tellHelp} from './help.ts';
import {keepingCommands} from './keeping.ts';
import {lookingCommands} from './looking.ts';
import {sessionCommands} from './session-commands.ts';
import {severalCommands} from './several.ts';
import {workingCommands} from './working.ts';

const help: DeckCommand = {
	name: 'help',
	also: ['?'],
	takes: '[WORD or KEY]',
	help: 'Tells what there is, or explains a word or what has the part of a key of the deck.',
	does: ['app.help', 'help.search', 'app.palette'],
	run: (desk, rest) => tellHelp(desk, groups, rest),
};

const groups: readonly CommandGroup[] = [
	lookingCommands,
	actingCommands,
	severalCommands,
	workingCommands,
	keepingCommands,
	aroundCommands,
	{...sessionCommands, commands: [help, ...sessionCommands.commands]},
];

/** Everything that a line with a colon can do. */
export const deckCommands: readonly DeckCommand[] = groups.flatMap(({commands}) => commands);
