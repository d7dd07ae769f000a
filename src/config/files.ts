import {ownValue} from '../lib/json/maps.ts';
import path from 'node:path';
import {parse, type TomlTable, type TomlValue} from 'smol-toml';
import type * as z from 'zod';
import {readRegularFile} from '../lib/files/regular-file.ts';
import {readProblem} from '../messages/text.ts';
import {UsageError} from '../lib/errors.ts';
import {readGuardedFile, readSecretFile} from './privacy.ts';
import {ConfigFile, CredentialsFile, type CredentialsTable} from './schema.ts';
import {configFileMessages, configValueMessages} from '../messages/config.ts';

export const configFile = (configDir: string): string => path.join(configDir, 'config.toml');

export const credentialsFile = (configDir: string): string => path.join(configDir, 'credentials.toml');

/** `content` has the defaults of all settings that the file does not set; `written`: only its own settings. */
export type ReadConfig = {path: string; content: ConfigFile; written: TomlTable};

/** Reads config.toml, which may not exist. Rejects a file that others can change. */
export function readConfigFile(configDir: string): ReadConfig {
	const file = configFile(configDir);
	const written = parseFile(readGuardedFile(file, 'decides') ?? '', file);
	return {path: file, content: checked(file, ConfigFile, written), written};
}

/** Reads the table of a profile in credentials.toml. Rejects the file if others can read or change it. */
export function readCredentialsFile(
	configDir: string,
	profile: string,
): {path: string; table: CredentialsTable | undefined} {
	const file = credentialsFile(configDir);
	const tables = checked(file, CredentialsFile, parseFile(readSecretFile(file) ?? '', file));
	return {path: file, table: ownValue(tables, profile)};
}

/** Errors name the position, never the content. */
function checked<Schema extends z.ZodType>(
	file: string,
	schema: Schema,
	content: TomlTable,
): z.output<Schema> {
	const read = schema.safeParse(content);
	if (read.success) return read.data;
	const issue = read.error.issues[0];
	// The URL of a webhook has a reason of its own.
	if (issue?.code === 'unrecognized_keys' && issue.message !== configValueMessages.webhook) {
		const key = [...issue.path, issue.keys[0]].join('.');
		throw new UsageError(configFileMessages.unknownKeyIn(file, key));
	}
	const where = issue?.path.join('.') ?? '';
	throw new UsageError(configFileMessages.refused(file, where, issue?.message));
}

/** The table with this name in another; empty if there is none. */
export function tableIn(table: TomlTable, name: string): TomlTable {
	const found = ownValue(table, name);
	return isTable(found) ? found : {};
}

/** Tables from the parser have no prototype, unlike lists and dates. */
export const isTable = (value: TomlValue | undefined): value is TomlTable =>
	typeof value === 'object' && Object.getPrototypeOf(value) === null;

export function readText(file: string): string | undefined {
	try {
		return readRegularFile(file).toString();
	} catch (cause) {
		if (codeOf(cause) === 'ENOENT') return undefined;
		throw new UsageError(readProblem(cause, file), {cause});
	}
}

function codeOf(cause: unknown): string | undefined {
	return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}

function parseFile(text: string, file: string): TomlTable {
	try {
		return parse(text);
	} catch (cause) {
		const line = cause instanceof Error && 'line' in cause ? String(cause.line) : undefined;
		throw new UsageError(configFileMessages.noTomlIn(file, line), {cause});
	}
}
