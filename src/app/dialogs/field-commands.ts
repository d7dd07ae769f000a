import {changeField, focusedField} from '../focus.ts';
import type {Services} from '../kernel/services.ts';
import * as field from '../kernel/text-field.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import type {Command} from '../kernel/command.ts';

/** What stands behind `field.` in the ids of these commands. */
type FieldCommandName = CommandId extends infer Id
	? Id extends `field.${infer Name}`
		? Name
		: never
	: never;

const edit = (change: field.Edit) => (services: Services) => {
	const focused = focusedField(services.store.getState());
	if (focused) changeField(services, change(focused));
};

const key = (
	id: FieldCommandName,
	keys: readonly string[],
	title: string,
	help: string,
	change: field.Edit,
): Command => ({
	id: `field.${id}`,
	keys,
	scopes: ['field'],
	title,
	help,
	run: edit(change),
});

/** The line-editing keys of every text field. */
export const fieldCommands: readonly Command[] = [
	key('left', ['left'], 'left', 'Moves the cursor left.', field.left),
	key('right', ['right'], 'right', 'Moves the cursor right.', field.right),
	key('home', ['home', 'ctrl+a'], 'start', 'Moves the cursor to the start.', field.home),
	key('end', ['end', 'ctrl+e'], 'end', 'Moves the cursor to the end.', field.end),
	key('backspace', ['backspace'], 'erase', 'Erases the character before the cursor.', field.backspace),
	key('delete', ['delete'], 'delete', 'Erases the character under the cursor.', field.deleteForward),
	key('word', ['ctrl+w'], 'erase word', 'Erases the word before the cursor.', field.deleteWord),
	key('toStart', ['ctrl+u'], 'erase to start', 'Erases all before the cursor.', field.deleteToStart),
	key('toEnd', ['ctrl+k'], 'erase to end', 'Erases all after the cursor.', field.deleteToEnd),
];
