import {existsSync} from 'node:fs';
import path from 'node:path';
import {checkConnections, readAllowances} from '../../../config/connections.ts';
import {type Env, envValue, filePath} from '../../../config/paths.ts';
import type {OwnSettings} from '../../../contract/models/own-server.ts';
import {UsageError} from '../../../lib/errors.ts';
import {ownSettingsMessages as messages} from '../../../messages/own-servers.ts';
import type {OwnOptions, TypedServer} from './options.ts';
import {existingPath, privateFile} from './secret-files.ts';

type Power = OwnSettings['power'];
type Kind = Exclude<Power['kind'], 'none' | 'ssh'>;
type On = Extract<Power, {kind: 'ssh'}>['on'];
type Of<Wanted extends Kind> = Extract<Power, {kind: Wanted}> | undefined;

/** The option that chooses each driver, for errors, and the options that are valid only with it. */
const drivers = {
	process: {chosenBy: messages.commandAfterDashes, details: ['directory', 'pty']},
	systemd: {chosenBy: '--systemd', details: ['user']},
	container: {chosenBy: '--container', details: ['socket']},
	panel: {chosenBy: '--panel', details: ['panelServer', 'panelKeyFile']},
	commands: {chosenBy: '--start-command', details: []},
} as const satisfies Record<Kind, {chosenBy: string; details: readonly (keyof OwnOptions)[]}>;
const kinds = Object.keys(drivers) as Kind[]; // Safe: the names of this table.

const flagOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;

/** Returns the driver of a server. Throws `UsageError` for options that do not belong together. */
export function readPower({options, command, before, env}: TypedServer): Power {
	const earlier = before?.power ?? {kind: 'none'};
	const chosen = kinds.filter(kind => isChosen(kind, options, command));
	if (chosen.length > 1) throw new UsageError(messages.oneDriver(chosen.map(kind => drivers[kind].chosenBy)));
	const [only] = chosen;
	const was = earlier.kind === 'ssh' ? earlier.on : earlier;
	const kind = only ?? (was.kind === 'none' || options.power === false ? undefined : was.kind);
	checkDetails(options, kind);
	if (options.power === false && only !== undefined)
		throw new UsageError(messages.oneDriver(['--no-power', drivers[only].chosenBy]));
	if (kind === undefined) {
		if (options.ssh !== undefined) throw new UsageError(messages.needsOption('--ssh', '--systemd'));
		return {kind: 'none'};
	}
	const host = options.ssh ?? (earlier.kind === 'ssh' ? earlier.host : undefined);
	if (kind === 'process' || kind === 'panel') {
		if (options.ssh !== undefined) throw new UsageError(messages.notOverSsh(drivers[kind].chosenBy));
		return kind === 'process'
			? readProcess(options, command, was.kind === kind ? was : undefined, env)
			: readPanel(options, was.kind === kind ? was : undefined, env);
	}
	const on = readRemotable(kind, options, was, {env, isRemote: host !== undefined});
	return host === undefined ? on : {kind: 'ssh', host: checkedHost(host), on};
}

function isChosen(kind: Kind, options: OwnOptions, command: readonly string[]): boolean {
	if (kind === 'process') return command.length > 0;
	if (kind !== 'commands') return options[kind] !== undefined;
	const {startCommand, stopCommand, statusCommand} = options;
	return [startCommand, stopCommand, statusCommand].some(one => one !== undefined);
}

/** An option must not be ignored in silence. */
function checkDetails(options: OwnOptions, kind: Kind | undefined): void {
	for (const other of kinds) {
		const stray =
			other === kind ? undefined : drivers[other].details.find(name => options[name] !== undefined);
		if (stray) throw new UsageError(messages.needsOption(flagOf(stray), drivers[other].chosenBy));
	}
}

