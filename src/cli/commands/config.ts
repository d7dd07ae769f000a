import path from 'node:path';
import type {Command} from 'commander';
import {isDemo, loadConfig, type Config} from '../../config/load.ts';
import {directory} from '../../config/paths.ts';
import {ownValue} from '../../lib/maps.ts';
import {printableLine} from '../../lib/text.ts';
import {exitCodes} from '../exit-codes.ts';
import {addConfigChanges} from './config-change.ts';
import {isProblem} from '../../config/check.ts';
import {checkAll} from '../check-config.ts';
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
					items: await valuesOf(loaded),
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

/** The URL of a webhook is a secret: only where it is. */
async function alertsText({alerts}: Config): Promise<string | undefined> {
	if (!alerts) return undefined;
	const {command, webhook} = await alerts();
	return [
		command && configCommandMessages.alertCommand(command.join(' ')),
		webhook && configCommandMessages.alertWebhook(webhook.from),
	]
		.filter(text => text !== undefined)
		.join(', ');
}

type Value = {name: string; value: string | undefined; origin: string};

async function valuesOf(config: Config): Promise<Value[]> {
	const {feed} = config;
	const values: Record<string, unknown> = {
		profile: isDemo(config) ? undefined : config.profileName,
		url: config.baseUrl ?? configCommandMessages.noUrl[config.service === 'local' ? 'local' : 'demo'],
		credentials: config.credentials && configCommandMessages.credentials(config.credentials.kind),
		label: config.label,
		colour: config.colour,
		read_only: config.readOnly,
		protect: config.protect,
		theme: config.theme,
		clipboard: config.clipboard,
		mouse: config.mouse,
		poll_seconds: config.pollMs / 1000,
		at_once_per_node: config.atOncePerNode,
		scrollback: config.scrollback,
		'feed.url': feed.url,
		'feed.destinations': feed.destinations.join(', '),
		'feed.login': feed.login,
		'feed.passcode': feed.passcode && configCommandMessages.secretIsSet,
		client_cert: config.clientCert,
		client_key: config.clientKey,
		screen_reader: config.screenReader,
		keys:
			config.keys &&
			Object.entries(config.keys)
				.map(([id, keys]) => `${id} ${keys.join(' ')}`)
				.join(', '),
		aliases: Object.keys(config.aliases).join(', ') || undefined,
		dangerous: config.dangerous.join(', ') || undefined,
		views: Object.keys(config.views).join(', ') || undefined,
		messages: config.messages.join(', ') || undefined,
		reasons: config.reasons.join(', ') || undefined,
		bell: config.bell,
		commands: config.commands.map(({name}) => name).join(', ') || undefined,
		update_url: config.updateUrl,
		alerts: await alertsText(config),
		config_dir: config.configDir,
		state_dir: config.stateDir,
	};
	return Object.entries(values).map(([name, value]) => ({
		name,
		value: value === undefined ? undefined : String(value),
		origin: ownValue(config.origins, name) ?? 'default',
	}));
}
