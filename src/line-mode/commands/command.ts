import type {CommandId} from '../../messages/key-words.ts';
import type {State} from '../../app/state.ts';
import {suggest} from '../../lib/text/suggest.ts';
import type {LineSession} from '../session.ts';
import {lineHelpMessages} from '../../messages/line-mode.ts';

/** A command that starts with a colon. `rest` is the text after its name. */
export type LineCommand = {
	name: string;
	aliases?: readonly string[];
	/** The syntax of its arguments. */
	takes: string;
	/** One or two sentences. */
	help: string;
	/** May change something on the service, so its name cannot be abbreviated. */
	changesService?: true;
	/** Tried before the command is queued after running ones. Returns true if nothing is left to do. */
	runNow?: (session: LineSession) => boolean;
	/** Completions for Tab. `servers` completes several arguments, a function only one. */
	completes?: 'servers' | ((state: State) => readonly string[]);
	/** The commands of the TUI that it replaces. */
	replaces?: readonly CommandId[];
	run: (session: LineSession, rest: string) => Promise<void> | void;
};

/** Commands listed together. */
export type CommandGroup = {title: string; commands: readonly LineCommand[]};

const namesOf = ({name, aliases = []}: LineCommand): string[] => [name, ...aliases];

/**
Returns the command for a word. Read-only commands accept a unique prefix; commands that change something require
the full name, so that a typo cannot run another one.
*/
export function findCommand(
	commands: readonly LineCommand[],
	word: string,
): {command: LineCommand} | {problem: string} {
	const wanted = word.toLowerCase();
	const exact = commands.find(command => namesOf(command).includes(wanted));
	if (exact) return {command: exact};
	const begins = commands.filter(
		command => wanted !== '' && namesOf(command).some(name => name.startsWith(wanted)),
	);
	const readOnly = begins.filter(({changesService}) => !changesService);
	const [first, ...others] = readOnly;
	if (first && others.length === 0) return {command: first};
	if (first) return {problem: lineHelpMessages.ambiguousCommand(word, listCommands(readOnly))};
	if (begins.length > 0) return {problem: lineHelpMessages.writeInFull(listCommands(begins))};
	const near = suggest(wanted, commands.filter(({changesService}) => !changesService).flatMap(namesOf)).map(
		name => `:${name}`,
	);
	return {
		problem: lineHelpMessages.unknownCommand(word, near),
	};
}

const listCommands = (found: readonly LineCommand[]) => found.map(({name}) => `:${name}`).join(', ');

/** Splits `:restart ark-1 ark-2` into `restart` and its arguments. */
export function splitCommand(line: string): {word: string; rest: string} {
	const [, word = '', rest = ''] = /^:\s*(\S*)\s*(.*)$/s.exec(line) ?? [];
	return {word, rest: rest.trim()};
}
