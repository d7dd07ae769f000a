import {focusedField} from './focus.ts';
import type {CommandInfo} from './kernel/keys/command-info.ts';
import {isText} from './kernel/keys/chords.ts';
import {isMove} from './kernel/screens/move-commands.ts';
import type {CommandId} from '../messages/key-words.ts';
import type {State} from './state.ts';

/** Commands outside of panes that move within what is open, besides those that move through rows. */
const moving: ReadonlySet<CommandId> = new Set<CommandId>([
	'console.searchUp',
	'console.searchDown',
	'input.previous',
	'input.next',
	'input.complete',
	'input.completeBack',
	'search.older',
	'search.newer',
	'paste.next',
	'paste.previous',
	'results.searchUp',
	'results.searchDown',
	'filter.previous',
	'filter.next',
	'dialog.next',
	'dialog.previous',
	'dialog.right',
	'dialog.left',
	'jobs.nextGate',
	'jobs.previousGate',
	'app.nextPane',
	'app.previousPane',
]);

/**
Returns whether a key takes effect again while it is held down: it types or moves. A held key never confirms, sends,
opens or leaves anything.
*/
export function actsWhileHeld(chord: string, command: CommandInfo | undefined, state: State): boolean {
	if (chord === 'enter') return false;
	if (isText(chord) && focusedField(state)) return true;
	if (!command) return false;
	return (
		command.group === 'move' ||
		command.scopes.includes('field') ||
		isMove(command.id) ||
		moving.has(command.id)
	);
}
