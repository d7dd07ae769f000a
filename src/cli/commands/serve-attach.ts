import {statSync} from 'node:fs';
import path from 'node:path';
import {Option, type Command} from 'commander';
import {UsageError} from '../../lib/usage-error.ts';
import {consoleKinds, type ConsoleSettings, type OwnSettings} from '../../contract/models/own-server.ts';
import {gameTypeOf} from '../../games/games.ts';
import {durationOption} from '../deadline.ts';
import {exitCodes} from '../exit-codes.ts';
import type {Run} from '../command-run.ts';
import {recordsIn, wholeNumber} from '../service-folder.ts';
import {attachMessages} from '../../messages/cli-serve.ts';

type Options = {
	data?: string;
	game: string;
	console: ConsoleSettings['kind'];
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
			new Option('--console <kind>', attachMessages.consoleHelp).choices(consoleKinds).makeOptionMandatory(),
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
				if (name.trim() === '') throw new UsageError(attachMessages.nameNeeded);
				const own = settingsOf(command, options);
				const {registerInFile} = await import('../../service/own/register.ts');
				const {server, isNew} = registerInFile(recordsIn(options.data), {
					displayName: name.trim(),
					gameType: gameTypeIn(options.game),
					own,
					isWanted: options.start === true,
				});
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

/** The type of a game that is known by this name; any other word stays as it is. */
function gameTypeIn(typed: string): string {
	const reading = gameTypeOf(typed);
	return 'gameType' in reading ? reading.gameType : typed;
}

const [usualStopMs, usualReadyMs] = [30_000, 300_000];

function settingsOf(command: string[], options: Options): OwnSettings {
	const {stopCommand, saveCommand, sayCommand, probeCommand, stopSeconds, readySeconds} = options;
	return {
		power: {kind: 'process', command, directory: folder(options.directory)},
		console: consoleOf(options),
		...(stopCommand && {stopCommand}),
		...(saveCommand && {saveCommand}),
		...(sayCommand && {sayCommand: checkedSay(sayCommand)}),
		...(probeCommand && {probeCommand}),
		stopMs: stopSeconds === undefined ? usualStopMs : durationOption('--stop-seconds', stopSeconds, 's'),
		readyMs: readySeconds === undefined ? usualReadyMs : durationOption('--ready-seconds', readySeconds, 's'),
	};
}

function consoleOf({console: kind, host, port = '', passwordFile, passwordEnv}: Options): ConsoleSettings {
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
