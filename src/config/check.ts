import {ownValue} from '../lib/json/maps.ts';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {parse} from 'smol-toml';
import type * as z from 'zod';
import {UsageError} from '../lib/errors.ts';
import {checkedBaseUrl, checkedFeedUrl} from './addresses.ts';
import {configFile, credentialsFile, readText} from './files.ts';
import {filePath, type Env} from './paths.ts';
import {builtInProfiles} from './profile.ts';
import {privacyProblem} from './privacy.ts';
import {ConfigFile, CredentialsFile} from './schema.ts';
import {Theme, themeNames, userThemes} from './themes.ts';
import {configFileMessages, type ProblemLevel} from '../messages/config.ts';

/** A problem in a file, with its line counted from 1; undefined if it concerns the entire file. */
export type Problem = {
	file: string;
	line: number | undefined;
	/** `warning` and `note`: it works, but the user should know. Absent: a problem. */
	level?: ProblemLevel;
	message: string;
};

/** Something does not work as written. */
export const isProblem = ({level = 'problem'}: Problem): boolean => level === 'problem';

/** Finds all problems of config.toml and credentials.toml, without quoting their content. */
export function checkFiles(configDir: string, env: Env): {files: string[]; problems: Problem[]} {
	const [config, credentials] = [configFile(configDir), credentialsFile(configDir)];
	const themes = [...userThemes(configDir).values()];
	const there = [...[config, credentials].filter(file => existsSync(file)), ...themes];
	const problems = [
		...checkConfigText(config, readText(config)),
		...checkPrivacy(env, configDir),
		...checkText(credentials, readText(credentials), CredentialsFile),
		...themes.flatMap(file => checkText(file, readText(file), Theme)),
	];
	return {files: there, problems};
}

/** Finds the problems of a text as config.toml; `file` is the name in the messages. */
export const checkConfigText = (file: string, text = ''): Problem[] => [
	...checkText(file, text, ConfigFile),
	...checkDefault(file, text),
	...checkTheme(file, text),
	...checkAddresses(file, text),
];

/** Finds files that other users can read or change and that contain secrets, or say where they come from and go. */
function checkPrivacy(env: Env, configDir: string): Problem[] {
	const config = configFile(configDir);
	const text = readText(config) ?? '';
	const profiles = Object.entries(fieldsOf(tablesIn(text)['profiles'])).map(
		([name, table]) => [name, fieldsOf(table)] as const,
	);
	const tokens = profiles.flatMap(([name, {token_file: given}]) =>
		typeof given === 'string' ? {name, file: filePath(env, configDir, given)} : [],
	);
	return [
		...problemOf(config, privacyProblem(config, 'decides')),
		...tokens.flatMap(({name, file}) =>
			problemOf(config, privacyProblem(file, 'secret'), lineOf(text, ['profiles', name, 'token_file'])),
		),
		...problemOf(credentialsFile(configDir), privacyProblem(credentialsFile(configDir), 'secret')),
	];
}

const problemOf = (file: string, message: string | undefined, line?: number): Problem[] =>
	message === undefined ? [] : [{file, line, message}];

function checkText(file: string, text: string | undefined, schema: z.ZodType): Problem[] {
	if (text === undefined) return [];
	const content = parseSafely(text);
	if ('problem' in content) return [{file, ...content.problem}];
	const read = schema.safeParse(content.value);
	return (read.error?.issues ?? []).flatMap(issue => {
		const keys = issue.path.map(String);
		if (issue.code === 'unrecognized_keys') {
			return issue.keys.map(key => ({
				file,
				line: lineOf(text, [...keys, key]),
				message: configFileMessages.unknownKey([...keys, key].join('.')),
			}));
		}
		return [{file, line: lineOf(text, keys), message: `${keys.join('.')}: ${issue.message}`}];
	});
}

