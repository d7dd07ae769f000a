import {statSync} from 'node:fs';
import path from 'node:path';
import {Option, type Command} from 'commander';
import {UsageError} from '../../lib/usage-error.ts';
import type {AttachedConsole, AttachOptions} from '../../service/attached/attached-record.ts';
import {exitCodes} from '../exit-codes.ts';
import type {Run} from '../command-run.ts';
import {recordsIn, wholeNumber} from '../service-folder.ts';

type Options = {
	data?: string;
	game: string;
	console: AttachedConsole['kind'];
	host: string;
	port?: string;
	passwordFile?: string;
	passwordEnv?: string;
	directory: string;
	stopCommand?: string;
	saveCommand?: string;
	sayCommand?: string;
	probeCommand?: string;
	stopSeconds?: string;
	readySeconds?: string;
	start?: true;
};

/** Registers a real server of this machine in the records of a service: `serve --data` serves it. */
export function addServeAttach(serve: Command, run: Run): void {
	serve
		.command('attach <name> [command...]')
		.usage('<name> [options] -- COMMAND [ARGS…]')
		.description('Register a real game server of this machine: its start command (no shell) and its console')
		.option('--data <dir>', 'folder of the service that runs it (required)')
		.requiredOption('--game <type>', 'CS2, ARK_ASCENDED, ARK_EVOLVED, or any other word')
		.addOption(
			new Option('--console <kind>', 'source: Source RCON; econ: the line console of Teeworlds')
				.choices(['source', 'econ'])
				.makeOptionMandatory(),
		)
		.option('--host <address>', 'host of the console', '127.0.0.1')
		.option('--port <n>', 'port of the console (required)')
		.option('--password-file <file>', 'its first line is the console’s password')
		.option('--password-env <name>', 'the environment variable that has the console’s password')
		.option('--directory <dir>', 'where the server is started', '.')
		.option('--stop-command <text>', 'the console command that ends it; without one it gets SIGTERM')
		.option('--save-command <text>', 'the console command that saves its world before a stop')
		.option('--say-command <text>', 'the console command that tells the players {text}')
		.option('--probe-command <text>', 'a harmless console command: its answer means that the server is ready')
		.option(
			'--stop-seconds <n>',
			'how long a stop may take before the server is killed (30); never killed when the service ends',
		)
		.option(
			'--ready-seconds <n>',
			'how long its console may be silent after a start before the server is stopped (300)',
		)
		.option('--start', 'start it with the service')
		.action(
			run(async (io, _flags, given: Options, [name = '', ...command]) => {
				const options = {...given, ...takenBy(serve)};
				if (options.data === undefined) throw new UsageError('Name the folder of the service with --data.');
				if (command.length === 0) throw new UsageError('Give the start command of the server after --.');
				const attached = attachOptionsOf(name, command, options);
				const {attachToFile} = await import('../../service/attached/attach.ts');
				const {server, isNew} = attachToFile(recordsIn(options.data), attached);
				io.stdout.write(
					`${server.displayName} is ${isNew ? 'attached to the local node' : 'changed'}. ` +
						`Serve it with: rcondeck serve --data ${options.data}\n`,
				);
				return exitCodes.done;
			}),
		);
}

/** commander gives `serve` itself the options that it shares with `attach`. */
function takenBy(serve: Command): Pick<Options, 'data' | 'port'> {
	const names = (['data', 'port'] as const).filter(name => serve.getOptionValueSource(name) === 'cli');
	return Object.fromEntries(names.map(name => [name, String(serve.getOptionValue(name))]));
}

function attachOptionsOf(name: string, command: string[], options: Options): AttachOptions {
	const {game, start, stopCommand, saveCommand, sayCommand, probeCommand} = options;
	const {stopSeconds, readySeconds} = options;
	return {
		name,
		gameType: game,
		command,
		directory: folder(options.directory),
		console: consoleOf(options),
		...(stopCommand && {stopCommand}),
		...(saveCommand && {saveCommand}),
		...(sayCommand && {sayCommand: checkedSay(sayCommand)}),
		...(probeCommand && {probeCommand}),
		...(stopSeconds !== undefined && {stopMs: seconds(stopSeconds, '--stop-seconds')}),
		...(readySeconds !== undefined && {readyMs: seconds(readySeconds, '--ready-seconds')}),
		...(start && {start}),
	};
}

function consoleOf({console: kind, host, port = '', passwordFile, passwordEnv}: Options): AttachedConsole {
	if ((passwordFile === undefined) === (passwordEnv === undefined))
		throw new UsageError('Say with --password-file or --password-env where the console’s password is.');
	const password =
		passwordFile === undefined ? {env: passwordEnv ?? ''} : {file: existing(passwordFile, 'file')};
	return {kind, host, port: wholeNumber(port, '--port', 1, 65_535), password};
}

function checkedSay(text: string): string {
	if (text.includes('{text}')) return text;
	throw new UsageError('--say-command needs {text}, where the words for the players go.');
}

const seconds = (text: string, option: string) => 1000 * wholeNumber(text, option, 1, 24 * 60 * 60);
const folder = (given: string) => existing(given, 'directory');

/** As a full path: the service may be started elsewhere. */
function existing(given: string, kind: 'file' | 'directory'): string {
	const full = path.resolve(given);
	const found = statSync(full, {throwIfNoEntry: false});
	if (kind === 'file' ? found?.isFile() : found?.isDirectory()) return full;
	throw new UsageError(`There is no ${kind} ${full}.`);
}
