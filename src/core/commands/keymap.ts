import type {Scope} from '../scope.ts';
import type {Command} from './command.ts';
import {withOverrides} from './overrides.ts';
import type {KeyOverrides} from '../settings.ts';

/** Commands with the keys that they have in this session, and the way from a key to its command. */
export type Keymap = {
	commands: readonly Command[];
	find: (scopes: readonly Scope[], chord: string) => Command | undefined;
};

const made = new WeakMap<KeyOverrides, Keymap>();
const usual: KeyOverrides = {};

/** Made once for the overrides of a session. What is wrong with them changes nothing, and is told elsewhere. */
export function keymapOf(commands: readonly Command[], overrides: KeyOverrides | undefined = usual): Keymap {
	const known = made.get(overrides);
	if (known) return known;
	const keymap = createKeymap(withOverrides(commands, overrides).commands);
	made.set(overrides, keymap);
	return keymap;
}

function createKeymap(commands: readonly Command[]): Keymap {
	const byKey = new Map(
		commands.flatMap(command =>
			command.scopes.flatMap(scope =>
				command.keys.map((key): [string, Command] => [`${scope} ${key}`, command]),
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