/** Returns the keys, commands, views and triggers of config.toml, even if other parts of the file are invalid. */
export function namesAsWritten(
	text: string,
): Pick<ConfigFile, 'keys' | 'commands' | 'views' | 'triggers' | 'dangerous'> {
	const {keys, commands, views, triggers, dangerous} = tablesIn(text);
	const {shape} = ConfigFile;
	return {
		keys: shape.keys.safeParse(keys).data ?? {},
		commands: shape.commands.safeParse(commands).data ?? [],
		views: shape.views.safeParse(views).data ?? {},
		triggers: shape.triggers.safeParse(triggers).data ?? [],
		dangerous: shape.dangerous.safeParse(dangerous).data ?? [],
	};
}

/** Checks the URLs of all profiles as a session would. */
function checkAddresses(file: string, text: string): Problem[] {
	const problems: Problem[] = [];
	const checkUrl = (value: unknown, keys: readonly string[], check: typeof checkedBaseUrl) => {
		if (typeof value !== 'string' || value.trim() === '') return;
		try {
			check(value.trim(), keys.join('.'));
		} catch (error) {
			if (!(error instanceof UsageError)) throw error;
			problems.push({file, line: lineOf(text, keys), message: error.message.replace(/\.$/, '')});
		}
	};
	for (const [name, table] of Object.entries(fieldsOf(tablesIn(text)['profiles']))) {
		const {url, feed} = fieldsOf(table);
		checkUrl(url, ['profiles', name, 'url'], checkedBaseUrl);
		checkUrl(fieldsOf(feed)['url'], ['profiles', name, 'feed', 'url'], checkedFeedUrl);
	}
	return problems;
}

function checkDefault(file: string, text: string): Problem[] {
	const {profile, profiles} = tablesIn(text);
	if (typeof profile !== 'string' || ownValue(fieldsOf(profiles), profile) !== undefined) return [];
	if (builtInProfiles.some(name => name === profile)) return [];
	return [{file, line: lineOf(text, ['profile']), message: configFileMessages.noDefaultProfile(profile)}];
}

function checkTheme(file: string, text: string): Problem[] {
	const {theme} = tablesIn(text);
	const names = themeNames(path.dirname(file));
	if (typeof theme !== 'string' || names.includes(theme)) return [];
	return [{file, line: lineOf(text, ['theme']), message: configFileMessages.noSuchTheme(names)}];
}

/** Empty if the file is not valid TOML; that is reported elsewhere. */
function tablesIn(text: string): Record<string, unknown> {
	const content = parseSafely(text);
	return 'value' in content ? fieldsOf(content.value) : {};
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null ? {...value} : {};

function parseSafely(
	text: string,
): {value: unknown} | {problem: {line: number | undefined; message: string}} {
	try {
		return {value: parse(text)};
	} catch (cause) {
		const line = cause instanceof Error && 'line' in cause ? Number(cause.line) : undefined;
		return {problem: {line, message: configFileMessages.noToml}};
	}
}

/** The line of a key in a text; without the key, the line of its table; otherwise undefined. */
export function lineOf(text: string, keys: readonly string[]): number | undefined {
	let table: string[] = [];
	let ofTable: number | undefined;
	const counts = new Map<string, number>();
	for (const [index, line] of text.split('\n').entries()) {
		const [, many, header] = /^\s*(\[?)\[([^[\]]+)\]/.exec(line) ?? [];
		if (header !== undefined) {
			table = namesIn(header);
			// Of several tables with one name, each has a number.
			const count = counts.get(header) ?? 0;
			if (many !== '') table.push(String(count));
			counts.set(header, count + 1);
			if (table.every((name, at) => name === keys[at])) ofTable = index + 1;
			if (table.join('\n') === keys.join('\n')) return index + 1;
		}
		const key = /^\s*([^#=\s[][^=]*?)\s*=/.exec(line)?.[1];
		const path = key === undefined ? [] : [...table, ...namesIn(key)];
		const shared = Math.min(path.length, keys.length);
		if (key !== undefined && path.slice(0, shared).join('\n') === keys.slice(0, shared).join('\n')) {
			return index + 1;
		}
	}
	return ofTable;
}

/** The names of a dotted key; a quoted name may contain dots. */
export const namesIn = (dotted: string) =>
	[...dotted.matchAll(/"([^"]*)"|'([^']*)'|([^.\s"']+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
