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
