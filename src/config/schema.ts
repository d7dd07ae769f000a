import * as z from 'zod';
import {parseDuration} from '../lib/duration.ts';
import {alertFormats, clipboards, colours, themes} from './choices.ts';
import {configValueMessages} from '../messages/config-values.ts';

// A file is read only once, so compiling the schemas with zod's JIT takes longer than it saves. Enabled again at the
// end.
z.config({jitless: true});

const text = z.string().trim().min(1);

/** A valid first word of a command. */
const word = z.string().regex(/^[^\s"&;]+$/, configValueMessages.word);

/** One of the terminal's 16 colors, or any RGB color. */
const colour = z.union(
	[z.enum(colours), z.string().regex(/^#[\da-fA-F]{6}$/, configValueMessages.colour)],
	configValueMessages.colour,
);

const secondsOf = (value: unknown): unknown => {
	const ms = typeof value === 'string' ? parseDuration(value, 's') : undefined;
	return ms === undefined ? value : ms / 1000;
};

/** Accepts one of these words; the error lists them. */
const oneOf = <const Word extends string>(words: readonly [Word, ...Word[]]) =>
	z.enum(words, configValueMessages.oneOf(words));

export const FeedTable = z.strictObject({
	url: text.optional(),
	destinations: z.array(text).min(1).optional(),
	login: text.optional(),
});

const time = '(?:[01]\\d|2[0-3]):[0-5]\\d';

/** `[alerts]`, or the `alerts` table of a profile. */
export const AlertsTable = z.strictObject(
	{
		/** A program and its arguments; no shell runs it. */
		command: z.array(text, configValueMessages.alertCommand).min(1).optional(),
		webhook_file: text.optional(),
		webhook_command: text.optional(),
		format: oneOf(alertFormats).optional(),
		/** How long a change must last: seconds, or a duration with its unit. */
		for: z.preprocess(secondsOf, z.number().min(0).max(86_400)).optional(),
		quiet_hours: z
			.string()
			.regex(new RegExp(`^${time}-${time}$`), configValueMessages.quietHours)
			.optional(),
		max_per_hour: z.int().min(1).max(1000).optional(),
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
		title: text.optional(),
		key: z.union([z.string(), z.array(z.string())], configValueMessages.keys).optional(),
		rcon: text.regex(/^[^\r\n]*$/, configValueMessages.oneLine).optional(),
		rcondeck: words.optional(),
		shell: words.optional(),
		/** Asks before running a program; default true. */
		confirm: z.boolean().optional(),
		/** Runs a program without the terminal. */
		background: z.boolean().optional(),
	})
	.refine(
		({rcon, rcondeck, shell}) => [rcon, rcondeck, shell].filter(what => what !== undefined).length === 1,
		configValueMessages.oneOfCommands,
	);
export type CommandTable = z.output<typeof CommandTable>;

/** A `[profiles.NAME]` table. */
export const ProfileTable = z.strictObject({
	url: text.optional(),
	label: text.optional(),
	colour: colour.optional(),
	read_only: z.boolean().optional(),
	protect: oneOf(['normal', 'high']).optional(),
	token_command: text.optional(),
	token_file: text.optional(),
	feed: FeedTable.optional(),
	/** Replaces `[alerts]` for this profile. */
	alerts: AlertsTable.optional(),
});
/** One `[views.NAME]`: a named view of the server list. The program checks the ids, which it knows. */
export const ViewTable = z.strictObject({
	filter: z.string().optional(),
	sort: text.optional(),
	columns: z.array(text).min(1).optional(),
	grouped: z.boolean().optional(),
});
export type ViewTable = z.output<typeof ViewTable>;

export type ProfileTable = z.output<typeof ProfileTable>;

/** config.toml. Unknown names are rejected: one may be a misspelled `read_only`. */
export const ConfigFile = z.strictObject({
	profile: text.optional(),
	theme: oneOf(themes).optional(),
	/** Messages to players that dialogs suggest. */
	messages: z.array(text).optional(),
	/** Reasons for kicks and bans that dialogs suggest. */
	reasons: z.array(text).optional(),
	/** Rings when a server goes down and stays down; `notify` also sends a terminal notification. */
	bell: z.union([z.boolean(), z.literal('notify')], configValueMessages.bell).optional(),
	/** Concurrent commands per node. */
	at_once_per_node: z.int().min(1).max(20).optional(),
	/** Lines kept per console. The total memory of all consoles is also limited. */
	scrollback: z
		.int(configValueMessages.scrollback.notWhole)
		.min(100, configValueMessages.scrollback.tooFew)
		.max(300_000, configValueMessages.scrollback.tooMany)
		.optional(),
	/** Line mode, for screen readers and plain terminals. */
	screen_reader: z.boolean().optional(),
	/** Key overrides by command id: one key or several. */
	keys: z.record(z.string(), z.union([z.string(), z.array(z.string())], configValueMessages.keys)).optional(),
	/** How copied text reaches the terminal's clipboard, possibly through a multiplexer. */
	clipboard: oneOf(clipboards).optional(),
	/** The TUI listens to the mouse. */
	mouse: z.boolean().optional(),
	/** Seconds, or a duration with its unit. */
	poll_seconds: z.preprocess(secondsOf, z.number().min(1).max(3600)).optional(),
	/** Answers with the newest version of this program. Without it, nothing is asked. */
	update_url: z.url({protocol: /^https?$/, error: configValueMessages.updateUrl}).optional(),
	alerts: AlertsTable.optional(),
	commands: z
		.record(z.string().regex(/^[a-z][a-z0-9-]*$/), CommandTable, {
			error: ({code}) => (code === 'invalid_key' ? configValueMessages.commandName : undefined),
		})
		.optional(),
	profiles: z.record(z.string(), ProfileTable).optional(),
	views: z.record(z.string(), ViewTable).optional(),
	aliases: z.record(word, text.regex(/^[^\r\n]*$/, configValueMessages.oneLine)).optional(),
	dangerous: z.array(word).optional(),
});
export type ConfigFile = z.output<typeof ConfigFile>;

const CredentialsTable = z.strictObject({
	token: text.optional(),
	app_id: text.optional(),
	app_secret: text.optional(),
	bearer: text.optional(),
	feed_passcode: text.optional(),
	alerts_webhook: text.optional(),
});

/** credentials.toml: one table per profile. */
export const CredentialsFile = z.record(z.string(), CredentialsTable);
export type CredentialsTable = z.output<typeof CredentialsTable>;

z.config({jitless: false});
