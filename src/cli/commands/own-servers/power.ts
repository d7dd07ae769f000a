import {existsSync} from 'node:fs';
import path from 'node:path';
import {Option} from 'commander';
import {checkConnections, readAllowances} from '../../../config/connections.ts';
import {type Env, envValue, filePath} from '../../../config/paths.ts';
import {dockerSocket} from '../../../adopt/described.ts';
import {type OwnSettings, sshHost} from '../../../contract/models/own-server.ts';
import {UsageError} from '../../../lib/errors.ts';
import {
	commandMessages,
	containerMessages,
	panelMessages,
	processMessages,
	sshMessages,
	systemdMessages,
} from '../../../messages/power.ts';
import {
	ownCommandMessages,
	ownOptionMessages as help,
	ownSettingsMessages as messages,
} from '../../../messages/own-servers.ts';
import {existingPath, privateFile} from './secret-files.ts';

type Power = OwnSettings['power'];
type Kind = Exclude<Power['kind'], 'none' | 'ssh'>;
type Of<Wanted extends Power['kind']> = Extract<Power, {kind: Wanted}>;

/** The typed options of all drivers. */
export type PowerOptions = {
	directory?: string | undefined;
	pty?: boolean | undefined;
	systemd?: string | undefined;
	user?: true | undefined;
	container?: string | undefined;
	socket?: string | undefined;
	panel?: string | undefined;
	panelServer?: string | undefined;
	panelKeyFile?: string | undefined;
	startCommand?: string | undefined;
	stopCommand?: string | undefined;
	statusCommand?: string | undefined;
	ssh?: string | undefined;
	power?: boolean | undefined;
};

/** The words after `--`, and whether the server is on another machine. */
type Given = {command: readonly string[]; env: Env; isRemote: boolean};

type Driver<Wanted extends Kind> = {
	/** The options that choose it. The words after `--` choose the process. */
	choosing: readonly Option[];
	/** The options that are valid only with it. */
	details: readonly Option[];
	/** `was`: its settings until now. */
	read: (options: PowerOptions, was: Of<Wanted> | undefined, given: Given) => Of<Wanted>;
	describe: (settings: Of<Wanted>) => string;
};

/** Each driver as options of a command, in the order of the help. */
const drivers: {readonly [Wanted in Kind]: Driver<Wanted>} = {
	process: {
		choosing: [],
		details: [
			new Option('--directory <directory>', processMessages.options.directory),
			new Option('--pty', processMessages.options.pty),
			new Option('--no-pty', processMessages.options.noPty),
		],
		read: ({directory, pty}, was, {command, env}) => {
			const terminal = pty ?? was?.terminal;
			return {
				kind: 'process',
				command: command.length > 0 ? [...command] : (was?.command ?? []),
				directory:
					directory === undefined && was ? was.directory : existingPath(directory ?? '.', 'directory', env),
				...(terminal && {terminal}),
			};
		},
		describe: ({command, terminal}) => processMessages.described(command, terminal === true),
	},
	systemd: {
		choosing: [new Option('--systemd <unit>', systemdMessages.options.unit)],
		details: [new Option('--user', systemdMessages.options.user)],
		read: ({systemd, user}, was) => ({
			kind: 'systemd',
			unit: filledIn('--systemd', systemd ?? was?.unit),
			// A unit given again may belong to the other manager.
			isUser: user ?? (systemd === undefined && was?.isUser === true),
		}),
		describe: ({unit, isUser}) => systemdMessages.described(unit, isUser),
	},
	container: {
		choosing: [new Option('--container <name>', containerMessages.options.container)],
		details: [new Option('--socket <file>', containerMessages.options.socket)],
		read: ({container, socket}, was, {env, isRemote}) => {
			const typed = socket === undefined || isRemote ? socket : filePath(env, '.', socket);
			return {
				kind: 'container',
				container: filledIn('--container', container ?? was?.container),
				socket: typed ?? was?.socket ?? engineSocket(env, isRemote),
			};
		},
		describe: ({container, socket}) => containerMessages.described(container, socket),
	},
	panel: {
		choosing: [new Option('--panel <url>', panelMessages.options.url)],
		details: [
			new Option('--panel-server <id>', panelMessages.options.server),
			new Option('--panel-key-file <file>', panelMessages.options.keyFile),
		],
		read: ({panel, panelServer, panelKeyFile}, was, {env}) => {
			const url = panel ?? was?.url ?? '';
			if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) throw new UsageError(messages.wrongPanel(url));
			checkConnections(env, [url], readAllowances(env));
			const server = panelServer ?? was?.server;
			if (!server) throw new UsageError(messages.needsOption('--panel', '--panel-server'));
			const key = panelKeyFile === undefined ? was?.key : {file: privateFile(panelKeyFile, env)};
			if (!key) throw new UsageError(messages.needsOption('--panel', '--panel-key-file'));
			return {kind: 'panel', url, server, key};
		},
		describe: ({url, server}) => panelMessages.described(url, server),
	},
	commands: {
		choosing: [
			new Option('--start-command <command>', commandMessages.options.start),
			new Option('--stop-command <command>', commandMessages.options.stop),
			new Option('--status-command <command>', commandMessages.options.status),
		],
		details: [],
		read: ({startCommand, stopCommand, statusCommand}, was, {isRemote}) => {
			const shell = isRemote ? ['sh', '-c'] : localShell();
			const words = (line: string | undefined) =>
				line === undefined || line.trim() === '' ? undefined : [...shell, line];
			const start = words(startCommand) ?? was?.start;
			const stop = words(stopCommand) ?? was?.stop;
			const status = words(statusCommand) ?? was?.status;
			if (!start || !stop || !status) throw new UsageError(messages.threeCommands);
			return {kind: 'commands', start, stop, status};
		},
		describe: () => commandMessages.described,
	},
};
const kinds = Object.keys(drivers) as Kind[]; // Safe: the names of this table.

