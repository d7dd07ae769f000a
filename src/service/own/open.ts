import type {Clock} from '../../lib/time/clock.ts';
import {networkConsoles} from '../console/connectors.ts';
import {countPlayers} from '../../games/player-list.ts';
import type {ConnectConsole, ConsoleLine} from '../console/connection.ts';
import {connectStreams} from '../console/stdio.ts';
import {type ConsoleState, type GameConsole, openConsole} from '../console/keep-open.ts';
import {knockOn} from '../console/knock.ts';
import {listedGameOf, probeOf} from '../../games/games.ts';
import {gameCommands} from '../agent/game-commands.ts';
import {loggingRunner, openCommandsDriver} from '../power/commands.ts';
import {openContainerDriver} from '../power/container.ts';
import {connectInContainer, containerHost} from '../power/container-console.ts';
import {openPanelDriver} from '../power/panel.ts';
import {consoleOnly} from '../power/console-only.ts';
import type {PowerDriver} from '../power/power-driver.ts';
import {openProcessDriver, type ProcessDriver} from '../power/process.ts';
import {readOutput} from '../power/output-follower.ts';
import type {UsageOfProcess} from '../power/process-usage.ts';
import type {ProcessMark} from '../power/process-mark.ts';
import {openQuery} from '../query/open-query.ts';
import {openSshDriver} from '../power/ssh.ts';
import {openSystemdDriver} from '../power/systemd.ts';
import type {ServerRecord} from '../records/records.ts';
import {passwordReader} from '../access/secrets.ts';
import {
	type ConsoleSettings,
	networkConsole,
	type OwnSettings,
	powerKinds,
} from '../../contract/models/own-server.ts';
import {createSecretMask, maskedConsole, type SecretMask} from './secret-mask.ts';
import {openOwnServer, type OwnServer} from './own-server.ts';

export type OpenOptions = {
	clock: Clock;
	random: () => number;
	env: NodeJS.ProcessEnv;
	/** The file for a server's output, and the FIFO for its input. Their folder exists. */
	logFile: (serverId: string) => string;
	inputFile: (serverId: string) => string;
	keepMark: (serverId: string, mark: ProcessMark | undefined) => void;
	usageOf: UsageOfProcess;
	/** Called with each unsolicited line of a console. */
	onLine: (serverId: string, line: ConsoleLine) => void;
	/** Called when its console can be reached in another way. */
	onConsole: (state: ConsoleState) => void;
	/** Called when a server's process has ended. */
	onEnd: (serverId: string) => void;
};

/** Opens the console, the query and the driver of a real server. Throws `TypeError` for a simulated one. */
export function openFromRecord(record: ServerRecord, given: OpenOptions): OwnServer {
	const {own} = record;
	if (!own) throw new TypeError(`The server ${record.id} is simulated.`);
	const {console, query} = own;
	const mask = createSecretMask();
	const commands = commandsOf(record.gameType, own);
	const echo = createProbeEcho(commands.probe, given.clock);
	const options: OpenOptions = {
		...given,
		onLine: (id, {kind, text}) => {
			if (!echo.isEcho(text)) given.onLine(id, {kind, text: mask.hide(text)});
		},
	};
	const {power, streams} = openPower(own, record, options);
	const {kind} = own.power;
	const target = networkConsole(own);
	return openOwnServer({
		console: console && maskedConsole(openConsoleOf(console, record, streams, {...options, mask}), mask),
		onProbe: echo.expect,
		// The driver knows whether a container runs.
		knock: target && !isInContainer(target.host, own.power) ? knockOn(target.kind, target) : undefined,
		// Any output of the process at that time counts as its answer.
		...(console?.kind === 'stdio' && {
			onNoAnswer: (text: string) => printLines(text, line => options.onLine(record.id, line)),
		}),
		query: query && openQuery(query),
		power: {...power, log: async signal => (await power.log(signal)).map(line => mask.hide(line))},
		hasPower: kind !== 'none',
		stopsByConsole: powerKinds[kind].asksConsole,
		commands,
		readPlayers: answer =>
			countPlayers(
				record.gameType,
				commands.probe,
				console?.kind === 'stdio' ? answer.replaceAll(logPrefix, '') : answer,
				own.playersCommand,
			),
		hasReader: listedGameOf({gameType: record.gameType, ...own})?.players.list === commands.probe,
		stopMs: own.stopMs,
		readyMs: own.readyMs,
		clock: options.clock,
	});
}

