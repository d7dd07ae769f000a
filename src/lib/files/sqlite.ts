import {readdirSync, renameSync, rmSync} from 'node:fs';
import path from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {createPrivateFile} from './private-folder.ts';

/**
`busy`: another process uses the file; temporary. `full`: nothing can be written. `broken`: not a database, or damaged.
`closed`: cannot be opened or written. `other`: anything else, such as tables of another program.
*/
export type SqliteProblem = 'busy' | 'full' | 'broken' | 'closed' | 'other';

/** Primary result codes of SQLite. (sqlite.org: Result Codes) */
const problems: Readonly<Record<number, SqliteProblem>> = {
	5: 'busy',
	6: 'busy',
	8: 'closed',
	10: 'full',
	11: 'broken',
	13: 'full',
	14: 'closed',
	26: 'broken',
};

/** Classifies an error of SQLite; undefined for any other error. */
export function sqliteProblem(error: unknown): SqliteProblem | undefined {
	if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return undefined;
	return problems[error.errcode & 0xff] ?? 'other';
}

/** The oldest copies beyond these are deleted. */
const maxBackups = 3;

/**
Copies a database before a migration, beside its file and only for its owner: `journal.db.v9-2026-11-21T03-00-00Z`. Throws
what SQLite or the file system throws; then nothing may be migrated.
*/
export function backUpDatabase(database: DatabaseSync, file: string, version: number): void {
	const stamp = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
	const target = `${file}.v${version}-${stamp}`;
	const unfinished = `${target}.${process.pid}`;
	try {
		rmSync(unfinished, {force: true});
		createPrivateFile(unfinished);
		// Unlike a copy of the file, it contains what is still in the write-ahead log.
		database.prepare('VACUUM INTO ?').run(unfinished);
		renameSync(unfinished, target);
	} catch (error) {
		rmSync(unfinished, {force: true});
		throw error;
	}
	for (const old of backupsOf(file).slice(0, -maxBackups)) rmSync(old, {force: true});
}

/** Oldest first. */
function backupsOf(file: string): string[] {
	const folder = path.dirname(file);
	const start = `${path.basename(file)}.v`;
	return readdirSync(folder)
		.flatMap(name => {
			const time = name.startsWith(start)
				? /^\d+-([\dT-]+Z)$/.exec(name.slice(start.length))?.[1]
				: undefined;
			return time === undefined ? [] : {time, file: path.join(folder, name)};
		})
		.sort((a, b) => (a.time < b.time ? -1 : 1))
		.map(backup => backup.file);
}
