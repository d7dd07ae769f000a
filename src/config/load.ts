import type {Credentials} from '../contract/credentials.ts';
import {defaultFeed, feedUrlFrom} from '../contract/packets.ts';
import type {Secret} from '../lib/secret.ts';
import {UsageError} from '../lib/usage-error.ts';
import {checkedBaseUrl, checkedFeedUrl, plainTextWarning} from './addresses.ts';
import type {AlertsConfig, AlertsSource} from './alerts.ts';
import {checkFeedHost, loadCredentials, type StoredSecrets} from './sign-in.ts';
import {readConfigFile} from './files.ts';
import {commandsOf} from './commands.ts';
import type {CustomCommand} from '../messages/custom-commands.ts';
import {keysOf} from './keys.ts';
import {createOrigins, type OriginNotes, type Origins} from './origins.ts';
import {directory, envValue, type Env} from './paths.ts';
import {hasLocalServers} from './local-servers.ts';
import {chooseProfile, type Flags, type Profile} from './profile.ts';
import {themes, type clipboards} from './choices.ts';
import type {ProfileTable, ViewTable} from './schema.ts';
import {configFileMessages} from '../messages/config-files.ts';
import {originMessages} from '../messages/configuration.ts';

export type Config = {
	/**
	`hosted`: at `baseUrl`. `local`: this user's own servers, run by this process or another one. `none`: nothing is
	configured, so the TUI opens the demo and one-shot commands refuse to run.
	*/
	service: 'hosted' | 'local' | 'demo' | 'none';
	/** `demo` or `local` for those services; `environment` if a service is configured without a profile. */
	profileName: string;
	label: string;
	colour: string | undefined;
	/** Undefined unless the service is hosted. */
	baseUrl: string | undefined;
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
	pollMs: number;
	/** How long the service waits for an answer from the game. */
	awaitMs: number;
	readOnly: boolean;
	/** `high`: dialogs require more confirmation. */
	protect: 'normal' | 'high';
	/** Aliases for RCON commands, with `{1}` for an argument. */
	aliases: Readonly<Record<string, string>>;
	/** Named views of the server list. */
	views: Readonly<Record<string, ViewTable>>;
	/** Additional destructive RCON commands; `-word` removes a built-in one. */
	dangerous: readonly string[];
	/** Messages to players that dialogs suggest. */
	messages: readonly string[];
	/** Reasons for kicks and bans that dialogs suggest. */
	reasons: readonly string[];
	/** Rings when a server goes down and stays down; `notify` also sends a terminal notification. */
	bell: boolean | 'notify';
	/** Concurrent commands per node; nodes serve RCON commands one at a time. */
	atOncePerNode: number;
	/** Lines kept per console. */
	scrollback: number;
	/** Line mode is enabled. */
	screenReader: boolean;
	/** Key overrides by command id; undefined if there are none. */
	keys: Readonly<Record<string, readonly string[]>> | undefined;
	/** The TUI listens to the mouse. */
	mouse: boolean;
	/** The user's custom commands. */
	commands: readonly CustomCommand[];
	theme: (typeof themes)[number];
	/** Loads the alert settings on demand; undefined if alerts are off. */
	alerts: (() => Promise<AlertsConfig>) | undefined;
	/** Answers with the newest version of this program; undefined: nobody is asked. */
	updateUrl: string | undefined;
	/** How copied text reaches the terminal's clipboard. */
	clipboard: (typeof clipboards)[number];
	/** The file has a profile for a service. */
	hasProfiles: boolean;
	/** The profiles in the file. */
	profiles: readonly {name: string; label: string}[];
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

	const url = origins.pick('url', [flags.url, '--url'], fromEnv(env, 'RCONDECK_URL'), [table.url, inFile]);
	const baseUrl = url.value === undefined ? undefined : checkedBaseUrl(url.value, url.origin);
	if (baseUrl === undefined && profile.isNamed) {
		throw new UsageError(configFileMessages.noUrl(profile.name, inFile));
	}
	const service = baseUrl === undefined ? ownServiceOf(profile, stateDir) : 'hosted';
	const signIn = loadCredentials({env, configDir, profile, baseUrl});
	const {credentials, passcode, origin} = signIn;
	if (origin !== undefined) origins.note('credentials', {path: '', origin});
	const feed = {...feedSettings({env, table, inFile, origins, baseUrl}), passcode};
	if (baseUrl !== undefined) {
		const isFromEnvironment = envValue(env, 'RCONDECK_FEED_URL') !== undefined;
		checkFeedHost({url: feed.url, isFromEnvironment}, baseUrl, profile, signIn);
	}
	origins.pick('commands', [file.content.commands, file.path]);
	const {value: alertsTable} = origins.pick(
		'alerts',
		[table.alerts, inFile],
		[file.content.alerts, file.path],
	);
	const ownName = service === 'local' ? 'local' : 'demo';
	const ownLabel = service === 'local' ? 'local' : 'DEMO';
	const host = baseUrl === undefined ? ownLabel : new URL(baseUrl).host;
	return {
		service,
		profileName: baseUrl === undefined ? ownName : profile.name,
		label: origins.pick('label', [table.label, inFile]).value ?? (profile.isNamed ? profile.name : host),
		colour: origins.pick('colour', [table.colour, inFile]).value,
		baseUrl,
		credentials,
		rereadCredentials:
			baseUrl !== undefined && signIn.isStored
				? async () => (await import('./reread-credentials.ts')).rereadCredentials({flags, env}, baseUrl)
				: undefined,
		feed,
		clientCert: origins.pick('client_cert', fromEnv(env, 'RCONDECK_CLIENT_CERT')).value,
		clientKey: origins.pick('client_key', fromEnv(env, 'RCONDECK_CLIENT_KEY')).value,
		pollMs: 1000 * (origins.pick('poll_seconds', [file.content.poll_seconds, file.path]).value ?? 5),
		awaitMs: 5000,
		readOnly:
			origins.pick('read_only', [flags.readOnly || undefined, '--read-only'], [table.read_only, inFile])
				.value ?? false,
		protect: origins.pick('protect', [table.protect, inFile]).value ?? 'normal',
		aliases: origins.pick('aliases', [file.content.aliases, file.path]).value ?? {},
		views: origins.pick('views', [file.content.views, file.path]).value ?? {},
		dangerous: origins.pick('dangerous', [file.content.dangerous, file.path]).value ?? [],
		messages: origins.pick('messages', [file.content.messages, file.path]).value ?? [],
		reasons: origins.pick('reasons', [file.content.reasons, file.path]).value ?? [],
		bell: origins.pick('bell', [file.content.bell, file.path]).value ?? false,
		atOncePerNode: origins.pick('at_once_per_node', [file.content.at_once_per_node, file.path]).value ?? 1,
		scrollback: origins.pick('scrollback', [file.content.scrollback, file.path]).value ?? 100_000,
		screenReader: screenReaderSetting(flags, env, file, origins),
		keys: origins.pick('keys', [keysOf(file.content), file.path]).value,
		mouse: origins.pick('mouse', [file.content.mouse, file.path]).value ?? true,
		commands: commandsOf(file.content),
		theme: themeSetting(env, file, origins),
		alerts: alertSettings({env, table: alertsTable, configDir, profile}),
		updateUrl: origins.pick('update_url', [file.content.update_url, file.path]).value,
		clipboard: origins.pick('clipboard', [file.content.clipboard, file.path]).value ?? 'osc52',
		hasProfiles: Object.keys(file.content.profiles ?? {}).length > 0,
		profiles: Object.entries(file.content.profiles ?? {}).map(([name, {label = name}]) => ({name, label})),
		configDir,
		stateDir,
		origins: origins.all(),
		warnings: [baseUrl, feed.url].flatMap(address => plainTextWarning(address ?? '') ?? []),
	};
}

