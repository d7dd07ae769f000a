import type {ActionWords} from '../../messages/action-words.ts';
import {actionWords} from '../../messages/actions.ts';
import {actionCommands, customGroup, customLineCommands} from './actions.ts';
import {screenCommands} from './screens.ts';
import type {CommandGroup, LineCommand} from './command.ts';
import type {LineSession} from '../session.ts';
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
	run: (session, rest) => printHelp(session, [...groups, ...customGroup(session)], rest),
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

/** All built-in colon commands. */
export const lineCommands: readonly LineCommand[] = groups.flatMap(({commands}) => commands);

/** All colon commands of a session: the built-in ones come first, and keep their names. */
export const lineCommandsOf = ({services}: LineSession): readonly LineCommand[] => [
	...lineCommands,
	...customLineCommands(services.settings.commands),
];

type Split = {word: string; rest: string};

/** By the first two words of the command line, such as `automation disable`; the tasks are those of the nodes here. */
const byCommandWords = new Map<string, string>(
	Object.entries<Partial<ActionWords>>(actionWords).flatMap(([id, {command, line}]): [string, string][] => {
		const [noun = '', verb, ...others] = command?.words ?? [];
		const name = line?.name ?? id;
		if (verb === undefined || others.length > 0 || !lineCommands.some(each => each.name === name)) return [];
		const nouns = [noun, ...(noun === 'task' ? ['node'] : [])];
		return nouns.flatMap(each => [each, `${each}s`]).map(each => [`${each} ${verb}`, name]);
	}),
);

/** Reads what a user of the command line types: `automations disable nightly` is the line `disable-automation nightly`. */
export function ownLineOf({word, rest}: Split): Split {
	const verb = rest.split(/\s/, 1)[0] ?? '';
	const name = byCommandWords.get(`${word} ${verb}`.toLowerCase());
	return name === undefined ? {word, rest} : {word: name, rest: rest.slice(verb.length).trim()};
}
