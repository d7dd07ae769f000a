import {chmodSync, closeSync, existsSync, openSync, renameSync} from 'node:fs';
import path from 'node:path';
import type * as Sqlite from 'node:sqlite';
import {makePrivateFolder} from '../lib/private-folder.ts';
import {migrate} from './schema.ts';
import {NoSqlite, problemOf} from './problems.ts';

/** How long a statement waits for another process before it is tried again later; it stops everything else meanwhile. */
const busyMs = 40;
const firstBusyMs = 100;

/** Opens the file, makes it where it is missing, and brings it up to date. `movedTo`: a broken one lies there now. */
export function openFile(
	file: string,
	at: number,
): {database: Sqlite.DatabaseSync; movedTo: string | undefined} {
	makePrivateFolder(path.dirname(file));
	try {
		return {database: openDatabase(file), movedTo: undefined};
	} catch (error) {
		if (problemOf(error) !== 'broken') throw error;
	}
	const movedTo = moveAside(file, at);
	return {database: openDatabase(file), movedTo};
}

/** Nothing is deleted: what is broken can still be looked into. */
export function moveAside(file: string, at: number): string {
	const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
	const target = `${file}.broken-${stamp}-${process.pid}`;
	for (const part of ['', '-wal', '-shm']) {
		if (existsSync(file + part)) renameSync(file + part, target + part);
	}
	return target;
}

/** Only while the program runs, for when the file cannot be used. */
export function openInMemory(): Sqlite.DatabaseSync | undefined {
	try {
		const database = new (sqlite().DatabaseSync)(':memory:');
		migrate(database);
		return database;
	} catch {
		return undefined;
	}
}

/** Throws what SQLite or the file system throws. `timeoutMs`: how long to wait for another process meanwhile. */
export function openDatabase(file: string, timeoutMs = firstBusyMs): Sqlite.DatabaseSync {
	makeOurs(file);
	const database = new (sqlite().DatabaseSync)(file, {timeout: timeoutMs});
	try {
		// Works only on a file without tables, and only before the next line.
		database.exec('PRAGMA auto_vacuum = INCREMENTAL');
		database.exec('PRAGMA journal_mode = WAL');
		migrate(database);
		database.exec('PRAGMA synchronous = NORMAL');
		database.exec('PRAGMA journal_size_limit = 4194304');
		database.exec(`PRAGMA busy_timeout = ${busyMs}`);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

/**
Its companions get the mode of the file. A file that is there is never opened here: closing it again would take away
the locks of this process on it. (sqlite.org: How To Corrupt, 2.2)
*/
function makeOurs(file: string): void {
	if (existsSync(file)) chmodSync(file, 0o600);
	else closeSync(openSync(file, 'a', 0o600));
}

/** A static import would keep an older Node from loading the program at all, even to be turned away. */
function sqlite(): typeof Sqlite {
	const found: typeof Sqlite | undefined = process.getBuiltinModule('node:sqlite');
	if (!found) throw new NoSqlite();
	return found;
}
