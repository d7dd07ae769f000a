import {checkConfigText, checkFiles, keysAsWritten, lineOf, type Problem} from '../config/check.ts';
import {configFile, readConfigFile, readText} from '../config/files.ts';
import type {Config} from '../config/load.ts';
import {keysOf} from '../config/keys.ts';
import {commands} from '../app/features.ts';
import {withOverrides} from '../app/kernel/keymap/overrides.ts';
import {keySettingMessages} from '../messages/cli-start.ts';

/** Returns the invalid keys of the configuration with their lines; those commands keep their default keys. */
export function keySettingProblems({configDir, keys}: Pick<Config, 'configDir' | 'keys'>): Problem[] {
	if (!keys) return [];
	const file = configFile(configDir);
	return keyProblems(file, readText(file) ?? '', keys);
}

const keyProblems = (file: string, text: string, keys: NonNullable<Config['keys']>): Problem[] =>
	withOverrides(commands, keys).problems.map(({id, level, message}) => ({
		file,
		line: lineOf(text, ['keys', id]),
		level,
		message: keySettingMessages.problem(id, message),
	}));

/** Returns the keys that config.toml assigns to commands. */
export function keysIn(configDir: string): Config['keys'] {
	return keysOf(readConfigFile(configDir).content);
}

/** Returns all problems of the files in order, including invalid keys. */
export function checkAll(configDir: string, env: NodeJS.ProcessEnv): ReturnType<typeof checkFiles> {
	const {files, problems} = checkFiles(configDir, env);
	const file = configFile(configDir);
	const all = [...problems, ...writtenKeyProblems(file, readText(file) ?? '')];
	const order = (one: Problem, other: Problem) =>
		files.indexOf(one.file) - files.indexOf(other.file) || (one.line ?? 0) - (other.line ?? 0);
	return {files, problems: all.toSorted(order)};
}

/** Returns the problems that prevent this text from becoming config.toml. `file`: the file name in the problems. */
export const problemsOfConfig = (file: string, text: string): Problem[] =>
	[...checkConfigText(file, text), ...writtenKeyProblems(file, text)].filter(
		({level}) => level !== 'warning',
	);

function writtenKeyProblems(file: string, text: string): Problem[] {
	const keys = keysOf({keys: keysAsWritten(text)});
	return keys ? keyProblems(file, text, keys) : [];
}
