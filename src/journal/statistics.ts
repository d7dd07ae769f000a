import {statSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';

/** What a journal contains, without any of its content. Times are epoch ms. */
export type JournalStatistics = {
	bytes: number;
	walBytes: number;
	/** The version of the tables. */
	version: number;
	/** `ok`, or the first problem that SQLite finds. */
	integrity: string;
	tables: {name: string; rows: number}[];
	entries: {kind: string; count: number; oldest: number; newest: number}[];
};

/** Reads without migrating. Returns undefined if there is no file. Throws what SQLite throws. */
export function readStatistics(file: string): JournalStatistics | undefined {
	const facts = statSync(file, {throwIfNoEntry: false});
	if (!facts) return undefined;
	const database = new DatabaseSync(file, {readOnly: true, timeout: 1000});
	try {
		const first = (sql: string) => Object.values(database.prepare(sql).get() ?? {})[0];
		// The tables of the full-text search are not records.
		const tables = database
			.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '*_words*'")
			.all()
			.map(({name}) => String(name))
			.filter(name => !name.startsWith('sqlite_'));
		return {
			bytes: facts.size,
			walBytes: statSync(`${file}-wal`, {throwIfNoEntry: false})?.size ?? 0,
			version: Number(first('PRAGMA user_version')),
			integrity: String(first('PRAGMA quick_check')),
			tables: tables.map(name => ({
				name,
				rows: Number(first(`SELECT count(*) FROM "${name.replaceAll('"', '""')}"`)),
			})),
			entries: tables.includes('entry')
				? database
						.prepare('SELECT kind, count(*) AS n, min(at) AS low, max(at) AS high FROM entry GROUP BY kind')
						.all()
						.map(({kind, n, low, high}) => ({
							kind: String(kind),
							count: Number(n),
							oldest: Number(low),
							newest: Number(high),
						}))
				: [],
		};
	} finally {
		database.close();
	}
}
