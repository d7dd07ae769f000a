import {execFileSync} from 'node:child_process';
import type {Credentials} from '../contract/credentials.ts';
import {Secret} from '../lib/secrets/secret.ts';
import {shellCommand} from '../lib/process/shell-command.ts';
import {withoutSecretVariables} from '../lib/process/secret-variables.ts';
import {UsageError} from '../lib/errors.ts';
import {readCredentialsFile} from './files.ts';
import {envValue, filePath, type Env} from './paths.ts';
import {readSecretFile} from './privacy.ts';
import type {ProfileTable} from './schema.ts';
import {credentialMessages} from '../messages/config.ts';
import {originMessages} from '../messages/origins.ts';

type Found = {credentials: Credentials; origin: string};
type Given = {
	token?: string | undefined;
	id?: string | undefined;
	secret?: string | undefined;
	bearer?: string | undefined;
};

export const credentialVariables = [
	'RCONDECK_TOKEN',
	'RCONDECK_APP_ID',
	'RCONDECK_APP_SECRET',
	'RCONDECK_BEARER',
] as const;

/**
Reads the credentials from the environment. Only one kind may be set, because choosing between two could send the wrong
one.
*/
export function environmentCredentials(env: Env): Found | undefined {
	const [token, id, secret, bearer] = credentialVariables.map(name => envValue(env, name));
	const credentials = oneKind({token, id, secret, bearer}, [...credentialVariables]);
	const set = credentialVariables.filter(name => envValue(env, name) !== undefined);
	return credentials && {credentials, origin: originMessages.environment(set)};
}

/** Returns the output of the `token_command` of a profile. */
export type RunCommand = (command: string, profile: string) => string;

/** Reads the credentials of a profile: from a command, a file, or its table in credentials.toml. */
export function profileCredentials(
	env: Env,
	configDir: string,
	name: string,
	profile: ProfileTable,
	runCommand: RunCommand = commandOutput,
): Partial<Found> & {passcode: Secret | undefined} {
	const {path, table = {}} = readCredentialsFile(configDir, name);
	const stored = oneKind(
		{token: table.token, id: table.app_id, secret: table.app_secret, bearer: table.bearer},
		['token', 'app_id', 'app_secret', 'bearer'].map(field => originMessages.credentialsTable(field, name)),
	);
	const sources = [
		profile.token_command !== undefined && 'token_command',
		profile.token_file !== undefined && 'token_file',
		stored && 'credentials.toml',
	].filter(source => typeof source === 'string');
	if (sources.length > 1) {
		throw new UsageError(credentialMessages.severalSources(name, sources));
	}
	const passcode = table.feed_passcode === undefined ? undefined : new Secret(table.feed_passcode);
	if (profile.token_command !== undefined) {
		const token = checkSecret(runCommand(profile.token_command, name), credentialMessages.tokenCommand(name));
		return {credentials: {kind: 'token', token}, origin: originMessages.tokenCommand(name), passcode};
	}
	if (profile.token_file !== undefined) {
		const file = filePath(env, configDir, profile.token_file);
		const text = readSecretFile(file);
		if (text === undefined) throw new UsageError(credentialMessages.noTokenFile(file));
		return {credentials: {kind: 'token', token: checkSecret(text, file)}, origin: file, passcode};
	}
	return stored ? {credentials: stored, origin: path, passcode} : {passcode};
}

function oneKind({token, id, secret, bearer}: Given, names: string[]): Credentials | undefined {
	const [tokenName = '', idName = '', secretName = '', bearerName = ''] = names;
	const kinds = [
		token !== undefined && tokenName,
		(id ?? secret) !== undefined && (id === undefined ? secretName : idName),
		bearer !== undefined && bearerName,
	].filter(kind => typeof kind === 'string');
	if (kinds.length > 1) {
		throw new UsageError(credentialMessages.severalKinds(kinds));
	}
	if (token !== undefined) return {kind: 'token', token: checkSecret(token, tokenName)};
	if (bearer !== undefined) return {kind: 'bearer', token: checkSecret(bearer, bearerName)};
	if (id === undefined && secret === undefined) return undefined;
	if (id === undefined) throw new UsageError(credentialMessages.incomplete(secretName, idName));
	if (secret === undefined) throw new UsageError(credentialMessages.incomplete(idName, secretName));
	return {kind: 'application', id: checkSecret(id, idName).reveal(), secret: checkSecret(secret, secretName)};
}

/** Checks that a secret is valid in a header. */
function checkSecret(text: string, from: string): Secret {
	const secret = text.trim();
	if (secret === '') throw new UsageError(credentialMessages.empty(from));
	if (!/^[\x21-\x7e]+$/.test(secret)) {
		throw new UsageError(credentialMessages.noHeader(from));
	}
	return new Secret(secret);
}

/** Runs the command in a shell, as similar programs do; it may prompt on the terminal. */
export function commandOutput(command: string, name: string, timeoutMs = 60_000): string {
	const {program, args, options} = shellCommand(command);
	try {
		return execFileSync(program, args, {
			...options,
			encoding: 'utf8',
			stdio: ['inherit', 'pipe', 'inherit'],
			timeout: timeoutMs,
			// A command that ignores SIGTERM would never end.
			killSignal: 'SIGKILL',
			maxBuffer: 1024 * 1024,
			env: withoutSecretVariables(process.env),
		});
	} catch (cause) {
		const isTooLate = cause instanceof Error && 'code' in cause && cause.code === 'ETIMEDOUT';
		const message = isTooLate
			? credentialMessages.tokenCommandTooLate(name, timeoutMs / 1000)
			: credentialMessages.tokenCommandFailed(name);
		throw new UsageError(message, {cause});
	}
}
