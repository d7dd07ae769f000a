import {readFileSync} from 'node:fs';
import type {SecretSource} from '../contract/models/own-server.ts';
import {runQuietly} from '../lib/run-quietly.ts';
import {readProblem} from '../messages/files.ts';
import {ownServerMessages} from '../messages/own-servers.ts';

/** Resolves to the first line of the source. Rejects with an error whose message is for the user. */
export async function readSecret(source: SecretSource, env: NodeJS.ProcessEnv): Promise<string> {
	const [first = ''] = (await textOf(source, env)).split(/\r?\n/, 1);
	if (first === '') throw new Error(ownServerMessages.noSecret(nameOf(source)));
	return first;
}

/** Returns a function that reads the password of a console: empty if it has none. */
export const passwordReader = (source: SecretSource | undefined, env: NodeJS.ProcessEnv) => () =>
	source === undefined ? '' : readSecret(source, env);

async function textOf(source: SecretSource, env: NodeJS.ProcessEnv): Promise<string> {
	if ('env' in source) return env[source.env] ?? '';
	if ('command' in source) return (await runQuietly(source.command)) ?? '';
	try {
		return readFileSync(source.file, 'utf8');
	} catch (cause) {
		throw new Error(ownServerMessages.unreadableSecret(readProblem(cause, source.file)), {cause});
	}
}

function nameOf(source: SecretSource): string {
	if ('file' in source) return source.file;
	return 'env' in source ? source.env : source.command;
}
