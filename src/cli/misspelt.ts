import {pushAll} from '../lib/long-lists.ts';
import type {Command} from 'commander';
import {suggest} from '../lib/suggest.ts';
import {printableLine} from '../lib/text.ts';
import {UsageError} from '../lib/usage-error.ts';
import {misspeltMessages} from '../messages/cli-program.ts';

/**
Throws for a misspelled subcommand of a group such as `nodes`, whose default command would reject it as an extra
argument. commander itself suggests the nearest of other commands.
*/
export function refuseUnknownSubcommand(command: Command, [name, ...words]: readonly string[]): void {
	const group = command.commands.find(one => one.name() === name);
	const [word] = words;
	if (!group || word === undefined || group.commands.length === 0) return;
	if (group.registeredArguments.length > 0) return;
	const names = [...group.commands.map(one => one.name()), 'help'];
	if (names.includes(word)) return refuseUnknownSubcommand(group, words);
	const near = suggest(word, names);
	throw new UsageError(printableLine(misspeltMessages.subcommand(pathOf(group), word, near, names)));
}

/** The words of a command after the program's name. */
export const pathOf = (command: Command): string =>
	command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** Throws for `help` with a word that is no command: commander would show the help of the program. */
export function refuseUnknownHelp({commands}: Command, [name, word]: readonly string[]): void {
	if (name !== 'help' || word === undefined || word === 'help') return;
	const names = commands.flatMap(one => [one.name(), ...one.aliases()]);
	if (names.includes(word)) return;
	throw new UsageError(printableLine(misspeltMessages.command(word, suggest(word, names))));
}

/**
Throws for an unknown option: commander would first report whatever is missing because of it. `program` cannot be
reused, because it holds the parsed options.
*/
export function refuseUnknownOption(program: Command, argv: readonly string[]): void {
	let {operands: words, unknown} = program.parseOptions([...argv]);
	let command = program;
	const known = visibleOptions(program);
	for (;;) {
		const next = command.commands.find(one => one.name() === words[0]);
		if (!next) break;
		command = next;
		pushAll(known, visibleOptions(command));
		({operands: words, unknown} = command.parseOptions([...words.slice(1), ...unknown]));
	}
	const option = unknown.find(word => /^--\w/.test(word))?.replace(/=.*$/s, '');
	if (option === undefined) return;
	throw new UsageError(printableLine(misspeltMessages.option(option, suggest(option, known))));
}

const visibleOptions = (command: Command): string[] =>
	command
		.createHelp()
		.visibleOptions(command)
		.flatMap(({long}) => long ?? []);
