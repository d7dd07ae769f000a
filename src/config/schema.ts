import * as z from 'zod';
import {parseDuration} from '../lib/duration.ts';
import {clipboards, themes} from './choices.ts';
import {configValueMessages} from '../messages/config-values.ts';

// A file is read once: the code that zod makes for schemas takes longer here than it saves. Others want it, see the end.
z.config({jitless: true});

const text = z.string().trim().min(1);

/** What can be typed as the first word of a command. */
const word = z.string().regex(/^[^\s"&;]+$/, configValueMessages.word);

/** One of the terminal's own sixteen, or any. */
const colour = z
	.string()
	.regex(
		/^(#[\da-fA-F]{6}|gray|(black|red|green|yellow|blue|magenta|cyan|white)(Bright)?)$/,
		configValueMessages.colour,
	);

const secondsOf = (value: unknown): unknown => {
	const ms = typeof value === 'string' ? parseDuration(value, 's') : undefined;
	return ms === undefined ? value : ms / 1000;
};

/** One of a few words, and which. */
const oneOf = <const Word extends string>(words: readonly [Word, ...Word[]]) =>
	z.enum(words, configValueMessages.oneOf(words));

export const FeedTable = z.strictObject({
	url: text.optional(),
	destinations: z.array(text).min(1).optional(),
	login: text.optional(),
});

/** One `[profiles.NAME]` of config.toml. */
export const ProfileTable = z.strictObject({
	url: text.optional(),
	label: text.optional(),
	colour: colour.optional(),
	read_only: z.boolean().optional(),
	protect: oneOf(['normal', 'high']).optional(),
	token_command: text.optional(),
	token_file: text.optional(),
	feed: FeedTable.optional(),
});
export type ProfileTable = z.output<typeof ProfileTable>;

/** config.toml. A name that is not known is refused: it may be a misspelt `read_only`. */
export const ConfigFile = z.strictObject({
	profile: text.optional(),
	theme: oneOf(themes).optional(),
	/** Messages that the dialogs offer to be said to the players. */
	messages: z.array(text).optional(),
	/** Rings when a server goes down and stays so; `notify` also asks the terminal for a notification. */
	bell: z.union([z.boolean(), z.literal('notify')], configValueMessages.bell).optional(),
	/** Commands in progress at once on one node. */
	at_once_per_node: z.int().min(1).max(20).optional(),
	/** Lines kept of each console. All consoles together are bounded by what they take in memory besides. */
	scrollback: z
		.int(configValueMessages.scrollback.notWhole)
		.min(100, configValueMessages.scrollback.tooFew)
		.max(300_000, configValueMessages.scrollback.tooMany)
		.optional(),
	/** Line mode, for screen readers and plain terminals. */
	screen_reader: z.boolean().optional(),
	/** By the id of a command, the key or the keys that it has instead of its own. */
	keys: z.record(z.string(), z.union([z.string(), z.array(z.string())], configValueMessages.keys)).optional(),
	/** How a copy goes to the terminal: a multiplexer may have to be asked to pass it on. */
	clipboard: oneOf(clipboards).optional(),
	/** Seconds, or a duration with its unit. */
	poll_seconds: z.preprocess(secondsOf, z.number().min(1).max(3600)).optional(),
	profiles: z.record(z.string(), ProfileTable).optional(),
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
});

/** credentials.toml: one table for each profile. */
export const CredentialsFile = z.record(z.string(), CredentialsTable);
export type CredentialsTable = z.output<typeof CredentialsTable>;

z.config({jitless: false});
