import type {DatabaseSync, StatementSync} from 'node:sqlite';

/**
Like `database.prepare`, but returns a function that prepares the statement when it is first called: a one-shot command
runs few of the 25.
*/
export const prepareLater = (database: DatabaseSync) => (sql: string) => {
	let prepared: StatementSync | undefined;
	return (): StatementSync => (prepared ??= database.prepare(sql));
};
