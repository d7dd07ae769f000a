import {tableOf} from '../../lib/maps.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import {insteadMessages} from '../../messages/line-mode-keys.ts';

/** Scopes whose commands all belong to the line editor or to questions. */
const scopes = tableOf<string>(insteadMessages.scopes);

/** Commands that move a cursor or scroll, in any scope. */
const moves = new Set(['down', 'up', 'pageDown', 'pageUp', 'first', 'last']);

/** Commands of the TUI without an equivalent colon command, with an explanation for each. */
export const tuiOnly: Readonly<Partial<Record<CommandId, string>>> = insteadMessages.commands;

/** Explains what replaces a command of the TUI that no line runs; undefined if unknown. */
export function insteadOf(id: CommandId): string | undefined {
	const [scope = '', verb = ''] = id.split('.', 2);
	return tuiOnly[id] ?? scopes.get(scope) ?? (moves.has(verb) ? insteadMessages.noCursor : undefined);
}
