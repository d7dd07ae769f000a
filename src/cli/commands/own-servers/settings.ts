import {
	type ConsoleSettings,
	networkConsole,
	type OwnSettings,
	type QueryKind,
	queryKinds,
	type QuerySettings,
	type SecretSource,
} from '../../../contract/models/own-server.ts';
import {findGame} from '../../../games/games.ts';
import type {Env} from '../../../config/paths.ts';
import {UsageError} from '../../../lib/errors.ts';
import {ownSettingsMessages as messages} from '../../../messages/own-servers.ts';
import {durationOption} from '../../start/deadline.ts';
import {type Address, labelOf, readAddress, usualConsole, usualPort, usualQuery} from './game.ts';
import type {OwnOptions, TypedServer} from './options.ts';
import {readPower} from './power.ts';
import {existingPath, privateFile} from './secret-files.ts';

/** Returns the default time limits, in milliseconds: of a stop, and from a start to the first answer. */
export const usualLimits = (gameType: string): Pick<OwnSettings, 'stopMs' | 'readyMs'> => ({
	stopMs: 30_000,
	readyMs: Math.max(300_000, 2000 * (findGame(gameType)?.readySeconds ?? 0)),
});

/**
Returns the settings of a server from its options: omitted ones keep their value or have the default of the game.
Reads only the files that the options name. Throws `UsageError`.
*/
export function readSettings(typed: TypedServer): OwnSettings {
	const {options, gameType, before} = typed;
	const {stopTimeout, readyTimeout} = options;
	const usual = usualLimits(gameType);
	const console = readConsole(typed);
	const query = readQuery(typed, networkConsole({console}));
	const backup = readBackup(typed);
	const settings: OwnSettings = {
		...(console && {console}),
		...(query && {query}),
		power: readPower(typed),
		...commandsOf(options, before),
		stopMs:
			stopTimeout === undefined
				? (before?.stopMs ?? usual.stopMs)
				: durationOption('--stop-timeout', stopTimeout),
		readyMs:
			readyTimeout === undefined
				? (before?.readyMs ?? usual.readyMs)
				: durationOption('--ready-timeout', readyTimeout),
		...(backup && {backup}),
	};
	if (console?.kind === 'stdio' && settings.power.kind !== 'process')
		throw new UsageError(messages.stdioNeedsProcess);
	if (console || query || settings.power.kind !== 'none') return settings;
	throw new UsageError(messages.nothingToReach);
}

const ofPassword = {
	'--password-file': 'passwordFile',
	'--password-env': 'passwordEnv',
	'--password-command': 'passwordCommand',
} as const;

/** The options that are valid only with a console. */
const ofConsole = {'--console': 'console', ...ofPassword, '--fingerprint': 'fingerprint'} as const;

/** The options that are not valid with `stdio`. */
const ofNetwork = {'--rcon': 'rcon', ...ofPassword, '--fingerprint': 'fingerprint'} as const;

function readConsole(typed: TypedServer): OwnSettings['console'] {
	const {options, before} = typed;
	const kind = options.console ?? (options.rcon === undefined ? before?.console?.kind : undefined);
	if (options.rcon === false || kind !== 'stdio') return readNetworkConsole(typed);
	const stray = Object.entries(ofNetwork).find(([, name]) => options[name] !== undefined);
	if (stray) throw new UsageError(messages.notWithStdio(stray[0]));
	return {kind};
}

function readNetworkConsole({
	options,
	gameType,
	env,
	before,
	addressOption = '--rcon',
}: TypedServer): ConsoleSettings | undefined {
	const was = before && networkConsole(before);
	if (options.rcon === false || (options.rcon === undefined && !was)) {
		const stray = Object.entries(ofConsole).find(([, name]) => options[name] !== undefined);
		if (stray) throw new UsageError(messages.needsConsole(stray[0]));
		return undefined;
	}
	const wanted = options.console === 'stdio' ? undefined : options.console;
	const kind = wanted ?? was?.kind ?? usualConsole(gameType);
	const typed =
		options.rcon === undefined
			? undefined
			: readAddress(addressOption, options.rcon, usualPort(gameType, kind));
	const {host, port} = typed ?? was ?? {host: '', port: 0};
	const password = readPassword(options, env) ?? (options.password === false ? undefined : was?.password);
	// Another address has another certificate.
	const isSame = host === was?.host && port === was.port;
	const fingerprint = readFingerprint(options) ?? (isSame ? was.fingerprint : undefined);
	return {kind, host, port, ...(password && {password}), ...(fingerprint !== undefined && {fingerprint})};
}

