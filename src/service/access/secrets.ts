import {createHash, createHmac, randomBytes, timingSafeEqual} from 'node:crypto';
import type {SecretSource} from '../../contract/models/own-server.ts';
import {readRegularFile} from '../../lib/files/regular-file.ts';
import {declareSecretVariable} from '../../lib/process/secret-variables.ts';
import {runQuietly} from '../../lib/process/run-quietly.ts';
import {decodeText} from '../../lib/text/decode-text.ts';
import {readProblem} from '../../messages/text.ts';
import {ownServerMessages} from '../../messages/own-servers.ts';

/** A new secret of 256 bits, which needs no slow hash. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** Returns the SHA-256 of a secret: all that the records keep of it. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Returns another secret that only the first one leads to, and that does not lead back. */
export const derivedSecret = (secret: string, name: string): string =>
	createHmac('sha256', secret).update(name).digest('hex');

/** Compares a secret with a hash in constant time. */
export function isSecret(presented: string, hash: string): boolean {
	const [a, b] = [Buffer.from(hashOf(presented)), Buffer.from(hash)];
	return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns a token: it names its application, so that one record is compared, not all. */
export const tokenText = (applicationId: string, secret: string): string =>
	`rcondeck_${applicationId}_${secret}`;

/** Returns the parts of `tokenText`, or undefined if the text is not one. */
export function tokenParts(token: string): {applicationId: string; secret: string} | undefined {
	const [, applicationId, secret] = /^rcondeck_(.+)_([0-9a-f]{64})$/.exec(token) ?? [];
	return applicationId === undefined || secret === undefined ? undefined : {applicationId, secret};
}

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
	let bytes: Buffer;
	try {
		bytes = readRegularFile(source.file);
	} catch (cause) {
		throw new Error(ownServerMessages.unreadableSecret(readProblem(cause, source.file)), {cause});
	}
	const text = decodeText(bytes);
	if (text === undefined) throw new Error(ownServerMessages.undecodableSecret(source.file));
	return text;
}

function nameOf(source: SecretSource): string {
	if ('file' in source) return source.file;
	return 'env' in source ? source.env : source.command;
}
