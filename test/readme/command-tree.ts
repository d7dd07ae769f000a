import type {Command} from 'commander';
import type {Example} from '../../src/messages/action-words.ts';
import {examplesOf} from '../../src/cli/commands/describe.ts';
import {jsonFieldsOf} from '../../src/cli/output/json-fields.ts';
import {describeOption} from '../../src/cli/start/help.ts';

/** One command as the man pages need it. */
export type Branch = {
	/** `automations edit`; empty for the program itself. */
	path: string;
	description: string;
	examples: readonly Example[];
	/** `rcondeck stop [options] [server...]` */
	usage: string;
	arguments: {name: string; description: string}[];
	options: {
		flags: readonly string[];
		/** `-f, --file <file>` */
		usage: string;
		description: string;
		/** The description with choices and default. */
		help: string;
		takesValue: boolean;
		choices: readonly string[];
	}[];
	subcommands: {name: string; aliases: readonly string[]; description: string}[];
	takesServers: boolean;
	/** The fields of its records with `--json`; empty if it has none. */
	jsonFields: readonly string[];
};

/** Returns the program and all its commands, from the same declarations as the help. */
export function branchesOf(program: Command): Branch[] {
	const walk = (command: Command, path: string): Branch[] => {
		const help = command.createHelp();
		const visible = help.visibleCommands(command);
		const branch: Branch = {
			path,
			description: command.description(),
			examples: examplesOf(command),
			usage: help.commandUsage(command),
			arguments: help
				.visibleArguments(command)
				.map(argument => ({name: argument.name(), description: argument.description})),
			options: help.visibleOptions(command).map(option => ({
				flags: [option.short, option.long].filter(flag => typeof flag === 'string'),
				usage: option.flags,
				description: option.description,
				help: describeOption(option),
				// The possible values of an optional value, such as the fields of `--json`, are unknown.
				takesValue: option.required,
				choices: option.argChoices ?? [],
			})),
			subcommands: visible.map(one => ({
				name: one.name(),
				aliases: one.aliases(),
				description: one.description(),
			})),
			takesServers: command.registeredArguments.some(argument => argument.name() === 'server'),
			jsonFields: jsonFieldsOf(command)?.fields ?? [],
		};
		const below = visible.filter(one => one.name() !== 'help');
		return [branch, ...below.flatMap(one => walk(one, `${path} ${one.name()}`.trim()))];
	};
	return walk(program, '');
}
