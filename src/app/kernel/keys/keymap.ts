import type {Scope} from './scope.ts';
import type {CommandId} from '../../../messages/key-words.ts';
import {type Message, renderMessage, type SegmentRenderer} from '../../../messages/text.ts';
import type {CommandInfo} from './command-info.ts';
import {keyLabel} from './chords.ts';
import {withOverrides} from './overrides.ts';
import type {KeyOverrides} from '../state/settings.ts';

/** The commands with their keys in this session, and the lookup from a key to its command. */
export type Keymap = {
	commands: readonly CommandInfo[];
	find: (scopes: readonly Scope[], chord: string) => CommandInfo | undefined;
};

/** Creates the keymap of a session. Invalid overrides are ignored here and reported elsewhere. */
export function createKeymap(defaults: readonly CommandInfo[], overrides: KeyOverrides = {}): Keymap {
	const {commands} = withOverrides(defaults, overrides);
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

/**
Returns the first key of a command in this session, or the preferred one, as people write it. A command without a key is
in the palette: the key of the palette and its title.
*/
export function keyOf(id: CommandId, {commands}: Keymap, prefer?: string): string {
	const find = (wanted: CommandId) => commands.find(command => command.id === wanted);
	const command = find(id);
	if (command?.keys.length !== 0) return keyLabel(keyAmong(command?.keys ?? [], prefer));
	return `${keyLabel(find('app.palette')?.keys[0] ?? '')}${command.title}`;
}

const keyAmong = (keys: readonly string[], prefer: string | undefined): string =>
	prefer !== undefined && keys.includes(prefer) ? prefer : (keys[0] ?? '');

export const tuiSegments = (keymap: Keymap): SegmentRenderer => ({
	kind: 'tui',
	keyLabel: (id, prefer) => keyOf(id, keymap, prefer),
});

/** Renders a message with the keys of this session. */
export const renderWithKeys = (text: Message, keymap: Keymap): string =>
	renderMessage(text, tuiSegments(keymap));
