import type {DatabaseSync} from 'node:sqlite';

/** Runs `work` in an immediate transaction. If `work` throws, rolls back and rethrows. */
export function inTransaction(database: DatabaseSync, work: () => void): void {
	database.exec('BEGIN IMMEDIATE');
	try {
		work();
		database.exec('COMMIT');
	} catch (error) {
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}
