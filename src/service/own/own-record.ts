import type {ConsoleKind} from '../console/connection.ts';

/** Where a secret is stored; never the secret itself. A command's first line of output is the secret. */
export type SecretSource = {file: string} | {env: string} | {command: string[]};

/** The console of a real game and how to log in. */
export type ConsoleSettings = {
	kind: ConsoleKind;
	host: string;
	port: number;
	/** Undefined if the console has no password. */
	password?: SecretSource;
};

/** Where a game tells its players and map to anybody. */
export type QuerySettings = {kind: 'a2s' | 'minecraft' | 'quake3'; host: string; port: number};

/** What starts and stops a server, and knows whether it runs. */
export type PowerSettings =
	/** Nothing: the server is only observed. */
	| {kind: 'none'}
	/** A process of this machine, started by the service without a shell. It must stay in the foreground. */
	| {kind: 'process'; command: string[]; directory: string}
	| {kind: 'systemd'; unit: string; isUser: boolean}
	/** `socket`: the path of the engine's HTTP socket. */
	| {kind: 'container'; container: string; socket: string}
	/** The client API of Pterodactyl and Pelican. */
	| {kind: 'panel'; url: string; server: string; key: SecretSource}
	/** `host`: a destination of ssh(1). */
	| {kind: 'ssh'; host: string; on: Exclude<PowerSettings, {kind: 'none' | 'process' | 'panel' | 'ssh'}>}
	/** Programs with arguments, run without a shell. `status` exits with 0 if the server runs, else with 3. */
	| {kind: 'commands'; start: string[]; stop: string[]; status: string[]};

/** How the service reaches and runs a real server. Commands are commands of its console. */
export type OwnRecord = {
	/** Undefined if the game has no console, or only the input of its process. */
	console?: ConsoleSettings;
	query?: QuerySettings;
	power: PowerSettings;
	/** These replace the commands of the game's table. */
	stopCommand?: string;
	saveCommand?: string;
	/** `{text}` stands for the message to players. */
	sayCommand?: string;
	/** Any harmless command; one that lists players is best. */
	probeCommand?: string;
	/** Time limit of a requested stop, in milliseconds; then the server is killed. */
	stopMs: number;
	/** How long a server may take from its start until it answers, in milliseconds. */
	readyMs: number;
};
