import {actionCommands} from './actions.ts';
import {screenCommands} from './screens.ts';
import type {CommandGroup, LineCommand} from './command.ts';
import {printHelp} from './help.ts';
import {timelineCommands} from './timeline.ts';
import {serverCommands} from './servers.ts';
import {sessionCommands} from './session.ts';
import {multiServerCommands} from './multi-server.ts';
import {consoleCommands} from './console.ts';
import {lineCommandMessages} from '../../messages/line-mode-commands.ts';

const help: LineCommand = {
	name: 'help',
	aliases: ['?'],
	...lineCommandMessages.help,
	replaces: ['app.help', 'help.search', 'app.palette'],
	run: (session, rest) => printHelp(session, groups, rest),
};

const groups: readonly CommandGroup[] = [
	serverCommands,
	actionCommands,
	multiServerCommands,
	consoleCommands,
	timelineCommands,
	screenCommands,
	{...sessionCommands, commands: [help, ...sessionCommands.commands]},
];

/** All colon commands. */
export const lineCommands: readonly LineCommand[] = groups.flatMap(({commands}) => commands);
