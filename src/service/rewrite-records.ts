import type {DatabaseSync} from 'node:sqlite';

/**
Changes all records of a kind, oldest first, within a transaction of the caller, and returns them. `keyOf` also sets
their unique keys.
*/
export function rewriteRecords<Old, New extends {id: string}>(
	database: DatabaseSync,
	kind: string,
	change: (records: Old[]) => New[],
	keyOf?: (record: New) => string | undefined,
): New[] {
	const rows = database.prepare('SELECT json FROM records WHERE kind = ? ORDER BY rowid').all(kind);
	// Written by this program.
	const records = change(rows.map(({json}) => JSON.parse(String(json)) as Old));
	const put = database.prepare('UPDATE records SET json = ? WHERE kind = ? AND id = ?');
	for (const record of records) put.run(JSON.stringify(record), kind, record.id);
	if (!keyOf) return records;
	// Versions before 4 have no such column.
	const putKey = database.prepare('UPDATE records SET unique_key = ? WHERE kind = ? AND id = ?');
	for (const record of records) putKey.run(keyOf(record) ?? null, kind, record.id);
	return records;
}
