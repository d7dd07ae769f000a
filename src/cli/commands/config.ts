import {describe} from './describe.ts';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import type {Command} from 'commander';
import {keysOfSetting, settingValue, withoutValue, withValue} from '../../config/edit.ts';
import {configFile, readConfigFile, readText} from '../../config/files.ts';
import {directory} from '../../config/paths.ts';
import {replaceFile} from '../../config/write.ts';
import {editExternally} from '../../lib/process/external-editor.ts';
import {makePrivateFolder} from '../../lib/files/private-folder.ts';
import {suggest} from '../../lib/text/suggest.ts';
import {printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import {ask} from '../output/consent.ts';
import {CommandError, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {checkAll, problemsOfConfig} from './check-config.ts';
import {say, sayDone, writeJson} from '../output/output.ts';
import type {Run} from '../start/command-run.ts';
import {configCommandMessages, configChangeMessages as messages} from '../../messages/config.ts';
import {editorMessages, writeProblem} from '../../messages/text.ts';
import {loadConfig} from '../../config/load.ts';
import {isProblem} from '../../config/check.ts';
import {configValues} from './config-values.ts';
import {journalPath} from '../start/journal-file.ts';
import {writeList} from '../output/listing.ts';
import {formatOption, jsonOption} from '../output/output-options.ts';

export function addConfigChanges(config: Command, run: Run): void {
	describe(config.command('set'), messages.set)
		.argument('<key>', messages.keyHelp)
		.argument('<value>', messages.valueHelp)
		.action(run(async (io, _flags, _options: object, [key = '', value = '']) => set(io, key, value)));
	describe(config.command('unset'), messages.unset)
		.argument('<key>', messages.keyHelp)
		.action(run(async (io, _flags, _options: object, [key = '']) => unset(io, key)));
	describe(config.command('edit'), messages.edit).action(run(async io => edit(io)));
}

const fileOf = ({env}: Io): string => configFile(directory(env, 'RCONDECK_CONFIG_DIR').path);

function set(io: Io, name: string, newValue: string): void {
	change(io, name, messages.done, (text, keys) => withValue(text, keys, settingValue(text, keys, newValue)));
}

function unset(io: Io, name: string): void {
	change(io, name, messages.wasUnset, withoutValue);
}

/** `edited` returns the new text; undefined if the file cannot be edited without rewriting it. */
function change(
	io: Io,
	name: string,
	done: (name: string, file: string) => string,
	edited: (text: string, keys: readonly string[]) => string | undefined,
): void {
	// Reports existing problems in the file before changing it.
	const {path: file} = readConfigFile(path.dirname(fileOf(io)));
	const text = readText(file) ?? '';
	const keys = keysOfSetting(name);
	const changed = edited(text, keys);
	if (changed === undefined) throw new UsageError(messages.notInPlace(name, file));
	const known = new Set(problemsOfConfig(file, text).map(({message}) => message));
	const problem = problemsOfConfig(file, changed).find(({message}) => !known.has(message));
	if (problem) throw new UsageError(printableLine(messages.notChanged(name, problem.message)));
	if (changed !== text) replaceFile(file, changed);
	sayDone(io, done(keys.join('.'), file));
}

async function edit(io: Io): Promise<void> {
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
			return;
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

type Options = {json?: true};

export function addConfig(program: Command, run: Run): void {
	const config = describe(program.command('config'), configCommandMessages);
	describe(config.command('show', {isDefault: true}), configCommandMessages.show)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run(async (io, flags) => {
				const loaded = loadConfig({flags, env: io.env});
				writeList(io, {
					plural: 'values',
					items: await configValues(loaded),
					idOf: ({name}) => name,
					columns: () => [
						{header: 'NAME', value: ({name}) => name},
						{header: 'VALUE', value: ({value}) => value},
						{header: 'ORIGIN', value: ({origin}) => origin},
					],
					empty: '',
				});
				for (const warning of loaded.warnings) say(io, warning);
			}),
		);
	addGet(config, run);
	addConfigChanges(config, run);
	describe(config.command('path'), configCommandMessages.path)
		.addOption(jsonOption())
		.action(
			run(async (io, _flags, {json}: Options) => {
				const configDir = directory(io.env, 'RCONDECK_CONFIG_DIR').path;
				const stateDir = directory(io.env, 'RCONDECK_STATE_DIR').path;
				const files = [
					path.join(configDir, 'config.toml'),
					path.join(configDir, 'credentials.toml'),
					journalPath(stateDir),
				];
				if (json) writeJson(io, {paths: files});
				else for (const file of files) io.stdout.write(`${printableLine(file)}\n`);
			}),
		);
	describe(config.command('check'), configCommandMessages.check)
		.addOption(jsonOption())
		.action(
			run(async (io, _flags, {json}: Options) => {
				const {files, problems} = checkAll(directory(io.env, 'RCONDECK_CONFIG_DIR').path, io.env);
				if (json) writeJson(io, {problems});
				else {
					for (const problem of problems) {
						const {file, line, level, message} = problem;
						const where = line === undefined ? file : `${file}:${line}`;
						io.stdout.write(
							`${printableLine(`${where}: ${isProblem(problem) ? '' : `${level}: `}${message}.`)}\n`,
						);
					}
				}
				if (problems.some(isProblem)) return exitCodes.wrongUsage;
				if (problems.length > 0) return exitCodes.done;
				sayDone(
					io,
					files.length === 0
						? configCommandMessages.noFile
						: configCommandMessages.noProblem(files.join(', ')),
				);
				return exitCodes.done;
			}),
		);
}

function addGet(config: Command, run: Run): void {
	describe(config.command('get'), configCommandMessages.get)
		.argument('<key>', messages.keyHelp)
		.action(
			run(async (io, flags, _options: object, [key = '']) => {
				const values = await configValues(loadConfig({flags, env: io.env}));
				const found = values.find(({name}) => name === key);
				if (!found)
					throw new UsageError(
						configCommandMessages.noSuchValue(
							key,
							suggest(
								key,
								values.map(({name}) => name),
							),
						),
					);
				if (found.value === undefined) return exitCodes.failed;
				io.stdout.write(`${printableLine(found.value)}\n`);
				return exitCodes.done;
			}),
		);
}
