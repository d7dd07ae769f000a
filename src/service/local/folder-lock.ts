import path from 'node:path';
import {createPrivateFile} from '../../lib/private-folder.ts';

/**
Takes the lock that one process at a time holds while it runs the service of a folder. Returns a function that releases
it, or undefined if another process holds it. The system releases it with the process, however that ends.
*/
export function lockFolder(folder: string): (() => void) | undefined {
	const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
	const file = path.join(folder, 'service.lock');
	createPrivateFile(file);
	const database = new DatabaseSync(file);
	try {
		database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
		return () => database.close();
	} catch (error) {
		database.close();
		if (isBusy(error)) return undefined;
		throw error;
	}
}

/** SQLITE_BUSY, with its extended codes. */
const isBusy = (error: unknown): boolean =>
	error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
