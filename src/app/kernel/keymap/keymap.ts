import type {Scope} from './scope.ts';
import type {CommandId} from '../../../messages/command-ids.ts';
import {renderMessage, type SegmentRenderer, type Message} from '../../../messages/text.ts';
import type {CommandInfo} from './command-info.ts';
import {keyLabel} from './key-label.ts';
import {withOverrides} from './overrides.ts';
import type {KeyOverrides} from '../settings.ts';

/** Commands with the keys that they have in this session, and the way from a key to its command. */
export type Keymap = {
	commands: readonly CommandInfo[];
	find: (scopes: readonly Scope[], chord: string) => CommandInfo | undefined;
};

/** The keymap of a session. What is wrong with its overrides changes nothing, and is reported elsewhere. */
export function createKeymap(given: readonly CommandInfo[], overrides: KeyOverrides = {}): Keymap {
	const {commands} = withOverrides(given, overrides);
	const byKey = new Map(
		commands.flatMap(command =>
			command.scopes.flatMap(scope =>
				command.keys.map((key): [string, CommandInfo] => [`${scope} ${key}`, command]),
			),
		),
	);
	return {
		commands,
		find: (scopes, chord) => {
			for (const scope of scopes) {
				const command = byKey.get(`${scope} ${chord}`);
				if (command) return command;
			}
			return undefined;
		},
	};
}

/** The first key of a command in this session, or the preferred one, as people write it. */
export const keyOf = (id: CommandId, {commands}: Keymap, prefer?: string): string =>
	keyLabel(keyAmong(commands.find(command => command.id === id)?.keys ?? [], prefer));

const keyAmong = (keys: readonly string[], prefer: string | undefined): string =>
	prefer !== undefined && keys.includes(prefer) ? prefer : (keys[0] ?? '');

/** Messages with the keys of this session. */
export const tuiSegments = (keymap: Keymap): SegmentRenderer => ({
	kind: 'tui',
	keyLabel: (id, prefer) => keyOf(id, keymap, prefer),
});

/** A message with the keys of this session. */
export const renderWithKeys = (text: Message, keymap: Keymap): string =>
	renderMessage(text, tuiSegments(keymap));