function readProcess(
	{directory, pty}: OwnOptions,
	command: readonly string[],
	was: Of<'process'>,
	env: Env,
): Power {
	const terminal = pty ?? was?.terminal;
	return {
		kind: 'process',
		command: command.length > 0 ? [...command] : (was?.command ?? []),
		directory:
			directory === undefined && was ? was.directory : existingPath(directory ?? '.', 'directory', env),
		...(terminal && {terminal}),
	};
}

function readPanel({panel, panelServer, panelKeyFile}: OwnOptions, was: Of<'panel'>, env: Env): Power {
	const url = panel ?? was?.url ?? '';
	if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new UsageError(messages.wrongPanel(url));
	checkConnections(env, [url], readAllowances(env));
	const server = panelServer ?? was?.server;
	if (!server) throw new UsageError(messages.needsOption('--panel', '--panel-server'));
	const key = panelKeyFile === undefined ? was?.key : {file: privateFile(panelKeyFile, env)};
	if (!key) throw new UsageError(messages.needsOption('--panel', '--panel-key-file'));
	return {kind: 'panel', url, server, key};
}

type Place = {env: Env; isRemote: boolean};

/** Returns the driver that works on this machine and over ssh. */
function readRemotable(kind: On['kind'], options: OwnOptions, was: Power, {env, isRemote}: Place): On {
	switch (kind) {
		case 'systemd': {
			const earlier = was.kind === kind ? was : undefined;
			const unit = options.systemd ?? earlier?.unit ?? '';
			if (unit.trim() === '') throw new UsageError(messages.optionIsBlank('--systemd'));
			// A unit that is named again may belong to the other manager.
			const isUser = options.user ?? (options.systemd === undefined && earlier?.isUser === true);
			return {kind, unit: unit.trim(), isUser};
		}
		case 'container': {
			const earlier = was.kind === kind ? was : undefined;
			const container = options.container ?? earlier?.container ?? '';
			if (container.trim() === '') throw new UsageError(messages.optionIsBlank('--container'));
			const {socket} = options;
			const typed = socket === undefined || isRemote ? socket : filePath(env, '.', socket);
			return {
				kind,
				container: container.trim(),
				socket: typed ?? earlier?.socket ?? engineSocket(env, isRemote),
			};
		}
		case 'commands': {
			const earlier = was.kind === kind ? was : undefined;
			const shell = isRemote ? ['sh', '-c'] : localShell();
			const words = (line: string | undefined) =>
				line === undefined || line.trim() === '' ? undefined : [...shell, line];
			const start = words(options.startCommand) ?? earlier?.start;
			const stop = words(options.stopCommand) ?? earlier?.stop;
			const status = words(options.statusCommand) ?? earlier?.status;
			if (!start || !stop || !status) throw new UsageError(messages.threeCommands);
			return {kind, start, stop, status};
		}
	}
}

/** Returns the words before a command line of this machine. */
export const localShell = (platform = process.platform): string[] =>
	platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c'] : ['sh', '-c'];

/** Returns the socket of the engine of this machine: the one in DOCKER_HOST, or the first that exists. */
export function engineSocket(env: Env, isRemote: boolean, platform = process.platform): string {
	const docker = '/var/run/docker.sock';
	if (isRemote) return docker;
	if (platform === 'win32') return String.raw`\\.\pipe\docker_engine`;
	const named = /^unix:\/\/(\/.+)$/.exec(envValue(env, 'DOCKER_HOST') ?? '')?.[1];
	const runtime = envValue(env, 'XDG_RUNTIME_DIR');
	const podman = [
		...(runtime === undefined ? [] : [path.join(runtime, 'podman', 'podman.sock')]),
		'/run/podman/podman.sock',
	];
	return named ?? [docker, ...podman].find(file => existsSync(file)) ?? docker;
}

/** ssh would take a word that begins with a dash for an option. */
function checkedHost(host: string): string {
	if (/^[^-\s]\S*$/.test(host)) return host;
	throw new UsageError(messages.wrongSsh(host));
}
