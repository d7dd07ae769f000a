import {rmSync} from 'node:fs';
import path from 'node:path';
import {readProblem, writeProblem} from '../../messages/text.ts';
import {writePrivateFile} from '../../lib/files/private-folder.ts';
import {readRegularFile} from '../../lib/files/regular-file.ts';
import {UsageError} from '../../lib/errors.ts';
import type {ServiceCredentials} from '../records/first-team.ts';
import {ownApplicationId} from '../records/records.ts';
import type {Records} from '../records/repositories.ts';
import {hashOf, isSecret, newSecret, tokenParts, tokenText} from './secrets.ts';
import type {Store} from '../records/store.ts';

/** Returns the file of the owner's token: it is beside the records `data`. */
export const ownerTokenFile = (data: string): string => path.join(path.dirname(data), 'owner-token');

/**
Returns the credentials of the owner. The records have only a hash, so the token is in a file with mode 0600 beside them
(`data`), or only in memory. It stays the same when the service is reopened; without the file, a new one replaces it.
The credentials of a removed application are empty and grant no access. Throws `UsageError` if the file cannot be
read or written.
*/
export function ownerCredentials(store: Store, data: string | undefined): ServiceCredentials {
	const application = store.applications.get(ownApplicationId);
	if (!application) return noCredentials;
	const file = data === undefined ? undefined : ownerTokenFile(data);
	const kept = file === undefined ? undefined : secretIn(file);
	if (kept !== undefined && isSecret(kept, application.secretHash)) return credentialsOf(kept);
	const secret = newSecret();
	if (file !== undefined) writeToken(file, tokenText(ownApplicationId, secret));
	store.applications.put({...application, secretHash: hashOf(secret)});
	return credentialsOf(secret);
}

/**
The same of records in a database, which several machines share: the first instance writes the file, and an instance
without it has no credentials of its own. A new token is issued only while the records have none.
*/
export async function ownerCredentialsIn(
	records: Records,
	file: string | undefined,
): Promise<ServiceCredentials> {
	const kept = file === undefined ? undefined : secretIn(file);
	const secret = kept ?? newSecret();
	const isIssued = await records.transact(async ({applications}) => {
		const application = await applications.get(ownApplicationId);
		if (!application) return false;
		if (application.secretHash !== '') return isSecret(secret, application.secretHash);
		// First, because only a hash is stored.
		if (file !== undefined) writeToken(file, tokenText(ownApplicationId, secret));
		await applications.put({...application, secretHash: hashOf(secret)});
		return true;
	});
	if (isIssued) return credentialsOf(secret);
	if (file !== undefined && kept === undefined) rmSync(file, {force: true});
	return noCredentials;
}

const noCredentials = {token: '', applicationId: '', applicationSecret: '', bearer: ''};

function credentialsOf(secret: string): ServiceCredentials {
	const token = tokenText(ownApplicationId, secret);
	return {token, applicationId: ownApplicationId, applicationSecret: secret, bearer: token};
}

function secretIn(file: string): string | undefined {
	try {
		return tokenParts(readRegularFile(file).toString().trim())?.secret;
	} catch (error) {
		if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
		throw new UsageError(readProblem(error, file), {cause: error});
	}
}

function writeToken(file: string, token: string): void {
	try {
		writePrivateFile(file, `${token}\n`);
	} catch (error) {
		throw new UsageError(writeProblem(error, file), {cause: error});
	}
}
