import {statSync} from 'node:fs';
import path from 'node:path';
import {Option, type Command} from 'commander';
import {UsageError} from '../../lib/usage-error.ts';
import type {AttachedConsole, AttachOptions} from '../../service/attached/attached-record.ts';
import {durationOption} from '../deadline.ts';
import {exitCodes} from '../exit-codes.ts';
import type {Run} from '../command-run.ts';
import {recordsIn, wholeNumber} from '../service-folder.ts';
import {attachMessages} from '../../messages/cli-serve.ts';

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

/** Registers a real server of this machine with the local service; `serve --data` serves it. */
export function addServeAttach(serve: Command, run: Run): void {
	serve
		.command('attach <name> [command...]')
		.usage(attachMessages.usage)
		.description(attachMessages.description)
		.option('--data <dir>', attachMessages.dataHelp)
		.requiredOption('--game <type>', attachMessages.gameHelp)
		.addOption(
			new Option('--console <kind>', attachMessages.consoleHelp)
				.choices(['source', 'econ'])
				.makeOptionMandatory(),
		)
		.option('--host <address>', attachMessages.hostHelp, '127.0.0.1')
		.option('--port <n>', attachMessages.portHelp)
		.option('--password-file <file>', attachMessages.passwordFileHelp)
		.option('--password-env <name>', attachMessages.passwordEnvHelp)
		.option('--directory <dir>', attachMessages.directoryHelp, '.')
		.option('--stop-command <text>', attachMessages.stopCommandHelp)
		.option('--save-command <text>', attachMessages.saveCommandHelp)
		.option('--say-command <text>', attachMessages.sayCommandHelp)
		.option('--probe-command <text>', attachMessages.probeCommandHelp)
		.option('--stop-seconds <duration>', attachMessages.stopSecondsHelp)
		.option('--ready-seconds <duration>', attachMessages.readySecondsHelp)
		.option('--start', attachMessages.startHelp)
		.action(
			run(async (io, _flags, ownOptions: Options, [name = '', ...command]) => {
				const options = {...ownOptions, ...parentOptionsOf(serve)};
				if (options.data === undefined) throw new UsageError(attachMessages.folderNeeded);
				if (command.length === 0) throw new UsageError(attachMessages.commandNeeded);
				const attached = attachOptionsOf(name, command, options);
				const {attachToFile} = await import('../../service/attached/attach.ts');
				const {server, isNew} = attachToFile(recordsIn(options.data), attached);
				io.stdout.write(
					attachMessages.attached(server.displayName, isNew) + attachMessages.serveIt(options.data),
				);
				return exitCodes.done;
			}),
		);
}

/** Returns the options that `serve` shares with `attach`: commander assigns them to `serve`. */
function parentOptionsOf(serve: Command): Pick<Options, 'data' | 'port'> {
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
		...(stopSeconds !== undefined && {stopMs: durationOption('--stop-seconds', stopSeconds, 's')}),
		...(readySeconds !== undefined && {readyMs: durationOption('--ready-seconds', readySeconds, 's')}),
		...(start && {start}),
	};
}

function consoleOf({console: kind, host, port = '', passwordFile, passwordEnv}: Options): AttachedConsole {
	if ((passwordFile === undefined) === (passwordEnv === undefined))
		throw new UsageError(attachMessages.passwordNeeded);
	const password =
		passwordFile === undefined ? {env: passwordEnv ?? ''} : {file: resolveExisting(passwordFile, 'file')};
	return {kind, host, port: wholeNumber(port, '--port', 1, 65_535), password};
}

function checkedSay(text: string): string {
	if (text.includes('{text}')) return text;
	throw new UsageError(attachMessages.sayNeedsText);
}

const folder = (file: string) => resolveExisting(file, 'directory');

/** Returns the full path, because the service may start in another folder. */
function resolveExisting(file: string, kind: 'file' | 'directory'): string {
	const full = path.resolve(file);
	const found = statSync(full, {throwIfNoEntry: false});
	if (kind === 'file' ? found?.isFile() : found?.isDirectory()) return full;
	throw new UsageError(attachMessages.noSuchPath(kind, full));
}
