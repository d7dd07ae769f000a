import {lineOf, type Problem} from '../../config/check.ts';
import {configFile, readText} from '../../config/files.ts';
import type {Config} from '../../config/load.ts';
import {customCommands, customKeys, problemsOfCommands} from '../../app/custom-commands/commands.ts';
import {commands} from '../../app/features.ts';
import {withOverrides} from '../../app/kernel/keys/overrides.ts';
import {keySettingMessages} from '../../messages/cli.ts';

/** What the configuration says about keys: those of built-in commands, and commands of its own. */
export type KeySettings = Pick<Config['settings'], 'keys' | 'commands'>;

/**
Returns the invalid keys and commands of the configuration with their lines.
They have no effect. Notes say which command lost its default key.
*/
export function keySettingProblems(configDir: string, settings: KeySettings): Problem[] {
	const file = configFile(configDir);
	return keyProblems(file, readText(file) ?? '', settings);
}

/** Returns all commands and the overridden keys, as a session has them. */
export const keymapOf = ({keys, commands: custom}: KeySettings) =>
	custom.length === 0
		? {commands, keys}
		: {
				commands: [...commands, ...customCommands(custom)],
				keys: customKeys(custom, keys),
			};

/** Returns the same for keys and commands that are written in `text`. */
export function keyProblems(file: string, text: string, settings: KeySettings): Problem[] {
	if (Object.keys(settings.keys).length === 0 && settings.commands.length === 0) return [];
	const {commands: all, keys} = keymapOf(settings);
	const customName = (id: string) => (id.startsWith('commands.') ? id.slice('commands.'.length) : undefined);
	const ofKeys = withOverrides(all, keys).problems.map(({id, level, message}): Problem => {
		const name = customName(id);
		return {
			file,
			line: lineOf(text, name === undefined ? ['keys', id] : ['commands', name, 'key']),
			level,
			message: keySettingMessages.problem(id, message),
		};
	});
	const ofCommands = settings.commands.length === 0 ? [] : problemsOfCommands(settings.commands);
	return [
		...ofKeys,
		...ofCommands.map(({name, message}): Problem => ({
			file,
			line: lineOf(text, ['commands', name]),
			level: 'problem',
			message: keySettingMessages.problem(`commands.${name}`, message.replace(/\.$/, '')),
		})),
	];
}