/** Returns which service of this machine to use if no hosted one is configured. */
function ownServiceOf({builtIn}: Profile, stateDir: string): 'local' | 'demo' | 'none' {
	if (builtIn === 'demo') return builtIn;
	if (hasLocalServers(stateDir)) return 'local';
	if (builtIn === 'local') throw new UsageError(configFileMessages.noLocalServers);
	return 'none';
}

/** The simulated fleet, if requested or if nothing else is configured. */
export const isDemo = ({service}: Pick<Config, 'service'>): boolean =>
	service === 'demo' || service === 'none';

/** Removes the service, credentials and feed from the environment: `--demo` and a profile switch ignore them. */
export function withoutService(env: Env): Env {
	const ofService = /^RCONDECK_(PROFILE|URL|TOKEN|APP_ID|APP_SECRET|BEARER|FEED_.*)$/;
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
	inFile: string;
	origins: OriginNotes;
	baseUrl: string | undefined;
};

function feedSettings({env, table, inFile, origins, baseUrl}: Sources): Omit<Config['feed'], 'passcode'> {
	const {feed} = table;
	const url = origins.pick('feed.url', fromEnv(env, 'RCONDECK_FEED_URL'), [feed?.url, inFile]);
	const [text, named] = fromEnv(env, 'RCONDECK_FEED_DESTINATIONS');
	const destinations = origins.pick(
		'feed.destinations',
		[splitList(text, named), named],
		[feed?.destinations, inFile],
	);
	const derived = baseUrl === undefined ? undefined : feedUrlFrom(baseUrl);
	return {
		url: url.value === undefined ? derived : checkedFeedUrl(url.value, url.origin),
		destinations: destinations.value ?? defaultFeed.destinations,
		login: origins.pick('feed.login', fromEnv(env, 'RCONDECK_FEED_LOGIN'), [feed?.login, inFile]).value,
	};
}

/** Also accepts `INK_SCREEN_READER=true`, as other Ink programs do. */
function screenReaderSetting(
	flags: Flags,
	env: Env,
	file: ReturnType<typeof readConfigFile>,
	origins: OriginNotes,
): boolean {
	const [text, from] = fromEnv(env, 'INK_SCREEN_READER');
	const asked = origins.pick(
		'screen_reader',
		[flags.screenReader || undefined, '--screen-reader'],
		[text === 'true' ? true : undefined, from],
		[file.content.screen_reader, file.path],
	);
	return asked.value ?? false;
}

/** The environment takes precedence, because one user may have terminals with light and dark backgrounds. */
function themeSetting(
	env: Env,
	file: ReturnType<typeof readConfigFile>,
	origins: OriginNotes,
): Config['theme'] {
	const [text, from] = fromEnv(env, 'RCONDECK_THEME');
	const named = themes.find(theme => theme === text);
	if (text !== undefined && !named) {
		throw new UsageError(configFileMessages.noTheme(from, themes));
	}
	return origins.pick('theme', [named, from], [file.content.theme, file.path]).value ?? 'auto';
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
