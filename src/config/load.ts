import type {Credentials} from '../contract/credentials.ts';
import {defaultFeed, feedUrlFrom} from '../contract/packets.ts';
import type {Secret} from '../lib/secrets/secret.ts';
import {runQuietly} from '../lib/process/run-quietly.ts';
import {UsageError} from '../lib/errors.ts';
import {checkedBaseUrl, checkedFeedUrl} from './addresses.ts';
import type {AlertsConfig, AlertsSource} from './alerts.ts';
import {allowancesOf, checkConnections, isTlsUnverified} from './connections.ts';
import {checkFeedHost, loadCredentials, type StoredSecrets} from './sign-in.ts';
import {readConfigFile, tableIn, type ReadConfig} from './files.ts';
import {createOrigins, type OriginNotes, type Origins} from './origins.ts';
import {directory, envValue, type Env} from './paths.ts';
import {hasLocalServers} from './local-servers.ts';
import {type AddressedServer, chooseProfile, type Flags, type Profile} from './profile.ts';
import type {ConfigFile, ProfileTable} from './schema.ts';
import {themeNames} from './themes.ts';
import {addressMessages, configFileMessages} from '../messages/config.ts';
import {originMessages} from '../messages/origins.ts';

export type Config = {
	/**
	`hosted`: at `baseUrl`. `local`: this user's own servers, run by this process or another one. `address`: the server
	`addressed` alone. `none`: nothing is configured, so the TUI opens the demo and one-shot commands refuse to run.
	*/
	service: 'hosted' | 'local' | 'address' | 'demo' | 'none';
	addressed: AddressedServer | undefined;
	/** `demo`, `local` or `address` for those services; `environment` if a service is configured without a profile. */
	profileName: string;
	label: string;
	color: string | undefined;
	/** Undefined unless the service is hosted. */
	baseUrl: string | undefined;
	/** The id of the team, if it is configured rather than read from the service. */
	team: string | undefined;
	credentials: Credentials | undefined;
	/** Reads stored credentials again; undefined if there are none, or they come from the environment. */
	rereadCredentials: (() => Promise<StoredSecrets>) | undefined;
	feed: {
		/** `off`: polling only. undefined only if there is no base URL. */
		url: string | undefined;
		destinations: string[];
		login: string | undefined;
		passcode: Secret | undefined;
	};
	/** Paths of a client certificate and its key, for services that require one. */
	clientCert: string | undefined;
	clientKey: string | undefined;
	/** How long the service waits for an answer from the game. */
	awaitMs: number;
	readOnly: boolean;
	/** `high`: dialogs require more confirmation. */
	protect: 'normal' | 'high';
	/** The settings of config.toml or their defaults, unless a flag or the environment has others. */
	settings: ConfigFile;
	/** Loads the alert settings on demand; undefined if alerts are off. */
	alerts: (() => Promise<AlertsConfig>) | undefined;
	configDir: string;
	stateDir: string;
	/** The origin of each value by name: for `config show` and `doctor`. */
	origins: Origins;
	/** Warnings. */
	warnings: string[];
};

