import {chmodSync, existsSync} from 'node:fs';
import path from 'node:path';
import {writeProblem} from '../../messages/text.ts';
import {createPrivateFile, makePrivateFolder} from '../../lib/files/private-folder.ts';
import {UsageError} from '../../lib/errors.ts';
import {serviceFolderMessages} from '../../messages/serve.ts';

/** Returns the file of the service's records in its folder. Both are created if missing, for their owner alone. */
export function recordsIn(folder: string): string {
	try {
		makePrivateFolder(folder);
		const file = path.join(folder, 'service.db');
		createPrivateFile(file);
		// SQLite creates its other files with the permissions of the first.
		for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) chmodSync(file + part, 0o600);
		return file;
	} catch (error) {
		throw new UsageError(writeProblem(error, folder));
	}
}

export function wholeNumber(text: string, option: string, least: number, most: number): number {
	const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
	if (number >= least && number <= most) return number;
	throw new UsageError(serviceFolderMessages.wrongNumber(option, least, most));
}