/** Returns true if an option specifies the password or its absence. */
export const hasPasswordOption = ({
	passwordFile,
	passwordEnv,
	passwordCommand,
	password,
}: OwnOptions): boolean =>
	[passwordFile, passwordEnv, passwordCommand].some(one => one !== undefined) || password === false;

function readPassword(
	{passwordFile, passwordEnv, passwordCommand, password}: OwnOptions,
	env: Env,
): SecretSource | undefined {
	const typed = [
		passwordFile !== undefined && {file: privateFile(passwordFile, env)},
		passwordEnv !== undefined && {env: valueOf('--password-env', passwordEnv)},
		passwordCommand !== undefined && {command: valueOf('--password-command', passwordCommand)},
	].filter(one => one !== false);
	if (typed.length + (password === false ? 1 : 0) > 1) throw new UsageError(messages.onePassword);
	return typed[0];
}

function valueOf(option: string, typed: string): string {
	if (typed.trim() === '') throw new UsageError(messages.optionIsBlank(option));
	return typed.trim();
}

function readFingerprint({fingerprint}: OwnOptions): string | undefined {
	if (fingerprint === undefined || /^([\da-f]{2}:?){31}[\da-f]{2}$/i.test(fingerprint.trim())) {
		return fingerprint?.trim();
	}
	throw new UsageError(messages.wrongFingerprint);
}

/** `minecraft:25565` is the port of a host with this name. */
const withKind = new RegExp(`^(${queryKinds.join('|')}):(?!\\d+$)(.*)$`, 's');

function readQuery(
	{options, gameType, before}: TypedServer,
	console: Address | undefined,
): QuerySettings | undefined {
	if (options.query === false) return undefined;
	if (options.query === undefined)
		return before?.query && followed(before.query, networkConsole(before), console);
	const [, typedKind, rest] = withKind.exec(options.query.trim()) ?? [];
	const usual = usualQuery(gameType);
	const kind = (typedKind as QueryKind | undefined) ?? usual?.kind; // Safe: the pattern allows only these.
	if (kind === undefined) throw new UsageError(messages.queryKindNeeded(labelOf(gameType)));
	const port = kind === usual?.kind ? usual.port : undefined;
	return {kind, ...readAddress('--query', rest ?? options.query, port)};
}

/** A server that moves to another address takes its query with it. */
function followed(query: QuerySettings, from: Address | undefined, to: Address | undefined): QuerySettings {
	if (!from || !to || query.host !== from.host) return query;
	return {...query, host: to.host, port: query.port === from.port ? to.port : query.port};
}

function readBackup({options, env, before}: TypedServer): OwnSettings['backup'] {
	const {backup, backupArchives} = options;
	const was = backup === false ? undefined : before?.backup;
	const directory = typeof backup === 'string' ? existingPath(backup, 'directory', env) : was?.directory;
	if (directory === undefined) {
		if (backupArchives !== undefined)
			throw new UsageError(messages.needsOption('--backup-archives', '--backup'));
		return undefined;
	}
	const archives =
		backupArchives === undefined ? was?.archives : existingPath(backupArchives, 'directory', env);
	return {directory, ...(archives !== undefined && {archives})};
}

/** An empty text returns to the command of the game. */
function commandsOf(
	{rconStop, rconSave, rconSay, rconPlayers, rconProbe}: OwnOptions,
	before: OwnSettings | undefined,
) {
	const say = rconSay ?? before?.sayCommand;
	if (say && !say.includes('{text}')) throw new UsageError(messages.needsText('--rcon-say'));
	const stop = rconStop ?? before?.stopCommand;
	const save = rconSave ?? before?.saveCommand;
	const players = rconPlayers ?? before?.playersCommand;
	const probe = rconProbe ?? before?.probeCommand;
	return {
		...(stop && {stopCommand: stop}),
		...(save && {saveCommand: save}),
		...(say && {sayCommand: say}),
		...(players && {playersCommand: players}),
		...(probe && {probeCommand: probe}),
	};
}
