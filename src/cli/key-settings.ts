import path from 'node:path';
import {checkFiles, keysAsWritten, lineIn, type Problem} from '../config/check.ts';
import {readConfigFile} from '../config/files.ts';
import type {Config} from '../config/load.ts';
import {keysOf} from '../config/keys.ts';
import {commands} from '../app/features.ts';
import {withOverrides} from '../app/kernel/keymap/overrides.ts';
import {keySettingMessages} from '../messages/cli-start.ts';

/** What is wrong with the keys of the configuration, with its line: the command keeps its own keys, as it were not there. */
export function keySettingProblems({configDir, keys}: Pick<Config, 'configDir' | 'keys'>): Problem[] {
	if (!keys) return [];
	const file = path.join(configDir, 'config.toml');
	return withOverrides(commands, keys).problems.map(({id, level, message}) => ({
		file,
		line: lineIn(file, ['keys', id]),
		level,
		message: keySettingMessages.problem(id, message),
	}));
}

/** The keys that config.toml gives to commands. */
export function keysIn(configDir: string): Config['keys'] {
	return keysOf(readConfigFile(configDir).content);
}

/** Everything that is wrong with the files, from the first line to the last, keys that no command can have among it. */
export function checkAll(configDir: string, env: NodeJS.ProcessEnv): ReturnType<typeof checkFiles> {
	const {files, problems} = checkFiles(configDir, env);
	const keys = keysOf({keys: keysAsWritten(configDir)});
	const all = [...problems, ...keySettingProblems({configDir, keys})];
	const order = (one: Problem, other: Problem) =>
		files.indexOf(one.file) - files.indexOf(other.file) || (one.line ?? 0) - (other.line ?? 0);
	return {files, problems: all.toSorted(order)};
}
