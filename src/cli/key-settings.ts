import {checkFiles, lineIn, type Problem} from '../config/check.ts';
import {readConfigFile} from '../config/files.ts';
import type {Config} from '../config/load.ts';
import {keysOf} from '../config/keys.ts';
import {keyProblems} from '../core/commands/index.ts';

/** What is wrong with the keys of the configuration, with its line: the command keeps its own keys, as it were not there. */
export function keySettingProblems({configDir, keys}: Pick<Config, 'configDir' | 'keys'>): Problem[] {
	if (!keys) return [];
	const {path} = readConfigFile(configDir);
	return keyProblems(keys).map(({id, level, message}) => ({
		file: path,
		line: lineIn(path, ['keys', id]),
		level,
		message: `keys."${id}": ${message}`,
	}));
}

/** The keys that config.toml gives to commands. */
export function keysIn(configDir: string): Config['keys'] {
	return keysOf(readConfigFile(configDir).content);
}

/** Everything that is wrong with the files, keys that no command can have among it. */
export function checkAll(configDir: string): ReturnType<typeof checkFiles> {
	const {files, problems} = checkFiles(configDir);
	if (problems.length > 0) return {files, problems};
	return {files, problems: keySettingProblems({configDir, keys: keysIn(configDir)})};
}
