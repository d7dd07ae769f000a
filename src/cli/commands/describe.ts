import type {Command} from 'commander';
import type {CommandWords, Example} from '../../messages/action-words.ts';

const examplesByCommand = new WeakMap<Command, readonly Example[]>();

/** Sets the description and the examples of a command. */
export function describe(command: Command, {description, examples}: CommandWords): Command {
	examplesByCommand.set(command, examples);
	return command.description(description);
}

export const examplesOf = (command: Command): readonly Example[] => examplesByCommand.get(command) ?? [];
