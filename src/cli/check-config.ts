import {
	checkConfigText,
	checkFiles,
	commandsAsWritten,
	isProblem,
	keysAsWritten,
	viewsAsWritten,
	type Problem,
} from '../config/check.ts';
import {commandsOf} from '../config/commands.ts';
import {configFile, readText} from '../config/files.ts';
import {keysOf} from '../config/keys.ts';
import {keyProblems} from './key-settings.ts';
import {viewProblems} from './view-settings.ts';

/** Returns all problems of the files in order, including those of keys, commands and views. */
export function checkAll(configDir: string, env: NodeJS.ProcessEnv): ReturnType<typeof checkFiles> {
	const {files, problems} = checkFiles(configDir, env);
	const file = configFile(configDir);
	const all = [...problems, ...writtenProblems(file, readText(file) ?? '')];
	const order = (one: Problem, other: Problem) =>
		files.indexOf(one.file) - files.indexOf(other.file) || (one.line ?? 0) - (other.line ?? 0);
	return {files, problems: all.toSorted(order)};
}

/** Returns the problems that prevent this text from becoming config.toml. `file`: the file name in the problems. */
export const problemsOfConfig = (file: string, text: string): Problem[] =>
	[...checkConfigText(file, text), ...writtenProblems(file, text)].filter(isProblem);

/** Finds the problems of what the program knows and the schema does not: commands, columns and sort orders. */
function writtenProblems(file: string, text: string): Problem[] {
	const keys = keysOf({keys: keysAsWritten(text)});
	const own = commandsOf({commands: commandsAsWritten(text)});
	return [
		...(keys || own.length > 0 ? keyProblems(file, text, {keys, commands: own}) : []),
		...viewProblems(file, text, viewsAsWritten(text)),
	];
}
