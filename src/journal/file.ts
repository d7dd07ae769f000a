import {chmodSync, closeSync, existsSync, lstatSync, openSync, renameSync} from 'node:fs';
import path from 'node:path';
import type * as Sqlite from 'node:sqlite';
import {backUpDatabase, sqliteProblem} from '../lib/files/sqlite.ts';
import {checkOwner, makePrivateFolder} from '../lib/files/private-folder.ts';
import {checkRegularFile} from '../lib/files/regular-file.ts';
import {migrate, migrations} from './schema.ts';
import {NoSqlite, problemOf} from './problems.ts';

/** How long a statement waits for another process before it is retried later. The entire process blocks meanwhile. */
const busyMs = 40;
const firstBusyMs = 100;

/** Opens the file, creates it if necessary, and migrates it. `movedTo`: where a damaged file was moved. */
export function openFile(
	file: string,
	at: number,
): {database: Sqlite.DatabaseSync; movedTo: string | undefined} {
	makePrivateFolder(path.dirname(file));
	try {
		return {database: openDatabase(file), movedTo: undefined};
	} catch (error) {
		// SQLite has no specific error for tables of another program.
		if (problemOf(error) !== 'broken' && sqliteProblem(error) !== 'other') throw error;
	}
	const movedTo = moveAside(file, at);
	return {database: openDatabase(file), movedTo};
}

/** Moves a damaged file aside, so that it can still be examined. */
export function moveAside(file: string, at: number): string {
	const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
	const target = `${file}.broken-${stamp}-${process.pid}`;
	for (const part of ['', '-wal', '-shm']) {
		if (existsSync(file + part)) renameSync(file + part, target + part);
	}
	return target;
}

/** Opens a database in memory, for when the file cannot be used. Its content is lost when the program ends. */
export function openInMemory(): Sqlite.DatabaseSync | undefined {
	try {
		const database = new (sqlite().DatabaseSync)(':memory:');
		migrate(database);
		return database;
	} catch {
		return undefined;
	}
}

/**
Opens the database. Throws what SQLite or the file system throws. `timeoutMs`: how long to wait for another process.
*/
export function openDatabase(
	file: string,
	timeoutMs = firstBusyMs,
	all: readonly string[] = migrations,
): Sqlite.DatabaseSync {
	const isNew = ensurePrivateFile(file);
	const database = new (sqlite().DatabaseSync)(file, {timeout: timeoutMs});
	try {
		// Only works on a file without tables, and only before the next statement. On others it writes and waits for the disk.
		if (isNew) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
		database.exec('PRAGMA journal_mode = WAL');
		migrate(database, version => backUp(file, version), all);
		database.exec('PRAGMA synchronous = NORMAL');
		// The system caches the file as well; the default of 2 MB per database makes writes no faster.
		database.exec('PRAGMA cache_size = -256');
		database.exec('PRAGMA journal_size_limit = 4194304');
		database.exec(`PRAGMA busy_timeout = ${busyMs}`);
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

/** Copies the file over a second connection: within the transaction of a migration SQLite cannot. */
function backUp(file: string, version: number): void {
	const reader = new (sqlite().DatabaseSync)(file, {readOnly: true});
	try {
		backUpDatabase(reader, file, version);
	} finally {
		reader.close();
	}
}

/**
Makes the file private; its companions get its mode. Never opens an existing file: closing it would release this
process's locks on it. (sqlite.org: How To Corrupt, 2.2) Returns whether the file is empty.
*/
function ensurePrivateFile(file: string): boolean {
	checkRegularFile(file);
	const found = lstatSync(file, {throwIfNoEntry: false});
	if (!found) closeSync(openSync(file, 'ax', 0o600));
	else {
		// In a shared folder such as /tmp, another user may have created it, or a link to one of our files.
		checkOwner(found, file);
		chmodSync(file, 0o600);
	}
	return !found || found.size === 0;
}

/** A static import would keep an older Node from loading the program, even to show why it is rejected. */
function sqlite(): typeof Sqlite {
	const found: typeof Sqlite | undefined = process.getBuiltinModule('node:sqlite');
	if (!found) throw new NoSqlite();
	return found;
}
