import type {Clock} from '../../lib/clock.ts';
import {connectorOf, isStreaming} from '../console/connectors.ts';
import {playerLists} from '../../games/player-list.ts';
import type {ConsoleLine} from '../console/connection.ts';
import {openConsole, type ConsoleState, type GameConsole} from '../console/keep-open.ts';
import {gameCommands} from '../game-commands.ts';
import {loggingRunner, openCommandsDriver} from '../power/commands.ts';
import {openContainerDriver} from '../power/container.ts';
import {openPanelDriver} from '../power/panel.ts';
import {consoleOnly} from '../power/console-only.ts';
import type {PowerDriver} from '../power/power-driver.ts';
import {openProcessDriver} from '../power/process.ts';
import type {ProcessMark} from '../power/process-mark.ts';
import {openQuery} from '../query/open-query.ts';
import {openSshDriver} from '../power/ssh.ts';
import {openSystemdDriver} from '../power/systemd.ts';
import type {ServerRecord} from '../records.ts';
import {passwordReader, readSecret} from '../secret-source.ts';
import type {ConsoleSettings, OwnSettings} from '../../contract/models/own-server.ts';
import {openOwnServer, type OwnServer} from './own-server.ts';

export type OpenOptions = {
	clock: Clock;
	random: () => number;
	env: NodeJS.ProcessEnv;
	/** The file for a server's output. Its folder exists. */
	logFile: (serverId: string) => string;
	keepMark: (serverId: string, mark: ProcessMark) => void;
	/** Called with each line that a console prints unasked. */
	onLine: (serverId: string, line: ConsoleLine) => void;
	/** Called when its console can be reached in another way. */
	onConsole: (state: ConsoleState) => void;
	/** Called when a server's process has ended. */
	onEnd: (serverId: string) => void;
};

/** Opens the console, the query and the driver of a real server. Throws `TypeError` for a simulated one. */
export function openFromRecord(record: ServerRecord, options: OpenOptions): OwnServer {
	const {own} = record;
	if (!own) throw new TypeError(`The server ${record.id} is simulated.`);
	const {console, query, power} = own;
	const commands = commandsOf(record.gameType, own);
	return openOwnServer({
		console: console && openConsoleOf(console, record, options),
		query: query && openQuery(query),
		power: openPower(own, record, options),
		hasPower: power.kind !== 'none',
		stopsByConsole: power.kind === 'none' || power.kind === 'process',
		commands,
		readPlayers: answer => playerLists.countPlayers(record.gameType, commands.probe, answer),
		stopMs: own.stopMs,
		readyMs: own.readyMs,
		clock: options.clock,
	});
}

/** The server's own commands, else those of its game. */
export function commandsOf(
	gameType: string,
	{probeCommand, sayCommand, saveCommand, stopCommand}: OwnSettings,
) {
	const usual = gameCommands(gameType);
	return {
		probe: probeCommand ?? usual.probe,
		say: sayCommand ?? usual.say,
		save: saveCommand ?? usual.save,
		stop: stopCommand ?? usual.exit,
		backup: usual.backup,
	};
}

function openConsoleOf(
	{kind, host, port, password, fingerprint}: ConsoleSettings,
	{id, gameType}: ServerRecord,
	{clock, random, env, onLine, onConsole}: OpenOptions,
): GameConsole {
	const connect = connectorOf(kind, gameType, fingerprint);
	return openConsole({
		host,
		port,
		password: passwordReader(password, env),
		connect,
		isStreaming: isStreaming(kind),
		clock,
		random,
		onLine: line => onLine(id, line),
		onState: onConsole,
	});
}

function openPower(
	{power, stopMs}: OwnSettings,
	{id, process}: ServerRecord,
	{clock, env, logFile, keepMark, onEnd}: OpenOptions,
): PowerDriver {
	const usual = {clock, env, logFile: logFile(id), stopMs};
	if (power.kind !== 'process') return openDriver(power, usual);
	return openProcessDriver({
		...power,
		...usual,
		mark: process,
		keepMark: mark => keepMark(id, mark),
		onEnd: () => onEnd(id),
	});
}

type DriverOptions = Pick<OpenOptions, 'clock' | 'env'> & Pick<OwnSettings, 'stopMs'> & {logFile: string};

/** Opens the driver of a server whose process is not the service's own. */
export function openDriver(
	settings: Exclude<OwnSettings['power'], {kind: 'process'}>,
	{clock, env, logFile, stopMs}: DriverOptions,
): PowerDriver {
	switch (settings.kind) {
		case 'none':
			return consoleOnly;
		case 'systemd':
			return openSystemdDriver({...settings, env});
		case 'container':
			return openContainerDriver({...settings, stopMs, clock});
		case 'panel':
			return openPanelDriver({...settings, readKey: () => readSecret(settings.key, env), env});
		case 'ssh':
			return openSshDriver({...settings, stopMs, env});
		case 'commands':
			return openCommandsDriver(settings, loggingRunner({env, logFile}));
	}
}
