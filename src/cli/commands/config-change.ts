import {writeFileSync} from 'node:fs';
import path from 'node:path';
import type {Command} from 'commander';
import {keysOfSetting, settingValue, withValue} from '../../config/edit.ts';
import {configFile, readConfigFile, readText} from '../../config/files.ts';
import {directory} from '../../config/paths.ts';
import {replaceFile} from '../../config/write.ts';
import {editExternally} from '../../lib/external-editor.ts';
import {makePrivateFolder} from '../../lib/private-folder.ts';
import {printableLine} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {ask} from '../consent.ts';
import {CommandError, exitCodes, type ExitCode} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {problemsOfConfig} from '../check-config.ts';
import {say, sayDone} from '../output.ts';
import type {Run} from '../command-run.ts';
import {configChangeMessages as messages} from '../../messages/cli-config.ts';
import {editorMessages, writeProblem} from '../../messages/files.ts';

export function addConfigChanges(config: Command, run: Run): void {
	config
		.command('set')
		.description(messages.setDescription)
		.argument('<key>', messages.keyHelp)
		.argument('<value>', messages.valueHelp)
		.action(run(async (io, _flags, _options: object, [key = '', value = '']) => set(io, key, value)));
	config
		.command('edit')
		.description(messages.editDescription)
		.action(run(async io => edit(io)));
}

const fileOf = ({env}: Io): string => configFile(directory(env, 'RCONDECK_CONFIG_DIR').path);

function set(io: Io, name: string, newValue: string): ExitCode {
	// Reports existing problems in the file before changing it.
	const {path: file} = readConfigFile(path.dirname(fileOf(io)));
	const text = readText(file) ?? '';
	const keys = keysOfSetting(name);
	const value = settingValue(text, keys, newValue);
	const edited = withValue(text, keys, value);
	if (edited === undefined) throw new UsageError(messages.notInPlace(name, file));
	const known = new Set(problemsOfConfig(file, text).map(({message}) => message));
	const problem = problemsOfConfig(file, edited).find(({message}) => !known.has(message));
	if (problem) throw new UsageError(printableLine(messages.notSet(name, problem.message)));
	if (edited !== text) replaceFile(file, edited);
	sayDone(io, messages.set(keys.join('.'), file));
	return exitCodes.done;
}

async function edit(io: Io): Promise<ExitCode> {
	const file = fileOf(io);
	const before = readText(file);
	let draft = before ?? messages.newFile;
	for (;;) {
		const edited = await editExternally(draft.replace(/\n$/, ''), {
			env: io.env,
			lend: task => task(),
			words: editorMessages,
			fileName: path.basename(file),
		});
		if ('problem' in edited) throw new CommandError(edited.problem, exitCodes.failed);
		if (edited.text === draft && draft === (before ?? messages.newFile)) {
			say(io, messages.unchanged);
			return exitCodes.done;
		}
		draft = edited.text;
		const problems = problemsOfConfig(file, draft);
		if (problems.length === 0) break;
		for (const {line, message} of problems) {
			say(io, messages.problem(line, message));
		}
		const asks = io.stdin.isTTY === true && io.stderr.isTTY === true;
		const answer = asks ? await ask(io, messages.editAgain) : 'n';
		if (!/^(y(es)?)?$/i.test(answer) || io.ending.aborted) {
			throw new CommandError(messages.refused(file, keep(file, draft)), exitCodes.wrongUsage);
		}
	}
	if (readText(file) !== before) {
		throw new CommandError(messages.changedMeanwhile(file, keep(file, draft)), exitCodes.conflict);
	}
	replaceFile(file, draft);
	sayDone(io, messages.saved(file));
	return exitCodes.done;
}

/** Saves the draft next to the file, under a name that is not taken. */
function keep(file: string, draft: string): string {
	makePrivateFolder(path.dirname(file));
	for (let number = 1; ; number++) {
		const beside = file.replace(/\.toml$/, `.edited${number === 1 ? '' : `-${number}`}.toml`);
		try {
			writeFileSync(beside, draft, {mode: 0o600, flag: 'wx'});
			return beside;
		} catch (cause) {
			const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
			if (!isTaken) throw new UsageError(writeProblem(cause, beside), {cause});
		}
	}
}
