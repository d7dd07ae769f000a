import {tableOf} from '../../lib/maps.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import {insteadMessages} from '../../messages/line-mode-keys.ts';

/** Scopes whose commands all belong to the line editor, or to how a question is asked. */
const scopes = tableOf<string>(insteadMessages.scopes);

/** What moves a cursor or scrolls, wherever that is. */
const moves = new Set(['down', 'up', 'pageDown', 'pageUp', 'first', 'last']);

/** Commands of the TUI, one by one, that no line with a colon takes the part of, and how it is here. */
export const tuiOnly: Readonly<Partial<Record<CommandId, string>>> = insteadMessages.commands;

/** How it is here with a command of the TUI that no line takes the part of; undefined where nothing is known of that. */
export function insteadOf(id: CommandId): string | undefined {
	const [scope = '', verb = ''] = id.split('.', 2);
	return tuiOnly[id] ?? scopes.get(scope) ?? (moves.has(verb) ? insteadMessages.noCursor : undefined);
}
