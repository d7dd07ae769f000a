import {readdirSync} from 'node:fs';
import path from 'node:path';
import {parse} from 'smol-toml';
import * as z from 'zod';
import {styleAttributes, terminalColors, type ThemeFile, tones} from '../contract/theme.ts';
import {themeFiles} from '../contract/theme-files.ts';
import {tryReadText} from '../lib/files/regular-file.ts';
import type {ByName} from '../lib/json/maps.ts';
import {configValueMessages} from '../messages/config.ts';
import {hexColor} from './schema.ts';

const messages = configValueMessages.theme;

const ThemeColor = z.strictObject({
	truecolor: z.string(messages.truecolor).regex(hexColor, messages.truecolor).optional(),
	256: z.int(messages.indexed).min(16, messages.indexed).max(255, messages.indexed).optional(),
	16: z.enum(terminalColors, messages.named).optional(),
});
const Colors = z
	.record(z.string().regex(/^[a-z][a-z0-9-]*$/), ThemeColor, {
		error: ({code}) => (code === 'invalid_key' ? messages.colorName : undefined),
	})
	.optional();
const styleTables = ['tones', 'tones-16', 'tones-none'] as const;
const Styles = z
	.strictObject(Object.fromEntries(tones.map(tone => [tone, z.string().optional()])))
	.optional();

/** A file of a theme. A style names only attributes and colors that exist on both backgrounds. */
export const Theme = z
	.strictObject({dark: Colors, light: Colors, tones: Styles, 'tones-16': Styles, 'tones-none': Styles})
	.superRefine((theme, {addIssue}) => {
		for (const table of styleTables) {
			for (const [tone, words = ''] of Object.entries(theme[table] ?? {})) {
				const unknown = words.split(/\s+/).find(word => word !== '' && !isKnown(theme, word));
				if (unknown !== undefined) {
					addIssue({code: 'custom', path: [table, tone], message: messages.unknownWord(unknown)});
				}
			}
		}
	}) satisfies z.ZodType<ThemeFile>;

const isKnown = (theme: ThemeFile, word: string): boolean =>
	styleAttributes.some(attribute => attribute === word) ||
	(['dark', 'light'] as const).every(
		background =>
			Object.hasOwn(theme[background] ?? {}, word) || Object.hasOwn(themeFiles.default[background], word),
	);

/** The most themes that are read from the folder. */
const maxThemes = 100;

/** The user's themes by name, and their files. A theme replaces one of rcondeck with the same name. */
export function userThemes(configDir: string): ReadonlyMap<string, string> {
	const folder = path.join(configDir, 'themes');
	return new Map(
		entriesOf(folder)
			.flatMap(file => /^([a-z0-9][a-z0-9-]*)\.toml$/.exec(file)?.[1] ?? [])
			.sort()
			.slice(0, maxThemes)
			.map(name => [name, path.join(folder, `${name}.toml`)]),
	);
}

function entriesOf(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** The names of all themes. */
export const themeNames = (configDir: string): string[] =>
	[...new Set([...Object.keys(themeFiles), ...userThemes(configDir).keys()])].sort();

/** All themes that can be used, by name. */
export function readThemes(configDir: string): ByName<ThemeFile> {
	const own = [...userThemes(configDir)].map(([name, file]) => [name, themeIn(tryReadText(file))] as const);
	const all = Object.entries({...themeFiles, ...Object.fromEntries(own)});
	return Object.fromEntries(all.flatMap(([name, theme]) => (theme ? [[name, theme] as const] : [])));
}

function themeIn(text: string | undefined): ThemeFile | undefined {
	if (text === undefined) return undefined;
	try {
		return Theme.safeParse(parse(text)).data;
	} catch {
		return undefined;
	}
}
