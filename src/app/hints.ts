import {appMessages} from '../messages/app.ts';
import type {Message} from '../messages/text.ts';
import {scopesOf} from './focus.ts';
import type {Program} from './kernel/program.ts';
import type {Settings} from './kernel/settings.ts';
import type {State} from './state.ts';
import type {Targets} from './kernel/targets.ts';
import {targetsOf} from './targets-of.ts';
import type {CommandInfo} from './kernel/keymap/command-info.ts';
import {keyLabel} from './kernel/keymap/key-label.ts';
import type {Keymap} from './kernel/keymap/keymap.ts';

/** What a session says of its keys, and what they act on. */
export type Keyed = Pick<Program, 'keymap' | 'settings' | 'screens'>;

/** The command of a chord where the keys go now: the nearest scope first. */
export const commandFor = (chord: string, state: State, keymap: Keymap): CommandInfo | undefined =>
	keymap.find(scopesOf(state), chord);

/** Why a command cannot run now, if it cannot. */
export function blockedBecause(
	command: CommandInfo,
	state: State,
	targets: Targets,
	settings: Settings,
): Message | undefined {
	if (command.danger && settings.readOnly) return appMessages.readOnly;
	return command.blocked?.(state, targets, settings);
}

export type Hint = {key: string; title: string};

/** What the hint bar offers where the keys go now: only what works; last what is named where there is room. */
export function hintsFor(state: State, {settings, keymap, screens}: Keyed): Hint[] {
	const scopes = scopesOf(state);
	const targets = targetsOf(state, screens);
	return keymap.commands
		.filter(({hint, scopes: of}) => hint && of.some(scope => scopes.includes(scope)))
		.filter(command => blockedBecause(command, state, targets, settings) === undefined)
		.toSorted((a, b) => Number(a.hint === 'room') - Number(b.hint === 'room'))
		.map(({keys, title, short = title}) => ({key: keyLabel(keys[0] ?? ''), title: short}));
}
