import type {Clock} from '../../lib/clock.ts';
import {connectorOf, isStreaming} from '../console/connectors.ts';
import {playerLists} from '../../games/player-list.ts';
import type {ConsoleLine} from '../console/connection.ts';
import {connectStreams} from '../console/stdio/client.ts';
import {openConsole, type ConsoleState, type GameConsole} from '../console/keep-open.ts';
import {findGame} from '../../games/games.ts';
import {gameCommands} from '../game-commands.ts';
import {loggingRunner, openCommandsDriver} from '../power/commands.ts';
import {openContainerDriver} from '../power/container.ts';
import {openPanelDriver} from '../power/panel.ts';
import {consoleOnly} from '../power/console-only.ts';
import type {PowerDriver} from '../power/power-driver.ts';
import {openProcessDriver, type ProcessDriver} from '../power/process.ts';
import {readOutput} from '../power/output-follower.ts';
import type {ProcessMark} from '../power/process-mark.ts';
import {openQuery} from '../query/open-query.ts';
import {openSshDriver} from '../power/ssh.ts';
import {openSystemdDriver} from '../power/systemd.ts';
import type {ServerRecord} from '../records.ts';
import {passwordReader} from '../secret-source.ts';
import type {OwnSettings} from '../../contract/models/own-server.ts';
import {openOwnServer, type OwnServer} from './own-server.ts';

export type OpenOptions = {
	clock: Clock;
	random: () => number;
	env: NodeJS.ProcessEnv;
	/** The file for a server's output, and the FIFO for its input. Their folder exists. */
	logFile: (serverId: string) => string;
	inputFile: (serverId: string) => string;
	keepMark: (serverId: string, mark: ProcessMark | undefined) => void;
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
	const {console, query} = own;
	const {power, streams} = openPower(own, record, options);
	const {kind} = own.power;
	const commands = commandsOf(record.gameType, own);
	return openOwnServer({
		console: console && openConsoleOf(console, record, streams, options),
		// Any output of the process at that time counts as its answer.
		...(console?.kind === 'stdio' && {
			onNoAnswer: (text: string) => printLines(text, line => options.onLine(record.id, line)),
		}),
		query: query && openQuery(query),
		power,
		hasPower: kind !== 'none',
		stopsByConsole: kind === 'none' || kind === 'process',
		commands,
		readPlayers: answer =>
			playerLists.countPlayers(
				record.gameType,
				commands.probe,
				console?.kind === 'stdio' ? answer.replaceAll(logPrefix, '') : answer,
			),
		hasReader: findGame(record.gameType)?.players?.list === commands.probe,
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
	settings: NonNullable<OwnSettings['console']>,
	{id, gameType}: ServerRecord,
	streams: ProcessDriver['streams'],
	{clock, random, env, onLine, onConsole}: OpenOptions,
): GameConsole {
	const shared = {clock, random, onLine: (line: ConsoleLine) => onLine(id, line), onState: onConsole};
	if (settings.kind === 'stdio') {
		const connect = connectStreams(streams, {settleMs: 500});
		return openConsole({...shared, host: '', port: 0, password: () => '', connect, isStreaming: true});
	}
	const {kind, host, port, password, fingerprint} = settings;
	return openConsole({
		...shared,
		host,
		port,
		password: passwordReader(password, env),
		connect: connectorOf(kind, gameType, fingerprint),
		isStreaming: isStreaming(kind),
	});
}

function openPower(
	{power, console, stopMs}: OwnSettings,
	{id, process}: ServerRecord,
	{clock, env, logFile, inputFile, keepMark, onLine, onEnd}: OpenOptions,
): {power: PowerDriver; streams: ProcessDriver['streams']} {
	const usual = {clock, env, logFile: logFile(id), stopMs};
	if (power.kind !== 'process') return {power: openDriver(power, usual), streams: () => undefined};
	// A console that streams prints the same.
	const isPrinted = console?.kind !== 'stdio' && !(console && isStreaming(console.kind));
	const driver = openProcessDriver({
		...power,
		...usual,
		inputFile: inputFile(id),
		mark: process,
		keepMark: mark => keepMark(id, mark),
		onOutput: output => {
			if (isPrinted) readOutput(output, text => onLine(id, {kind: 'output', text}));
		},
		onEnd: () => onEnd(id),
	});
	return {power: driver, streams: driver.streams};
}

/** The prefix of each line in the logs of games: `[12:00:00] [Server thread/INFO]: ` or `[12:00:00 INFO]: `. */
const logPrefix = /^\[[^\]\n]*\d\d:\d\d[^\]\n]*\](?: \[[^\]\n]*\])*: /gm;

function printLines(text: string, onLine: (line: ConsoleLine) => void): void {
	for (const line of text.split('\n')) if (line !== '') onLine({kind: 'output', text: line});
}

type DriverOptions = Pick<OpenOptions, 'clock' | 'env'> & Pick<OwnSettings, 'stopMs'> & {logFile: string};

/** Opens the driver of a server that does not run as a process of the service. */
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
			return openPanelDriver({...settings, readKey: passwordReader(settings.key, env), env});
		case 'ssh':
			return openSshDriver({...settings, stopMs, env});
		case 'commands':
			return openCommandsDriver(settings, loggingRunner({env, logFile}));
	}
}
