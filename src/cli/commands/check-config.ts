import {triggerProblems} from '../../app/triggers/compile.ts';
import {
	checkConfigText,
	checkFiles,
	isProblem,
	lineOf,
	namesAsWritten,
	type Problem,
} from '../../config/check.ts';
import {configFile, readText} from '../../config/files.ts';
import {triggerMessages} from '../../messages/triggers.ts';
import {keyProblems} from '../start/key-settings.ts';
import {viewProblems} from '../start/view-settings.ts';

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

/** Finds problems that the schema cannot detect: commands, columns and sort orders. */
function writtenProblems(file: string, text: string): Problem[] {
	const {keys, commands, views, triggers, dangerous} = namesAsWritten(text);
	return [
		...keyProblems(file, text, {keys, commands}),
		...viewProblems(file, text, views),
		...triggerProblems(triggers, dangerous).map(({index, field, message}): Problem => ({
			file,
			line: lineOf(text, ['triggers', String(index), field]),
			message: triggerMessages.inConfig(index, field, message),
		})),
	];
}
