import * as z from 'zod';
import {loadConfig} from '../../src/config/load.ts';
import {
	AlertsTable,
	CommandTable,
	ConfigFile,
	CredentialsFile,
	ProfileTable,
	type CredentialsTable,
} from '../../src/config/schema.ts';
import {codeBlocks, docPage} from './pages.ts';
import {code, list, page, paragraphs, references, roff, section} from './roff.ts';

type Words<Table> = Record<keyof Table, string>;

const settings: Words<ConfigFile> = {
	profile: 'Default profile',
	theme: 'Theme; auto asks the terminal for its background color',
	messages: 'Suggestions for messages to players; {minutes} becomes the remaining minutes',
	reasons: 'Suggestions for the reasons of kicks and bans',
	bell: 'Ring when a server stays down for 15s; "notify" adds a desktop notification',
	at_once_per_node: 'RCON commands running at the same time per node',
	scrollback: 'Entries kept per console',
	screen_reader: 'Open line mode instead of the TUI',
	keys: 'Keys by command id; rcondeck keys --ids lists the ids',
	clipboard: 'How text is copied to the clipboard of the terminal',
	mouse: 'Scroll with the wheel and select with a click; Shift selects text',
	poll_seconds: 'Seconds between polls of the server list',
	update_url: 'URL that answers with the newest version, asked once a day; none: nobody is asked',
	commands: 'Custom commands by name; see COMMANDS',
	alerts: 'Alerts for people who are not looking; see ALERTS',
	profiles: 'Profiles by name; see PROFILES',
	views: 'Views of the server list by name: filter, sort, columns, grouped; view save NAME writes one',
	aliases: 'Aliases of RCON commands; {1} to {9} are the words after the alias, {*} is the rest',
	dangerous: 'RCON commands that need confirmation; a leading - removes one',
};

const profile: Words<ProfileTable> = {
	url: 'Base URL of the service',
	label: 'Label of the profile, always visible',
	colour: 'Color of the label, such as red, redBright or "#ff8800"',
	read_only: 'Refuse everything that changes something',
	protect: 'Confirmation of actions; high adds a step',
	token_command: 'Command that prints the token',
	token_file: 'File that contains the token',
	feed: 'Settings of the feed: url (or "off"), destinations and login',
	alerts: 'Alerts of this profile, instead of those for all profiles',
};

const alerts: Words<AlertsTable> = {
	command: 'Program that is run for each alert, with its arguments; no shell is involved',
	webhook_file: 'File that contains the URL of a webhook',
	webhook_command: 'Command that prints the URL of a webhook',
	format: 'Shape of what the webhook is sent; auto goes by its host',
	for: 'How long a server or node has to be down, or up again, such as 90s or 1m',
	quiet_hours: 'Alerts wait during these hours of the local time, such as 23:00-07:00',
	max_per_hour: 'Alerts per hour; more wait and are sent together',
};

const commands: Words<CommandTable> = {
	title: 'Title in the help and the palette; default: the name',
	key: 'Key or keys; a program that runs without asking needs an uppercase letter, Ctrl or Alt',
	rcon: 'RCON line that is put into the command input',
	rcondeck: 'Arguments of rcondeck, run on the same service',
	shell: 'Program that is run, with its arguments; no shell is involved',
	confirm: 'Ask before running a program (default true)',
	background: 'Run the program without the terminal',
};

const credentials: Words<CredentialsTable> = {
	token: 'Application token',
	app_id: 'Application ID; needs app_secret',
	app_secret: 'Application secret',
	bearer: 'Bearer token',
	feed_passcode: 'STOMP passcode of the feed',
	alerts_webhook: 'URL of a webhook for alerts',
};

/** Generates rcondeck-config(5): keys and values from the schema, defaults from a configuration without files. */
export function configPage(): string {
	const examples = codeBlocks(docPage('configuration.md')).filter(({language}) => language === 'toml');
	return page('rcondeck-config', '5', 'configuration files of rcondeck', [
		section(
			'DESCRIPTION',
			paragraphs([
				'rcondeck reads config.toml and credentials.toml, both in TOML. All keys are optional. Flags override the environment, the environment overrides the files, and the files override the defaults.',
				'rcondeck config check lists problems by line; rcondeck config show lists every value with its origin.',
			]),
		),
		section('CONFIG.TOML', keyList(ConfigFile, settings, defaults())),
		section('PROFILES', `Keys of a table [profiles.NAME]:\n${keyList(ProfileTable, profile)}`),
		section('COMMANDS', `Keys of a table [commands.NAME]:\n${keyList(CommandTable, commands)}`),
		section(
			'ALERTS',
			`Keys of the table [alerts], or [profiles.NAME.alerts]:\n${keyList(AlertsTable, alerts, {format: 'auto', for: '60', max_per_hour: 20})}`,
		),
		section(
			'CREDENTIALS.TOML',
			`One table per profile, such as [prod]. Only you may have access to the file (chmod 600).\n${keyList(CredentialsFile.valueType, credentials)}`,
		),
		section(
			'EXAMPLES',
			examples.map(({text}) => `.RS 4\n${code(text.trimEnd().split('\n'))}\n.RE`).join('\n.PP\n'),
		),
		section(
			'FILES',
			list([
				['$XDG_CONFIG_HOME/rcondeck/config.toml', 'Profiles and settings'],
				['$XDG_CONFIG_HOME/rcondeck/credentials.toml', 'Credentials'],
			]),
		),
		section('ENVIRONMENT', 'See\n.BR rcondeck (1).'),
		section(
			'SEE ALSO',
			references([
				['rcondeck', '1'],
				['rcondeck-setup', '1'],
				['rcondeck-keys', '7'],
			]),
		),
	]);
}

function defaults(): Partial<Record<keyof ConfigFile, unknown>> {
	const config = loadConfig({flags: {}, env: {RCONDECK_CONFIG_DIR: '/nonexistent', HOME: '/nonexistent'}});
	return {
		theme: config.theme,
		bell: config.bell,
		at_once_per_node: config.atOncePerNode,
		scrollback: config.scrollback,
		screen_reader: config.screenReader,
		clipboard: config.clipboard,
		mouse: config.mouse,
		poll_seconds: config.pollMs / 1000,
	};
}

function keyList<Key extends string>(
	schema: z.ZodType,
	words: Record<Key, string>,
	usual: Partial<Record<Key, unknown>> = {},
): string {
	const {properties = {}} = z.toJSONSchema(schema);
	const rows = Object.entries(properties).map(([key, value]): [string, string] => {
		const name = key as Key; // Safe: these keys come from the same table.
		const known = [valuesOf(value), usual[name] === undefined ? '' : `default ${String(usual[name])}`];
		const about = known.filter(text => text !== '').join('; ');
		return [key, about === '' ? words[name] : `${words[name]} (${about})`];
	});
	return rows.map(([key, text]) => `.TP\n.B ${roff(key)}\n${roff(text)}.`).join('\n');
}

function valuesOf(schema: z.core.JSONSchema._JSONSchema): string {
	if (typeof schema === 'boolean') return '';
	const {enum: words, anyOf, const: constant, type, minimum, maximum, items} = schema;
	if (words) return words.join(', ');
	if (constant !== undefined) return JSON.stringify(constant);
	if (anyOf) return anyOf.map(valuesOf).join(' or ');
	if (type === 'boolean') return 'true or false';
	if (type === 'array' && items) return 'list of strings';
	if (type === 'object') return 'table';
	if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
	return typeof type === 'string' ? type : '';
}
