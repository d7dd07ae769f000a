import type {CommandId} from '../../messages/command-ids.ts';
import type {State} from '../../app/state.ts';
import {suggest} from '../../lib/suggest.ts';
import type {LineSession} from '../session.ts';
import {lineHelpMessages} from '../../messages/line-mode-help.ts';

/** What a line that begins with a colon does. `rest` is what is after the name. */
export type LineCommand = {
	name: string;
	/** Other words for the same. */
	also?: readonly string[];
	/** What may be behind it. */
	takes: string;
	/** One or two sentences. */
	help: string;
	/** It may change something at the service: its name is written in full. */
	changesService?: true;
	/** Tried before it waits for its turn behind what is being done: true where that was all there was to do. */
	atOnce?: (session: LineSession) => boolean;
	/** What Tab offers behind it; `servers` may be several, the others are one. */
	completes?: 'servers' | ((state: State) => readonly string[]);
	/** The commands of the TUI whose part it takes. */
	does?: readonly CommandId[];
	run: (session: LineSession, rest: string) => Promise<void> | void;
};

/** Commands that are reported together. */
export type CommandGroup = {title: string; commands: readonly LineCommand[]};

const namesOf = ({name, also = []}: LineCommand): string[] => [name, ...also];

/**
The command that a word means. A unique beginning will do for what only looks; what acts is written in full, so that no
slip of the finger becomes another action.
*/
export function commandNamed(
	commands: readonly LineCommand[],
	word: string,
): {command: LineCommand} | {problem: string} {
	const wanted = word.toLowerCase();
	const exact = commands.find(command => namesOf(command).includes(wanted));
	if (exact) return {command: exact};
	const begins = commands.filter(
		command => wanted !== '' && namesOf(command).some(name => name.startsWith(wanted)),
	);
	const looking = begins.filter(({changesService}) => !changesService);
	const [first, ...others] = looking;
	if (first && others.length === 0) return {command: first};
	if (first) return {problem: lineHelpMessages.ambiguousCommand(word, listCommands(looking))};
	if (begins.length > 0) return {problem: lineHelpMessages.writeInFull(listCommands(begins))};
	const near = suggest(wanted, commands.flatMap(namesOf)).map(name => `:${name}`);
	return {
		problem: lineHelpMessages.unknownCommand(word, near),
	};
}

const listCommands = (found: readonly LineCommand[]) => found.map(({name}) => `:${name}`).join(', ');

/** `:restart ark-1 ark-2` → restart, and what is behind it. */
export function takenApart(line: string): {word: string; rest: string} {
	const [, word = '', rest = ''] = /^:\s*(\S*)\s*(.*)$/s.exec(line) ?? [];
	return {word, rest: rest.trim()};
}