/**
Merges flags, environment, the profile in config.toml and defaults, in this order, into one checked object. Throws
`UsageError`. A URL from a flag or the environment is not combined with the default profile.
*/
export function loadConfig({flags, env: given}: {flags: Flags; env: Env}): Config {
	const origins = createOrigins();
	const configDir = origins.note('config_dir', directory(given, 'RCONDECK_CONFIG_DIR'));
	const stateDir = origins.note('state_dir', directory(given, 'RCONDECK_STATE_DIR'));
	const file = readConfigFile(configDir);
	const profile = chooseProfile(flags, given, file, origins);
	const env = profile.builtIn ? withoutService(given) : given;
	const {table} = profile;
	const inFile = originMessages.profileTable(profile.name, file.path);
	noteOrigins(origins, file, profile, inFile);

	const url = origins.pick('url', table.url, [flags.url, '--url'], fromEnv(env, 'RCONDECK_URL'));
	const baseUrl = url.value === undefined ? undefined : checkedBaseUrl(url.value, url.origin);
	if (baseUrl === undefined && profile.isNamed) {
		throw new UsageError(configFileMessages.noUrl(profile.name, inFile));
	}
	const service = baseUrl === undefined ? ownServiceOf(profile, stateDir) : 'hosted';
	const allowances = allowancesOf(env, file.content, origins);
	const feedUrls = feedSettings({env, table, origins, baseUrl});
	// Before a command that prints the token asks for a passphrase.
	const warnings = checkConnections(env, [baseUrl, feedUrls.url], allowances);
	const signIn = loadCredentials({env, configDir, profile, baseUrl});
	const {credentials, passcode, origin} = signIn;
	if (origin !== undefined) origins.note('credentials', {path: '', origin});
	const feed = {...feedUrls, passcode};
	if (baseUrl !== undefined) {
		const isFromEnvironment = envValue(env, 'RCONDECK_FEED_URL') !== undefined;
		checkFeedHost({url: feed.url, isFromEnvironment}, baseUrl, profile, signIn);
	}
	const {addressed} = flags;
	const [ownName, ownLabel] = addressed
		? ['address', addressed.displayName]
		: service === 'local'
			? ['local', 'local']
			: ['demo', 'DEMO'];
	const host = baseUrl === undefined ? ownLabel : new URL(baseUrl).host;
	const label = table.label ?? (profile.isNamed ? profile.name : host);
	return {
		service,
		addressed,
		profileName: baseUrl === undefined ? ownName : profile.name,
		label: isTlsUnverified(env) ? addressMessages.unverifiedLabel(label) : label,
		color: table.color ?? table.colour,
		baseUrl,
		team: origins.pick('team', table.team, fromEnv(env, 'RCONDECK_TEAM')).value,
		credentials,
		rereadCredentials:
			baseUrl !== undefined && signIn.isStored ? () => rereadCredentials({flags, env}, baseUrl) : undefined,
		feed,
		clientCert: origins.pick('client_cert', undefined, fromEnv(env, 'RCONDECK_CLIENT_CERT')).value,
		clientKey: origins.pick('client_key', undefined, fromEnv(env, 'RCONDECK_CLIENT_KEY')).value,
		awaitMs: 5000,
		readOnly: origins.pick('read_only', table.read_only, [flags.readOnly || undefined, '--read-only']).value,
		protect: table.protect,
		settings: {
			...file.content,
			...allowances,
			screen_reader: screenReaderSetting(flags, env, file.content, origins),
			theme: themeSetting(env, configDir, file, origins),
		},
		alerts: alertSettings({env, table: table.alerts ?? file.content.alerts, configDir, profile, allowances}),
		configDir,
		stateDir,
		origins: origins.all(),
		warnings,
	};
}

/**
Reads the credentials for this base URL and the passcode of the feed again. Unlike `loadConfig`, does not block, and runs a credential command
without a terminal. Throws `UsageError` if they cannot be read.
*/
async function rereadCredentials(
	{flags, env}: {flags: Flags; env: Env},
	baseUrl: string,
): Promise<StoredSecrets> {
	const configDir = directory(env, 'RCONDECK_CONFIG_DIR').path;
	const profile = chooseProfile(flags, env, readConfigFile(configDir), createOrigins());
	const command = profile.table.token_command;
	const output = command === undefined ? undefined : await runQuietly(command);
	return loadCredentials({env, configDir, profile, baseUrl, runCommand: () => output ?? ''});
}

/** Records the settings of the files: the table of the profile takes precedence. */
function noteOrigins(
	origins: OriginNotes,
	{path, written}: ReadConfig,
	profile: Profile,
	inFile: string,
): void {
	const {feed, ...table} = profile.isNamed ? tableIn(tableIn(written, 'profiles'), profile.name) : {};
	origins.noteFile(Object.keys(table), inFile);
	origins.noteFile(
		Object.keys(feed ?? {}).map(name => `feed.${name}`),
		inFile,
	);
	// `chooseProfile` has recorded that of the profile.
	const {profile: _profile, ...others} = written;
	origins.noteFile(Object.keys(others), path);
}

