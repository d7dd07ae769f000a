import path from 'node:path';
import {type Command, Option} from 'commander';
import {ownConsoleKinds} from '../../../contract/models/own-server.ts';
import {gameTypeOf} from '../../../games/games.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {UsageError} from '../../../lib/errors.ts';
import {attachMessages} from '../../../messages/serve.ts';
import {ownOptionMessages as help, ownCommandMessages} from '../../../messages/own-servers.ts';
import {processMessages} from '../../../messages/power.ts';
import type {Run} from '../../start/command-run.ts';
import {splitCommand} from '../../start/dash-args.ts';
import {wholeNumber} from '../../start/service-folder.ts';
import {onOwnService} from '../own-servers/on-own-service.ts';
import {readSettings} from '../own-servers/settings.ts';

type Options = {
	data?: string;
	game: string;
	console: (typeof ownConsoleKinds)[number];
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

/** Declares the deprecated command that adds or changes a server without connecting to it. */
export function addServeAttach(serve: Command, run: Run): void {
	serve
		.command('attach <name> [command...]', {hidden: true})
		.usage(attachMessages.usage)
		.description(attachMessages.description)
		.option('--data <dir>', attachMessages.dataHelp)
		.requiredOption('--game <type>', help.game)
		.addOption(new Option('--console <kind>', help.console).choices(ownConsoleKinds).makeOptionMandatory())
		.option('--host <address>', attachMessages.hostHelp, '127.0.0.1')
		.option('--port <n>', attachMessages.portHelp)
		.option('--password-file <file>', help.passwordFile)
		.option('--password-env <name>', help.passwordEnv)
		.option('--directory <directory>', processMessages.options.directory, '.')
		.option('--stop-command <command>', help.rconStop)
		.option('--save-command <text>', help.rconSave)
		.option('--say-command <text>', help.rconSay)
		.option('--probe-command <text>', help.rconProbe)
		.option('--stop-seconds <duration>', help.stopTimeout)
		.option('--ready-seconds <duration>', help.readyTimeout)
		.option('--start', attachMessages.startHelp)
		.action(
			run(async (io, flags, ownOptions: Options, words) => {
				const options = {...ownOptions, ...parentOptionsOf(serve)};
				const {name, command} = splitCommand(io.argv, words);
				if (options.data === undefined) throw new UsageError(attachMessages.folderNeeded);
				if (command.length === 0) throw new UsageError(attachMessages.commandNeeded);
				if (name === '') throw new UsageError(ownCommandMessages.nameNeeded);
				const input = {displayName: name, ...settingsOf(options, command, io.env)};
				const isNew = await onOwnService(
					io,
					flags,
					async ({api, signal, servers}) => {
						const known = servers.find(({displayName}) => displayName?.toLowerCase() === name.toLowerCase());
						const start = options.start === true;
						if (known) await api.changeOwnServer({...input, serverId: known.id}, {signal});
						else await api.addOwnServer({...input, start}, {signal});
						if (known && start) await api.startServer({serverId: known.id}, {signal});
						return !known;
					},
					path.resolve(options.data),
				);
				io.stdout.write(
					attachMessages.attached(printableLine(name), isNew) + attachMessages.serveIt(options.data),
				);
			}),
		);
}

/** Returns the options that `serve` shares with `attach`: commander assigns them to `serve`. */
function parentOptionsOf(serve: Command): Pick<Options, 'data' | 'port'> {
	const names = (['data', 'port'] as const).filter(name => serve.getOptionValueSource(name) === 'cli');
	return Object.fromEntries(names.map(name => [name, String(serve.getOptionValue(name))]));
}

function settingsOf({host, port = '', game, ...options}: Options, command: string[], env: NodeJS.ProcessEnv) {
	const {passwordFile, passwordEnv} = options;
	const isNetwork = options.console !== 'stdio';
	if (isNetwork && (passwordFile === undefined) === (passwordEnv === undefined))
		throw new UsageError(attachMessages.passwordNeeded);
	const reading = gameTypeOf(game);
	const gameType = 'gameType' in reading ? reading.gameType : game;
	const {console, directory, stopCommand, saveCommand, sayCommand, probeCommand} = options;
	const typed = {
		console,
		directory,
		passwordFile,
		passwordEnv,
		rcon: !isNetwork
			? undefined
			: `${host.includes(':') ? `[${host}]` : host}:${wholeNumber(port, '--port', 1, 65_535)}`,
		rconStop: stopCommand,
		rconSave: saveCommand,
		rconSay: sayCommand,
		rconProbe: probeCommand,
		stopTimeout: options.stopSeconds,
		readyTimeout: options.readySeconds,
	};
	return {gameType, settings: readSettings({options: typed, command, gameType, env})};
}
