import {sqliteProblem} from '../lib/files/sqlite.ts';
import {NewerFile} from './schema.ts';

/**
Problems of the file. `busy`: another process is writing; temporary. `full`: nothing can be written now. `broken`: not a
journal, or damaged. `closed`: it cannot be opened or written. `newer`: a later version of this program wrote it.
`missing`: this Node has no SQLite. `failed`: anything else.
*/
export type JournalProblem = 'busy' | 'full' | 'broken' | 'closed' | 'newer' | 'missing' | 'failed';

/** SQLite is included in Node 22 and later. */
export class NoSqlite extends Error {
	override name = 'NoSqlite';
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT and SQLITE_MISMATCH: the file is fine, but does not accept these values. */
const valueCodes: ReadonlySet<number> = new Set([18, 19, 20]);

/** Returns whether the values of one entry caused the error. */
export const isValueProblem = (error: unknown): boolean =>
	error instanceof Error &&
	'errcode' in error &&
	typeof error.errcode === 'number' &&
	valueCodes.has(error.errcode & 0xff);

/** Classifies an error of SQLite or of the file system. */
export function problemOf(error: unknown): JournalProblem {
	if (error instanceof NewerFile) return 'newer';
	if (error instanceof NoSqlite) return 'missing';
	if (!(error instanceof Error)) return 'failed';
	const problem = sqliteProblem(error);
	if (problem !== undefined) return problem === 'other' ? 'failed' : problem;
	if (!('code' in error)) return 'failed';
	if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return 'full';
	return typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code) ? 'closed' : 'failed';
}
