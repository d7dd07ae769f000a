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

/** Primary result codes of SQLite. (sqlite.org: Result Codes) */
const codes: Readonly<Record<number, JournalProblem>> = {
	5: 'busy',
	6: 'busy',
	8: 'closed',
	10: 'full',
	11: 'broken',
	13: 'full',
	14: 'closed',
	26: 'broken',
};

/** Classifies an error of SQLite or of the file system. */
export function problemOf(error: unknown): JournalProblem {
	if (error instanceof NewerFile) return 'newer';
	if (error instanceof NoSqlite) return 'missing';
	if (!(error instanceof Error)) return 'failed';
	if ('errcode' in error && typeof error.errcode === 'number') return codes[error.errcode & 0xff] ?? 'failed';
	if (!('code' in error)) return 'failed';
	if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return 'full';
	return typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code) ? 'closed' : 'failed';
}
