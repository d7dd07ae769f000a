import path from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {createPrivateFile} from '../../lib/private-folder.ts';
import {checkRegularFile} from '../../lib/regular-file.ts';
import {sqliteProblem} from '../../lib/sqlite-problem.ts';
import {recordsProblem} from '../records-problem.ts';

/**
Takes the lock that one process at a time holds while it runs the service of a folder. Returns a function that releases
it, or undefined if another process holds it. Throws `UsageError` if the file cannot be used. When the process ends, even
by `kill -9`, the operating system releases the lock.
*/
export function lockFolder(folder: string): (() => void) | undefined {
	const {DatabaseSync} = process.getBuiltinModule('node:sqlite');
	const file = path.join(folder, 'service.lock');
	let database: DatabaseSync | undefined;
	try {
		createPrivateFile(file);
		checkRegularFile(file);
		const opened = new DatabaseSync(file);
		database = opened;
		opened.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
		return () => opened.close();
	} catch (error) {
		database?.close();
		if (sqliteProblem(error) === 'busy') return undefined;
		throw recordsProblem(error, file);
	}
}
