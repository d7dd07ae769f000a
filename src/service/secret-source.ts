import type {SecretSource} from '../contract/models/own-server.ts';
import {readRegularFile} from '../lib/regular-file.ts';
import {declareSecretVariable} from '../lib/secret-variables.ts';
import {runQuietly} from '../lib/run-quietly.ts';
import {readProblem} from '../messages/files.ts';
import {ownServerMessages} from '../messages/own-servers.ts';

/** Resolves to the first line of the source. Rejects with an error whose message is for the user. */
async function readSecret(source: SecretSource, env: NodeJS.ProcessEnv): Promise<string> {
	const [first = ''] = (await textOf(source, env)).split(/\r?\n/, 1);
	if (first === '') throw new Error(ownServerMessages.noSecret(nameOf(source)));
	return first;
}

/** Returns a function that reads a password: empty if there is none. Programs that start later do not get its variable. */
export function passwordReader(source: SecretSource | undefined, env: NodeJS.ProcessEnv) {
	if (source && 'env' in source) declareSecretVariable(source.env);
	return async () => (source === undefined ? '' : readSecret(source, env));
}

async function textOf(source: SecretSource, env: NodeJS.ProcessEnv): Promise<string> {
	if ('env' in source) return env[source.env] ?? '';
	if ('command' in source) return (await runQuietly(source.command)) ?? '';
	try {
		return readRegularFile(source.file).toString();
	} catch (cause) {
		throw new Error(ownServerMessages.unreadableSecret(readProblem(cause, source.file)), {cause});
	}
}

function nameOf(source: SecretSource): string {
	if ('file' in source) return source.file;
	return 'env' in source ? source.env : source.command;
}
