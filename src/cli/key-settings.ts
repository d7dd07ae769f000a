import {checkConfigText, checkFiles, keysAsWritten, lineOf, type Problem} from '../config/check.ts';
import {configFile, readConfigFile, readText} from '../config/files.ts';
import type {Config} from '../config/load.ts';
import {keysOf} from '../config/keys.ts';
import {commands} from '../app/features.ts';
import {withOverrides} from '../app/kernel/keymap/overrides.ts';
import {keySettingMessages} from '../messages/cli-start.ts';

/** What is wrong with the keys of the configuration, with its line: the command keeps its own keys, as it were not there. */
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

/** The keys that config.toml gives to commands. */
export function keysIn(configDir: string): Config['keys'] {
	return keysOf(readConfigFile(configDir).content);
}

/** Everything that is wrong with the files, from the first line to the last, keys that no command can have among it. */
export function checkAll(configDir: string, env: NodeJS.ProcessEnv): ReturnType<typeof checkFiles> {
	const {files, problems} = checkFiles(configDir, env);
	const file = configFile(configDir);
	const all = [...problems, ...writtenKeyProblems(file, readText(file) ?? '')];
	const order = (one: Problem, other: Problem) =>
		files.indexOf(one.file) - files.indexOf(other.file) || (one.line ?? 0) - (other.line ?? 0);
	return {files, problems: all.toSorted(order)};
}

/** What keeps a text from becoming config.toml. `file`: what problems are said of. */
export const problemsOfConfig = (file: string, text: string): Problem[] =>
	[...checkConfigText(file, text), ...writtenKeyProblems(file, text)].filter(
		({level}) => level !== 'warning',
	);

function writtenKeyProblems(file: string, text: string): Problem[] {
	const keys = keysOf({keys: keysAsWritten(text)});
	return keys ? keyProblems(file, text, keys) : [];
}
