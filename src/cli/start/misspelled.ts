import type {Command} from 'commander';
import {tableOf} from '../../lib/json/maps.ts';
import {pushAll} from '../../lib/lists/long-lists.ts';
import {readCommandNames} from '../commands/index.ts';
import {suggest} from '../../lib/text/suggest.ts';
import {printableLine} from '../../lib/text/text.ts';
import {defaultCommandOf} from './help.ts';
import {UsageError} from '../../lib/errors.ts';
import {misspelledMessages} from '../../messages/cli.ts';

/** What other programs, or screens of the TUI, call it. Only commands that change nothing are suggested. */
const commandHabits = tableOf<string>({
	ls: 'server',
	ps: 'server',
	get: 'server',
	describe: 'show',
	inspect: 'show',
	view: 'show',
	events: 'feed',
	context: 'profile',
	history: 'journal',
	timeline: 'journal',
	note: 'player',
	notes: 'player',
});
const subcommandHabits = tableOf<string>({
	ls: 'list',
	get: 'show',
	describe: 'show',
	inspect: 'show',
	view: 'show',
});
const optionHabits = tableOf<readonly string[]>({
	'-f': ['--follow'],
	'-n': ['--limit'],
	'-w': ['--watch'],
	'--tail': ['--limit'],
	'--lines': ['--limit'],
	'--max': ['--limit'],
	'--jq': ['--format'],
	'--template': ['--format'],
	'--fields': ['--json'],
	'--selector': ['--match'],
	'--filter': ['--match', '--status'],
	'--state': ['--status'],
	'--status': ['--state'],
	'--from': ['--since'],
	'--to': ['--until'],
	'--before': ['--until'],
	'--after': ['--since'],
});

/** Returns the command with this name or alias. */
export const commandNamed = ({commands}: Command, word: string | undefined): Command | undefined =>
	commands.find(one => word !== undefined && (one.name() === word || one.aliases().includes(word)));

/**
Throws for a misspelled subcommand of a group such as `nodes`, whose default command would reject it as an extra
argument.
*/
export function refuseUnknownSubcommand(command: Command, [name, ...words]: readonly string[]): void {
	const group = commandNamed(command, name);
	const [word] = words;
	if (!group || word === undefined || group.commands.length === 0) return;
	const names = [...group.commands.map(one => one.name()), 'help'];
	if (word === 'help' || commandNamed(group, word)) return refuseUnknownSubcommand(group, words);
	// Of `backups ark-1`, the word is an argument of the list; of `backups lits`, it is not.
	const takesWord = [group, ...defaultCommandOf(group)].some(one => one.registeredArguments.length > 0);
	if (takesWord && !subcommandHabits.has(word) && suggest(word, names).length === 0) return;
	const readable = names.filter(one => readSubcommands.has(one));
	const habit = readable.filter(one => one === subcommandHabits.get(word));
	const near = habit.length > 0 ? habit : suggest(word, readable);
	throw new UsageError(printableLine(misspelledMessages.subcommand(pathOf(group), word, near, names)));
}

/** The words of a command after the program's name. */
export const pathOf = (command: Command): string =>
	command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** Subcommands that change nothing. */
const readSubcommands: ReadonlySet<string> = new Set(['list', 'show', 'path', 'check', 'help']);

/**
Throws for an unknown command, also as the word after `help`, for which commander would show the help of the program. Never
suggests a command that changes something: who is in a hurry runs what is suggested.
*/
export function refuseUnknownCommand(program: Command, [name, word]: readonly string[]): void {
	const wanted = name === 'help' ? word : name;
	if (wanted === undefined || wanted === 'help') return;
	if (commandNamed(program, wanted)) return;
	const habit = commandHabits.get(wanted);
	const near = habit === undefined ? suggest(wanted, readCommandNames) : [habit];
	throw new UsageError(printableLine(misspelledMessages.command(wanted, near)));
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
		const next = commandNamed(command, words[0]);
		if (!next) break;
		command = next;
		for (const one of [command, ...defaultCommandOf(command)]) pushAll(known, visibleOptions(one));
		({operands: words, unknown} = command.parseOptions([...words.slice(1), ...unknown]));
	}
	const option = unknown.find(word => /^(?:--\w|-[a-z]$)/i.test(word))?.replace(/=.*$/s, '');
	if (option === undefined) return;
	const habits = (optionHabits.get(option) ?? []).filter(one => known.includes(one));
	const near = habits.length > 0 ? habits.slice(0, 1) : suggest(option, [...new Set(known)]);
	throw new UsageError(
		printableLine(misspelledMessages.option(option, near, command.parent && pathOf(command))),
	);
}

const visibleOptions = (command: Command): string[] =>
	command
		.createHelp()
		.visibleOptions(command)
		.flatMap(({long}) => long ?? []);
