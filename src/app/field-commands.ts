import {changeField, focusedField} from './focus.ts';
import type {Services} from './kernel/state/services.ts';
import * as field from './kernel/text/text-field.ts';
import type {KeyId} from '../messages/key-words.ts';
import type {KeyCommand} from './kernel/state/program.ts';

/** The part of these command ids after `field.`. */
type FieldCommandName = KeyId extends infer Id ? (Id extends `field.${infer Name}` ? Name : never) : never;

const edit = (change: field.Edit) => (services: Services) => {
	const focused = focusedField(services.store.getState());
	if (focused) changeField(services, change(focused));
};

const key = (id: FieldCommandName, keys: readonly string[], change: field.Edit): KeyCommand => ({
	id: `field.${id}`,
	keys,
	scopes: ['field'],
	run: edit(change),
});

/** The line-editing keys of every text field. */
export const fieldCommands: readonly KeyCommand[] = [
	key('left', ['left'], field.left),
	key('right', ['right'], field.right),
	key('home', ['home', 'ctrl+a'], field.home),
	key('end', ['end', 'ctrl+e'], field.end),
	key('backspace', ['backspace'], field.backspace),
	key('delete', ['delete'], field.deleteForward),
	key('word', ['ctrl+w'], field.deleteWord),
	key('toStart', ['ctrl+u'], field.deleteToStart),
	key('toEnd', ['ctrl+k'], field.deleteToEnd),
];
