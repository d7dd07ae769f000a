import {randomUUID} from 'node:crypto';
import {rmSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {type Env, filePath} from '../../../config/paths.ts';
import {checkPrivacy} from '../../../config/privacy.ts';
import type {SecretSource} from '../../../contract/models/own-server.ts';
import {makePrivateFolder} from '../../../lib/files/private-folder.ts';
import {UsageError} from '../../../lib/errors.ts';
import {ownSettingsMessages} from '../../../messages/own-servers.ts';
import {writeProblem} from '../../../messages/text.ts';

/** Returns the full path, because the service may run in another directory. Throws `UsageError` if it does not exist. */
export function existingPath(typed: string, kind: 'file' | 'directory', env: Env): string {
	const full = filePath(env, '.', typed);
	const found = statSync(full, {throwIfNoEntry: false});
	if (kind === 'file' ? found?.isFile() : found?.isDirectory()) return full;
	throw new UsageError(ownSettingsMessages.noSuchPath(kind, full));
}

/** Returns the full path of a file with a secret. Throws `UsageError` if others can read it, as for other credentials. */
export function privateFile(typed: string, env: Env): string {
	const full = existingPath(typed, 'file', env);
	checkPrivacy(full, 'secret');
	return full;
}

const folderIn = (serviceFolder: string) => path.join(serviceFolder, 'passwords');

/** Writes a password that was typed on the terminal to a new file that only this user can read. */
export function storePassword(serviceFolder: string, password: string): {file: string} {
	const file = path.join(folderIn(serviceFolder), randomUUID());
	try {
		makePrivateFolder(folderIn(serviceFolder));
		writeFileSync(file, `${password}\n`, {mode: 0o600, flag: 'wx'});
		return {file};
	} catch (error) {
		throw new UsageError(writeProblem(error, file));
	}
}

/** Removes a file that `storePassword` has written; leaves every other file alone. */
export function removeStoredPassword(serviceFolder: string, source: SecretSource | undefined): void {
	if (!source || !('file' in source) || path.dirname(source.file) !== folderIn(serviceFolder)) return;
	rmSync(source.file, {force: true});
}
