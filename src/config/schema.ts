import type {ByName} from '../lib/json/maps.ts';
import * as z from 'zod';
import {clipboardWays} from '../lib/process/clipboard.ts';
import {parseSeconds} from '../lib/time/duration.ts';
import {configValueMessages} from '../messages/config.ts';
import type {CustomCommand} from '../messages/custom-commands.ts';
import {passingStates} from '../contract/states.ts';
import {terminalColors} from '../contract/theme.ts';
import {themeFiles} from '../contract/theme-files.ts';
import {backgrounds, triggerActs, triggerPlaces, webhookFormats} from '../messages/setting-choices.ts';

/*
Each setting is declared once, here: its name, values, default and description, from which rcondeck-config(5) and
`config show` are made.
*/

const text = z.string().trim().min(1);

/** A valid first word of a command. */
const word = z.string().regex(/^[^\s"&;]+$/, configValueMessages.word);

export const hexColor = /^#[\da-f]{6}$/i;

/** One of the terminal's 16 colors, or any RGB color. */
const color = z.union(
	[z.enum(terminalColors), z.string().regex(hexColor, configValueMessages.color)],
	configValueMessages.color,
);

/** A number of seconds, or a duration with its unit. */
const seconds = (least: number, most: number) =>
	z.preprocess(value => {
		const ms = typeof value === 'string' ? parseSeconds(value) : undefined;
		return ms === undefined ? value : ms / 1000;
	}, z.number().min(least).max(most));

/** Accepts one of these words; the error lists them. */
const oneOf = <const Word extends string>(words: readonly [Word, ...Word[]]) =>
	z.enum(words, configValueMessages.oneOf(words));

/** One key or several. */
const keyList = z
	.union([z.string(), z.array(z.string())], configValueMessages.keys)
	.transform(keys => (typeof keys === 'string' ? [keys] : keys));

export const FeedTable = z.strictObject({
	url: text.optional(),
	destinations: z.array(text).min(1).optional(),
	login: text.optional(),
});

const time = '(?:[01]\\d|2[0-3]):[0-5]\\d';

/** `[alerts]`, or the `alerts` table of a profile. */
export const AlertsTable = z.strictObject(
	{
		command: z
			.array(text, configValueMessages.alertCommand)
			.min(1)
			.optional()
			.describe('Program that is run for each alert, with its arguments; no shell is involved'),
		webhook_file: text.optional().describe('File that contains the URL of a webhook'),
		webhook_command: text.optional().describe('Command that prints the URL of a webhook'),
		format: oneOf(['auto', ...webhookFormats])
			.default('auto')
			.describe('Shape of what the webhook is sent; auto goes by its host'),
		for: seconds(0, 86_400)
			.prefault(60)
			.describe('How long a server or node has to be down, or up again, such as 90s or 1m'),
		quiet_hours: z
			.string()
			.regex(new RegExp(`^${time}-${time}$`), configValueMessages.quietHours)
			.optional()
			.describe('Alerts wait during these hours of the local time, such as 23:00-07:00'),
		max_per_hour: z
			.int()
			.min(1)
			.max(1000)
			.default(20)
			.describe('Alerts per hour; more wait and are sent together'),
	},
	{
		error: ({code, keys}) =>
			code === 'unrecognized_keys' && keys?.includes('webhook') ? configValueMessages.webhook : undefined,
	},
);
export type AlertsTable = z.output<typeof AlertsTable>;

const words = z.array(z.string(), configValueMessages.command).min(1);

/** A `[commands.NAME]` table: an RCON line, a one-shot command or another program. */
export const CommandTable = z
	.strictObject({
		title: text.optional().describe('Title in the help and the palette; default: the name'),
		key: keyList
			.default([])
			.describe('Key or keys; a program that runs without asking needs an uppercase letter, Ctrl or Alt'),
		rcon: text
			.regex(/^[^\r\n]*$/, configValueMessages.oneLine)
			.optional()
			.describe('RCON line that is put into the command input'),
		rcondeck: words.optional().describe('Arguments of rcondeck, run on the same service'),
		shell: words.optional().describe('Program that is run, with its arguments; no shell is involved'),
		confirm: z.boolean().default(true).describe('Ask before running a program'),
		background: z.boolean().default(false).describe('Run the program without the terminal'),
	})
	.refine(
		({rcon, rcondeck, shell}) => [rcon, rcondeck, shell].filter(what => what !== undefined).length === 1,
		configValueMessages.oneOfCommands,
	);

/** One `[[triggers]]`. The program checks the filter and the command, whose games it knows. */
export const TriggerTable = z
	.strictObject({
		name: text.max(40).describe('Name in alerts, notices and the journal'),
		pattern: text
			.max(500)
			.describe('Regular expression, in any case; back-references and lookaround are not supported'),
		where: oneOf(triggerPlaces)
			.default('chat')
			.describe('What is searched: lines of chat, all output of games, or answers to commands'),
		servers: text
			.optional()
			.describe('Filter of the servers, as in the list, such as game:rust; default all'),
		act: oneOf(triggerActs)
			.default('alert')
			.describe(
				'alert: the program and the webhook of [alerts], a notice and the bell; webhook: only the webhook; command: an RCON command',
			),
		command: text
			.regex(/^[^\r\n]*$/, configValueMessages.oneLine)
			.optional()
			.describe('RCON command on the server of the match; {player} and {text} are what was matched'),
		every: seconds(10, 86_400)
			.prefault(60)
			.describe('Least time between two acts on a server, such as 90s or 5m; further matches are counted'),
	})
	.refine(({act, command}) => (act === 'command') === (command !== undefined), {
		path: ['command'],
		error: configValueMessages.triggerCommand,
	});
export type TriggerTable = z.output<typeof TriggerTable>;

function customCommands(tables: ByName<z.output<typeof CommandTable>>): CustomCommand[] {
	return Object.entries(tables).map(
		([name, {title = name, key: keys, confirm, background, rcon, rcondeck, shell = []}]) => ({
			name,
			title,
			keys,
			confirm,
			background,
			...(rcon !== undefined
				? {kind: 'rcon', words: [rcon]}
				: rcondeck
					? {kind: 'rcondeck', words: rcondeck}
					: {kind: 'shell', words: shell}),
		}),
	);
}

/** A `[profiles.NAME]` table. */
export const ProfileTable = z.strictObject({
	url: text.optional().describe('Base URL of the service'),
	team: text.optional().describe('ID of the team, if the service does not name it or names several'),
	label: text.optional().describe('Label of the profile, always visible'),
	color: color.optional().describe('Color of the label, such as red, redBright or "#ff8800"'),
	colour: color.optional().describe('The same in British spelling; color takes precedence'),
	read_only: z.boolean().default(false).describe('Refuse everything that changes something'),
	protect: oneOf(['normal', 'high']).default('normal').describe('Confirmation of actions; high adds a step'),
	token_command: text.optional().describe('Command that prints the token'),
	token_file: text.optional().describe('File that contains the token'),
	feed: FeedTable.default({}).describe('Settings of the feed: url (or "off"), destinations and login'),
	alerts: AlertsTable.optional().describe('Alerts of this profile, instead of those for all profiles'),
});
export type ProfileTable = z.output<typeof ProfileTable>;

/** One `[views.NAME]`: a named view of the server list. The program checks the ids, which it knows. */
export const ViewTable = z.strictObject({
	filter: z.string().optional(),
	sort: text.optional(),
	columns: z.array(text).min(1).optional(),
	grouped: z.boolean().optional(),
});
export type ViewTable = z.output<typeof ViewTable>;

/** config.toml. Unknown names are rejected: one may be a misspelled `read_only`. */
export const ConfigFile = z.strictObject({
	profile: text.optional().describe('Default profile'),
	theme: text
		.default('default')
		.describe(`Theme: ${Object.keys(themeFiles).join(', ')}, or your themes/NAME.toml`),
	background: oneOf(backgrounds).default('auto').describe('Background of the terminal; auto asks it'),
	messages: z
		.array(text)
		.default([])
		.describe(
			'Suggestions for messages to players; a service may replace {minutes} with the remaining minutes',
		),
	reasons: z.array(text).default([]).describe('Suggestions for the reasons of kicks and bans'),
	bell: z
		.union([z.boolean(), z.literal('notify')], configValueMessages.bell)
		.default(false)
		.describe('Ring when a server stays down for 15s; "notify" adds a desktop notification'),
	at_once_per_node: z
		.int()
		.min(1)
		.max(20)
		.default(8)
		.describe('RCON commands running at the same time per node, at most'),
	// The memory of all consoles together has a limit of its own.
	scrollback: z
		.int(configValueMessages.scrollback.notWhole)
		.min(100, configValueMessages.scrollback.tooFew)
		.max(300_000, configValueMessages.scrollback.tooMany)
		.default(100_000)
		.describe('Entries kept per console'),
	screen_reader: z.boolean().default(false).describe('Open line mode instead of the TUI'),
	keys: z
		.record(z.string(), keyList)
		.default({})
		.describe('Keys by command id; rcondeck keys --ids lists the ids'),
	clipboard: oneOf(clipboardWays)
		.default('osc52')
		.describe('How text is copied to the clipboard of the terminal'),
	mouse: z
		.boolean()
		.default(true)
		.describe('Scroll with the wheel and select with a click; Shift selects text'),
	poll_seconds: seconds(1, 3600).prefault(5).describe('Seconds between polls of the server list'),
	hung_after: z
		.record(z.string().regex(/^[A-Z_]+$/, configValueMessages.state), seconds(1, 7 * 86_400))
		.default({})
		.describe(
			`How long a server may be in a state that passes, by state: ${passingStates.join(', ')}; default 10m`,
		),
	update_url: z
		.url({protocol: /^https?$/, error: configValueMessages.updateUrl})
		.optional()
		.describe('URL that answers with the newest version, asked once a day; none: nobody is asked'),
	allow_plain_http: z
		.boolean()
		.default(false)
		.describe('Send credentials to other hosts unencrypted, where a URL begins with http:// or ws://'),
	allow_insecure_tls: z
		.boolean()
		.default(false)
		.describe('Run although NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of certificates'),
	alerts: AlertsTable.optional().describe('Alerts for people who are not looking; see ALERTS'),
	triggers: z
		.array(TriggerTable)
		.max(50)
		.default([])
		.describe('What happens when a text appears in chat, output or answers; see TRIGGERS'),
	commands: z
		.record(z.string().regex(/^[a-z][a-z0-9-]*$/), CommandTable, {
			error: ({code}) => (code === 'invalid_key' ? configValueMessages.commandName : undefined),
		})
		.transform(customCommands)
		.default([])
		.describe('Custom commands by name; see COMMANDS'),
	profiles: z.record(z.string(), ProfileTable).default({}).describe('Profiles by name; see PROFILES'),
	views: z
		.record(z.string(), ViewTable)
		.default({})
		.describe('Views of the server list by name: filter, sort, columns, grouped; view save NAME writes one'),
	aliases: z
		.record(word, text.regex(/^[^\r\n]*$/, configValueMessages.oneLine))
		.default({})
		.describe('Aliases of RCON commands; {1} to {9} are the words after the alias, {*} is the rest'),
	dangerous: z
		.array(word)
		.default([])
		.describe('RCON commands that need confirmation; a leading - removes one'),
});
export type ConfigFile = z.output<typeof ConfigFile>;

const CredentialsTable = z.strictObject({
	token: text.optional().describe('Application token'),
	app_id: text.optional().describe('Application ID; needs app_secret'),
	app_secret: text.optional().describe('Application secret'),
	bearer: text.optional().describe('Bearer token'),
	feed_passcode: text.optional().describe('STOMP passcode of the feed'),
	alerts_webhook: text.optional().describe('URL of a webhook for alerts'),
});
export type CredentialsTable = z.output<typeof CredentialsTable>;

/** credentials.toml: one table per profile. */
export const CredentialsFile = z.record(z.string(), CredentialsTable);