/** The options of all drivers, in the order of the help. */
export const powerOptions: readonly Option[] = [
	...Object.values(drivers).flatMap(({choosing, details}) => [...choosing, ...details]),
	new Option('--ssh <host>', sshMessages.option),
	new Option('--no-power', help.noPower),
];

type Typed = {options: PowerOptions; command: readonly string[]; before?: {power: Power}; env: Env};

/** Returns the driver of a server. Throws `UsageError` for options that do not belong together. */
export function readPower({options, command, before: known, env}: Typed): Power {
	const earlier = known?.power ?? {kind: 'none'};
	const chosen = kinds.filter(kind =>
		kind === 'process' ? command.length > 0 : drivers[kind].choosing.some(isIn(options)),
	);
	if (chosen.length > 1) throw new UsageError(messages.oneDriver(chosen.map(chosenBy)));
	const [only] = chosen;
	const was = earlier.kind === 'ssh' ? earlier.on : earlier;
	const kind = only ?? (was.kind === 'none' || options.power === false ? undefined : was.kind);
	checkDetails(options, kind);
	if (options.power === false && only !== undefined)
		throw new UsageError(messages.oneDriver(['--no-power', chosenBy(only)]));
	if (kind === undefined) {
		if (options.ssh !== undefined) throw new UsageError(messages.needsOption('--ssh', '--systemd'));
		return {kind: 'none'};
	}
	const host = options.ssh ?? (earlier.kind === 'ssh' ? earlier.host : undefined);
	const before = was.kind === kind ? was : undefined;
	const on = driverOf(kind).read(options, before, {command, env, isRemote: host !== undefined});
	if (on.kind === 'process' || on.kind === 'panel') {
		if (options.ssh !== undefined) throw new UsageError(messages.notOverSsh(chosenBy(kind)));
		return on;
	}
	return host === undefined ? on : {kind: 'ssh', host: checkedHost(host), on};
}

/** The driver of a kind of which only its settings tell which. */
const driverOf = (kind: Kind) => drivers[kind] as Driver<Kind>; // Safe: it gets only settings of its kind.

/** Describes a driver in one line. */
export function powerText(power: Power): string {
	if (power.kind === 'none') return ownCommandMessages.onlyObserved;
	if (power.kind === 'ssh') return sshMessages.described(powerText(power.on), power.host);
	return driverOf(power.kind).describe(power);
}

const isIn = (options: PowerOptions) => (option: Option) =>
	Object.entries(options).some(([name, value]) => name === option.attributeName() && value !== undefined);

/** What chooses a driver, for errors. */
const chosenBy = (kind: Kind): string => drivers[kind].choosing[0]?.long ?? messages.commandAfterDashes;

/** An option must not be ignored in silence. */
function checkDetails(options: PowerOptions, kind: Kind | undefined): void {
	for (const other of kinds) {
		const stray = other === kind ? undefined : drivers[other].details.find(isIn(options));
		if (stray) throw new UsageError(messages.needsOption(stray.long ?? '', chosenBy(other)));
	}
}

function filledIn(option: string, text = ''): string {
	if (text.trim() === '') throw new UsageError(messages.optionIsBlank(option));
	return text.trim();
}

/** Returns the words before a command line of this machine. */
export const localShell = (platform = process.platform): string[] =>
	platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c'] : ['sh', '-c'];

/** Returns the socket of the engine of this machine: the one in DOCKER_HOST, or the first that exists. */
export function engineSocket(env: Env, isRemote: boolean, platform = process.platform): string {
	if (isRemote) return dockerSocket;
	if (platform === 'win32') return String.raw`\\.\pipe\docker_engine`;
	const named = /^unix:\/\/(\/.+)$/.exec(envValue(env, 'DOCKER_HOST') ?? '')?.[1];
	const runtime = envValue(env, 'XDG_RUNTIME_DIR');
	const podman = [
		...(runtime === undefined ? [] : [path.join(runtime, 'podman', 'podman.sock')]),
		'/run/podman/podman.sock',
	];
	return named ?? [dockerSocket, ...podman].find(file => existsSync(file)) ?? dockerSocket;
}

function checkedHost(host: string): string {
	if (sshHost.test(host)) return host;
	throw new UsageError(messages.wrongSsh(host));
}
