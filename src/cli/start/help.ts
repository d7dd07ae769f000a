import {type Command, Help, type HelpConfiguration, type Option} from 'commander';
import {largest} from '../../lib/lists/long-lists.ts';
import {helpMessages, optionGroups} from '../../messages/cli.ts';
import {examplesOf} from '../commands/describe.ts';
import {groupOf, rareCommandNames} from '../commands/index.ts';

const plain = new Help();

/** Returns the command that a group runs without another one, such as `list`; its options work after the group. */
export function defaultCommandOf(group: Command): Command[] {
	if (!group.parent) return [];
	const called = (name: string) => group.commands.filter(one => one.name() === name);
	return [...called('list'), ...called('show')].slice(0, 1);
}

/** Only the program shows global options, after its commands, which it lists by name alone. */
const configuration: HelpConfiguration = {
	subcommandTerm: command => command.name(),
	visibleCommands: command =>
		plain
			.visibleCommands(command)
			.filter(one => (command.parent ? one.name() !== 'help' : !rareCommandNames.has(one.name()))),
	visibleOptions: command =>
		command.parent
			? [command, ...defaultCommandOf(command)].flatMap(one =>
					plain.visibleOptions(one).filter(({long}) => long !== '--help'),
				)
			: [],
	optionDescription: describeOption,
	argumentDescription: ({description, argChoices}) => withChoices(description, argChoices),
};

export function describeOption({description, argChoices, defaultValue, negate}: Option): string {
	const isShown = typeof defaultValue === 'string' && !negate;
	return withChoices(description, argChoices) + (isShown ? helpMessages.default(defaultValue) : '');
}

/** Adds the choices that a description does not name, before its default. */
function withChoices(description: string, choices: readonly string[] = []): string {
	const words = new Set(description.split(/[^\w-]+/));
	if (choices.every(choice => words.has(choice))) return description;
	const [, text = '', usual = ''] = /^(.*?)( \(default[^)]*\))?$/.exec(description) ?? [];
	return text + helpMessages.choices(choices) + usual;
}

/** Configures the help of the program and its commands, with examples and references. */
export function configureHelp(program: Command): void {
	program.configureHelp(configuration).addHelpText('afterAll', ({command}) => textAfter(command));
}

function textAfter(command: Command): string {
	const [top] = pathOf(command);
	const examples = examplesOf(command);
	return [
		...(top === undefined ? globalOptions(command) : ['']),
		...(examples.length > 0 ? [helpMessages.examples, ...examples.map(helpMessages.example), ''] : []),
		helpMessages.learnMore,
		top === undefined ? helpMessages.ofProgram : helpMessages.ofCommand(groupOf(top)),
	].join('\n');
}

function globalOptions(program: Command): string[] {
	const help = program.createHelp();
	const options = plain.visibleOptions(program);
	const width = largest(options.map(({flags}) => flags.length));
	const rows = options.map(option => help.formatItem(option.flags, width, describeOption(option), help));
	return ['', optionGroups.global, ...rows, ''];
}

/** For example `['node', 'show']`; empty for the program. */
function pathOf(command: Command): string[] {
	return command.parent ? [...pathOf(command.parent), command.name()] : [];
}
