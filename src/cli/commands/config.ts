import path from 'node:path';
import type {Command} from 'commander';
import {loadConfig} from '../../config/load.ts';
import {directory} from '../../config/paths.ts';
import {printableLine} from '../../lib/text.ts';
import {exitCodes} from '../exit-codes.ts';
import {addConfigChanges} from './config-change.ts';
import {isProblem} from '../../config/check.ts';
import {checkAll} from '../check-config.ts';
import {configValues} from '../config-values.ts';
import {journalPath} from '../journal-file.ts';
import {writeList} from '../listing.ts';
import {say, sayDone, writeJson} from '../output.ts';
import {formatOption, jsonOption} from '../output-options.ts';
import type {Run} from '../command-run.ts';
import {configCommandMessages} from '../../messages/cli-config.ts';

type Options = {json?: true};

export function addConfig(program: Command, run: Run): void {
	const config = program.command('config').description(configCommandMessages.description);
	config
		.command('show', {isDefault: true})
		.description(configCommandMessages.showDescription)
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
				return exitCodes.done;
			}),
		);
	addConfigChanges(config, run);
	config
		.command('path')
		.description(configCommandMessages.pathDescription)
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
				return exitCodes.done;
			}),
		);
	config
		.command('check')
		.description(configCommandMessages.checkDescription)
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