/** Returns which service of this machine to use if no hosted one is configured. */
function ownServiceOf({builtIn}: Profile, stateDir: string): Exclude<Config['service'], 'hosted'> {
	if (builtIn === 'demo' || builtIn === 'address') return builtIn;
	if (hasLocalServers(stateDir)) return 'local';
	if (builtIn === 'local') throw new UsageError(configFileMessages.noLocalServers);
	return 'none';
}

/** Returns which service commands use, without its credentials. That of the profile `local` needs no server yet. */
export function chosenService({flags, env: given}: {flags: Flags; env: Env}): Config['service'] {
	const file = readConfigFile(directory(given, 'RCONDECK_CONFIG_DIR').path);
	const profile = chooseProfile(flags, given, file, createOrigins());
	const env = profile.builtIn ? withoutService(given) : given;
	const url = flags.url ?? profile.table.url ?? envValue(env, 'RCONDECK_URL');
	if (url !== undefined || profile.isNamed) return 'hosted';
	if (profile.builtIn === 'local') return 'local';
	return ownServiceOf(profile, directory(given, 'RCONDECK_STATE_DIR').path);
}

/** The simulated fleet, if requested or if nothing else is configured. */
export const isDemo = ({service}: Pick<Config, 'service'>): boolean =>
	service === 'demo' || service === 'none';

/** Removes the service, credentials and feed from the environment: `--demo` and a profile switch ignore them. */
export function withoutService(env: Env): Env {
	const ofService = /^RCONDECK_(PROFILE|URL|TEAM|TOKEN|APP_ID|APP_SECRET|BEARER|FEED_.*)$/;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !ofService.test(name)));
}

/** Returns undefined unless an `[alerts]` table or the environment turns alerts on. */
function alertSettings(source: AlertsSource): Config['alerts'] {
	if (!source.table && envValue(source.env, 'RCONDECK_ALERTS_WEBHOOK') === undefined) return undefined;
	return async () => (await import('./alerts.ts')).alertsConfig(source);
}

type Sources = {
	env: Env;
	table: ProfileTable;
	origins: OriginNotes;
	baseUrl: string | undefined;
};

function feedSettings({env, table, origins, baseUrl}: Sources): Omit<Config['feed'], 'passcode'> {
	const {feed} = table;
	const url = origins.pick('feed.url', feed.url, fromEnv(env, 'RCONDECK_FEED_URL'));
	const [text, named] = fromEnv(env, 'RCONDECK_FEED_DESTINATIONS');
	const destinations = origins.pick('feed.destinations', feed.destinations, [splitList(text, named), named]);
	const derived = baseUrl === undefined ? undefined : feedUrlFrom(baseUrl);
	return {
		url: url.value === undefined ? derived : checkedFeedUrl(url.value, url.origin),
		destinations: destinations.value ?? defaultFeed.destinations,
		login: origins.pick('feed.login', feed.login, fromEnv(env, 'RCONDECK_FEED_LOGIN')).value,
	};
}

/** Also accepts `INK_SCREEN_READER=true`, as other Ink programs do. */
function screenReaderSetting(
	flags: Flags,
	env: Env,
	{screen_reader: inFile}: ConfigFile,
	origins: OriginNotes,
): boolean {
	const [text, from] = fromEnv(env, 'INK_SCREEN_READER');
	return origins.pick(
		'screen_reader',
		inFile,
		[flags.screenReader || undefined, '--screen-reader'],
		[text === 'true' ? true : undefined, from],
	).value;
}

/** The environment takes precedence, because one user may have terminals with light and dark backgrounds. */
function themeSetting(env: Env, configDir: string, file: ReadConfig, origins: OriginNotes): string {
	const {value, origin} = origins.pick('theme', file.content.theme, fromEnv(env, 'RCONDECK_THEME'));
	const names = themeNames(configDir);
	if (names.includes(value)) return value;
	throw new UsageError(configFileMessages.noTheme(origin, names));
}

const fromEnv = (env: Env, name: string): [string | undefined, string] => [
	envValue(env, name),
	originMessages.environment([name]),
];

function splitList(text: string | undefined, from: string): string[] | undefined {
	if (text === undefined) return undefined;
	const items = text.split(',').flatMap(item => item.trim() || []);
	if (items.length > 0) return items;
	throw new UsageError(configFileMessages.noDestination(from));
}
