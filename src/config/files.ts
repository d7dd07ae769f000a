import {ownValue} from '../lib/maps.ts';
import path from 'node:path';
import {parse} from 'smol-toml';
import type * as z from 'zod';
import {readRegularFile} from '../lib/regular-file.ts';
import {readProblem} from '../messages/files.ts';
import {UsageError} from '../lib/usage-error.ts';
import {readSecretFile} from './privacy.ts';
import {ConfigFile, CredentialsFile, type CredentialsTable} from './schema.ts';
import {isUsualConfig, isUsualCredentials} from './usual.ts';
import {configValueMessages} from '../messages/config-values.ts';
import {configFileMessages} from '../messages/config-files.ts';

export const configFile = (configDir: string): string => path.join(configDir, 'config.toml');

export const credentialsFile = (configDir: string): string => path.join(configDir, 'credentials.toml');

/** Reads config.toml; empty if there is none. */
export function readConfigFile(configDir: string): {path: string; content: ConfigFile} {
	const file = configFile(configDir);
	return {path: file, content: readToml(file, ConfigFile, readText(file), isUsualConfig) ?? {}};
}

/** Reads the table of a profile in credentials.toml. Rejects the file if others can read or change it. */
export function readCredentialsFile(
	configDir: string,
	profile: string,
): {path: string; table: CredentialsTable | undefined} {
	const file = credentialsFile(configDir);
	const tables = readToml(file, CredentialsFile, readSecretFile(file), isUsualCredentials);
	return {path: file, table: ownValue(tables, profile)};
}

/** undefined if there is no such file. Errors name the position, never the content. */
function readToml<Schema extends z.ZodType>(
	file: string,
	schema: Schema,
	text: string | undefined,
	isUsual: (content: unknown) => boolean,
): z.output<Schema> | undefined {
	if (text === undefined) return undefined;
	const content = parseFile(text, file);
	// The schema would return it as it is.
	if (isUsual(content)) return content as z.output<Schema>;
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

function parseFile(text: string, file: string): unknown {
	try {
		return parse(text);
	} catch (cause) {
		const line = cause instanceof Error && 'line' in cause ? String(cause.line) : undefined;
		throw new UsageError(configFileMessages.noTomlIn(file, line), {cause});
	}
}
