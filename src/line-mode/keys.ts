import type {Keymap} from '../app/kernel/keymap/keymap.ts';
import type {CommandId} from '../messages/command-ids.ts';
import * as edits from '../app/kernel/text-field.ts';
import type {TextField} from '../app/kernel/text-field.ts';

const editing: Readonly<Partial<Record<CommandId, edits.Edit>>> = {
	'field.left': edits.left,
	'field.right': edits.right,
	'field.home': edits.home,
	'field.end': edits.end,
	'field.backspace': edits.backspace,
	'field.delete': edits.deleteForward,
	'field.word': edits.deleteWord,
	'field.toStart': edits.deleteToStart,
	'field.toEnd': edits.deleteToEnd,
};

/** Returns the command of a key in the line, from the TUI's keymap so that custom keys apply here too. */
export const meaningOf = (chord: string, keymap: Keymap): CommandId | undefined =>
	keymap.find(['field', 'input', 'always'], chord)?.id;

/** Returns the line after an editing key; undefined for other keys. */
export function editLine(
	field: TextField,
	chord: string,
	meaning: CommandId | undefined,
): TextField | undefined {
	if (isPrintable(chord)) return edits.insert(field, chord);
	return meaning && editing[meaning]?.(field);
}

export const isPrintable = (chord: string): boolean => [...chord].length === 1;