/** The server's own commands, else those of its game. */
export function commandsOf(
	gameType: string,
	{console, playersCommand, probeCommand, sayCommand, saveCommand, stopCommand}: OwnSettings,
) {
	const usual = gameCommands(gameType);
	return {
		probe: probeCommand ?? playersCommand ?? probeOf(gameType, console?.kind) ?? usual.probe,
		say: sayCommand ?? usual.say,
		save: saveCommand ?? usual.save,
		stop: stopCommand ?? usual.exit,
		backup: usual.backup,
	};
}

/** Returns how to connect to a console over a network. */
export function connectorOf(
	{kind, host, fingerprint}: ConsoleSettings,
	gameType: string,
	power: OwnSettings['power'] | undefined,
): ConnectConsole {
	const connect = networkConsoles[kind].connectorOf(gameType, fingerprint);
	return isInContainer(host, power) ? connectInContainer(power, kind, connect) : connect;
}

const isInContainer = (
	host: string,
	power: OwnSettings['power'] | undefined,
): power is Extract<OwnSettings['power'], {kind: 'container'}> =>
	host === containerHost && power?.kind === 'container';

function openConsoleOf(
	settings: NonNullable<OwnSettings['console']>,
	{id, gameType, own}: ServerRecord,
	streams: ProcessDriver['streams'],
	{clock, random, env, onLine, onConsole, mask}: OpenOptions & {mask: SecretMask},
): GameConsole {
	const shared = {clock, random, onLine: (line: ConsoleLine) => onLine(id, line), onState: onConsole};
	if (settings.kind === 'stdio') {
		const connect = connectStreams(streams, {settleMs: 500});
		return openConsole({...shared, host: '', port: 0, password: () => '', connect, isStreaming: true});
	}
	const {kind, host, port, password} = settings;
	const readPassword = passwordReader(password, env);
	return openConsole({
		...shared,
		host,
		port,
		password: async () => {
			const secret = await readPassword();
			mask.learn(secret);
			return secret;
		},
		connect: connectorOf(settings, gameType, own?.power),
		isStreaming: networkConsoles[kind].isStreaming,
	});
}

function openPower(
	{power, console, stopMs}: OwnSettings,
	{id, process}: ServerRecord,
	{clock, env, logFile, inputFile, keepMark, usageOf, onLine, onEnd}: OpenOptions,
): {power: PowerDriver; streams: ProcessDriver['streams']} {
	const usual = {clock, env, logFile: logFile(id), stopMs};
	if (power.kind !== 'process') return {power: openDriver(power, usual), streams: () => undefined};
	// A console that streams prints the same.
	const isPrinted = console?.kind !== 'stdio' && !(console && networkConsoles[console.kind].isStreaming);
	const driver = openProcessDriver({
		...power,
		...usual,
		inputFile: inputFile(id),
		usageOf,
		mark: process,
		keepMark: mark => keepMark(id, mark),
		onOutput: output => {
			if (isPrinted) readOutput(output, text => onLine(id, {kind: 'output', text}));
		},
		onEnd: () => onEnd(id),
	});
	return {power: driver, streams: driver.streams};
}

/** For this long after a probe command, its echo may be printed. */
const echoMs = 2000;

/**
Recognizes the log of a probe command that came over RCON, such as `rcon from "127.0.0.1:50000": command "status"`, so that
it is not streamed to the team.
*/
function createProbeEcho(probe: string, clock: Clock) {
	let until = -Infinity;
	return {
		expect: () => (until = clock.monotonic() + echoMs),
		isEcho: (line: string) =>
			clock.monotonic() < until && /\brcon\b/i.test(line) && line.replace(/["'\s]+$/, '').endsWith(probe),
	};
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
