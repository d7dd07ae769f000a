import {NewerFile} from './schema.ts';

/**
What can be wrong with the file. `busy`: another process writes, it goes away. `full`: nothing can be written now.
`broken`: this is no journal, or no longer one. `closed`: it cannot be opened or written at all. `newer`: a later
version of this program wrote it. `missing`: this Node has no SQLite. `failed`: anything else.
*/
export type JournalProblem = 'busy' | 'full' | 'broken' | 'closed' | 'newer' | 'missing' | 'failed';

/** SQLite came with Node 22. */
export class NoSqlite extends Error {
	override name = 'NoSqlite';
}

/** Result codes of SQLite, without what extends them. (sqlite.org: Result Codes) */
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

/** What an error of SQLite or of the file system means. */
export function problemOf(error: unknown): JournalProblem {
	if (error instanceof NewerFile) return 'newer';
	if (error instanceof NoSqlite) return 'missing';
	if (!(error instanceof Error)) return 'failed';
	if ('errcode' in error && typeof error.errcode === 'number') return codes[error.errcode & 0xff] ?? 'failed';
	if (!('code' in error)) return 'failed';
	if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return 'full';
	return typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code) ? 'closed' : 'failed';
}
