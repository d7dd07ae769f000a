import {appMessages} from '../messages/screens.ts';
import type {Message} from '../messages/text.ts';
import {scopesOf} from './focus.ts';
import type {Program} from './kernel/state/program.ts';
import type {Settings} from './kernel/state/settings.ts';
import type {State} from './state.ts';
import type {Targets} from './kernel/state/targets.ts';
import {targetsOf} from './targets-of.ts';
import type {CommandInfo} from './kernel/keys/command-info.ts';
import {keyLabel} from './kernel/keys/chords.ts';
import type {Keymap} from './kernel/keys/keymap.ts';

/** The services that key hints need. */
export type Keyed = Pick<Program, 'keymap' | 'settings' | 'screens'>;

/** Returns the command of a chord where the keys go now; the innermost scope wins. */
export const commandFor = (chord: string, state: State, keymap: Keymap): CommandInfo | undefined =>
	keymap.find(scopesOf(state), chord);

/** Returns why a command cannot run now. */
export function blockedBecause(
	command: CommandInfo,
	state: State,
	targets: Targets,
	settings: Settings,
): Message | undefined {
	if (command.danger && settings.readOnly) return appMessages.readOnly;
	return command.blocked?.(state, targets, settings);
}

export type Hint = {id: CommandInfo['id']; key: string; title: string};

/** Returns the hints for the keys here: only commands that can run, those with `hint: 'room'` last. */
export function hintsFor(state: State, {settings, keymap, screens}: Keyed): Hint[] {
	const scopes = scopesOf(state);
	const targets = targetsOf(state, screens);
	return keymap.commands
		.filter(({hint, keys, scopes: of}) => hint && keys.length > 0 && of.some(scope => scopes.includes(scope)))
		.filter(command => blockedBecause(command, state, targets, settings) === undefined)
		.toSorted((a, b) => Number(a.hint === 'room') - Number(b.hint === 'room'))
		.map(({id, keys, title, short = title}) => ({id, key: keyLabel(keys[0] ?? ''), title: short}));
}
