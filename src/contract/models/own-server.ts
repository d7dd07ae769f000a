import * as z from 'zod';

/*
How the local service reaches and runs a real server. These shapes are ours, not the specification's, and are read
strictly: they come from our own commands and records.
*/

const Words = z.array(z.string().min(1)).min(1);
const Port = z.int().min(1).max(65_535);
const Host = z.string().trim().min(1);
const Milliseconds = z.int().min(0);

/** Where a secret is stored; never the secret itself. Its first line counts. A command is run with `sh -c`. */
export const SecretSource = z.union([
	z.strictObject({file: z.string().min(1)}),
	z.strictObject({env: z.string().min(1)}),
	z.strictObject({command: z.string().min(1)}),
]);
export type SecretSource = z.output<typeof SecretSource>;

/**
The protocols of consoles that are reached over a network; `service/console/connectors.ts` has what each can do.

- `source`: Source RCON, over TCP.
- `web-rcon`: Rust's JSON messages over WebSocket.
- `quake`: out-of-band packets of Quake III, over UDP.
- `battleye`: BattlEye RCon, over UDP.
- `telnet`: lines over TCP after a password, as in 7 Days to Die.
- `econ`: lines over TCP of Teeworlds and related games.
- `http`: requests for administration, by a table of the game.
- `hll`: JSON over TCP of Hell Let Loose, by a table of the game.
*/
export const consoleKinds = [
	'source',
	'web-rcon',
	'quake',
	'battleye',
	'telnet',
	'econ',
	'http',
	'hll',
] as const;
export type ConsoleKind = (typeof consoleKinds)[number];

/** The same and `stdio`: the input and output of the server's process. */
export const ownConsoleKinds = [...consoleKinds, 'stdio'] as const;

/** The console of a game and how to log in. Without a password, the console has none. */
export const ConsoleSettings = z.strictObject({
	kind: z.enum(consoleKinds),
	host: Host,
	port: Port,
	password: SecretSource.optional(),
	/** The SHA-256 fingerprint of a certificate that the game has signed itself; only for `http`. */
	fingerprint: z.string().optional(),
});
export type ConsoleSettings = z.output<typeof ConsoleSettings>;

/** The input and output of the server's process. */
const ProcessConsole = z.strictObject({kind: z.literal('stdio')});

/** The protocols in which games tell their players and map to anyone. */
export const queryKinds = ['a2s', 'minecraft', 'quake3'] as const;
export type QueryKind = (typeof queryKinds)[number];

/** Where a game does so. */
export const QuerySettings = z.strictObject({
	kind: z.enum(queryKinds),
	host: Host,
	port: Port,
});
export type QuerySettings = z.output<typeof QuerySettings>;

const Systemd = z.strictObject({
	kind: z.literal('systemd'),
	unit: z.string().min(1),
	/** Whether the unit belongs to the user's own manager (`systemctl --user`). */
	isUser: z.boolean(),
});
const Container = z.strictObject({
	kind: z.literal('container'),
	/** Its name or id. */
	container: z.string().min(1),
	/** The path of the engine's HTTP socket. */
	socket: z.string().min(1),
});
/** Programs with arguments, run without a shell. `status` exits with 0 if the server runs, and with 3 if not. */
const Commands = z.strictObject({kind: z.literal('commands'), start: Words, stop: Words, status: Words});

/** A destination of ssh(1), which would take a word that begins with a dash for an option. */
export const sshHost = /^[^-\s]\S*$/;

/** What starts and stops a server, and knows whether it runs. */
const PowerSettings = z.discriminatedUnion('kind', [
	/** Nothing: the server is only observed. */
	z.strictObject({kind: z.literal('none')}),
	/** A process of this machine, started without a shell. It must stay in the foreground. */
	z.strictObject({
		kind: z.literal('process'),
		command: Words,
		directory: z.string().min(1),
		/** Set if it runs in a terminal of its own, whose screen is read. */
		terminal: z.literal(true).optional(),
	}),
	Systemd,
	Container,
	/** The client API of Pterodactyl and Pelican. */
	z.strictObject({
		kind: z.literal('panel'),
		url: z.url({protocol: /^https?$/}),
		server: z.string().min(1),
		key: SecretSource,
	}),
	/** Another machine, by ssh(1). */
	z.strictObject({
		kind: z.literal('ssh'),
		host: z.string().regex(sshHost),
		on: z.discriminatedUnion('kind', [Systemd, Container, Commands]),
	}),
	Commands,
]);
type PowerKind = z.output<typeof PowerSettings>['kind'];

/** `isRemote`: the server runs on another machine, so its files are not here. `asksConsole`: only its console stops it properly. */
export const powerKinds: Readonly<Record<PowerKind, {isRemote: boolean; asksConsole: boolean}>> = {
	none: {isRemote: false, asksConsole: true},
	process: {isRemote: false, asksConsole: true},
	systemd: {isRemote: false, asksConsole: false},
	container: {isRemote: false, asksConsole: false},
	commands: {isRemote: false, asksConsole: false},
	panel: {isRemote: true, asksConsole: false},
	ssh: {isRemote: true, asksConsole: false},
};

const FullPath = z.string().regex(/^(\/|[A-Za-z]:[\\/])/, 'expected a full path');

/** The source and destination of backups. Both are on the machine of the service. */
const BackupSettings = z.strictObject({
	/** The directory of the world. */
	directory: FullPath,
	/** The folder of the archives (default: a folder beside the records of the service). */
	archives: FullPath.optional(),
});

/** Commands are commands of the console; they replace those of the game's table. */
export const OwnSettings = z
	.strictObject({
		/** Undefined if the game has no console. */
		console: z.union([ConsoleSettings, ProcessConsole]).optional(),
		query: QuerySettings.optional(),
		power: PowerSettings,
		stopCommand: z.string().optional(),
		saveCommand: z.string().optional(),
		/** `{text}` is replaced with the message to players. */
		sayCommand: z.string().includes('{text}').optional(),
		/** Lists the players. The answer is read as that of any known game. */
		playersCommand: z.string().optional(),
		/** Any harmless command; one that lists players is best. */
		probeCommand: z.string().optional(),
		/** Time limit of a requested stop; then the server is killed. */
		stopMs: Milliseconds,
		/** How long a server may take from its start until it answers. */
		readyMs: Milliseconds,
		/** Undefined: the service makes no backups of it. */
		backup: BackupSettings.optional(),
	})
	.refine(({console, power}) => console?.kind !== 'stdio' || power.kind === 'process', {
		path: ['console'],
		message: 'stdio needs power of the kind process',
	});
export type OwnSettings = z.output<typeof OwnSettings>;

/** Returns how to reach the console over a network; undefined without a console, or if it is that of the process. */
export const networkConsole = ({console}: Pick<OwnSettings, 'console'>): ConsoleSettings | undefined =>
	console?.kind === 'stdio' ? undefined : console;

/** The environment variable with the password of a console that is reached by its address, unless another source is named. */
export const addressedPassword = 'RCONDECK_CONSOLE_PASSWORD';

/** A real server of the local service, with its settings. */
export const OwnServer = z.object({
	id: z.string(),
	displayName: z.string(),
	gameType: z.string(),
	settings: OwnSettings,
});
export type OwnServer = z.output<typeof OwnServer>;

/** Lines that a server has printed, oldest first. */
export const ServerOutput = z.object({lines: z.array(z.string())});
