import {sql} from 'kysely';
import {connect, usualTimeouts} from './connect.ts';
import {migrations} from './migrations.ts';

/** Chosen at random. Instances that start at the same time wait for each other. */
const lock = 7_345_108_226;
const waitMs = 60_000;
/** An index of a large table takes longer than a request may. */
const timeouts = {
	...usualTimeouts,
	lock_timeout: waitMs,
	statement_timeout: waitMs,
	query_timeout: waitMs + 5000,
};

/**
Brings the tables to the newest version that this program knows, in one transaction. Tables of a later version stay as
they are: they contain all that this program uses.
*/
export async function migrate(url: string, all: readonly (readonly string[])[] = migrations): Promise<void> {
	await using database = connect(url, timeouts);
	await database.transaction().execute(async transaction => {
		const run = (statement: string) => sql.raw(statement).execute(transaction);
		await run(`SELECT pg_advisory_xact_lock(${lock})`);
		await run(`CREATE TABLE IF NOT EXISTS migrations (
			version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
		)`);
		const {rows} = await sql<{version: number}>`SELECT max(version) AS version FROM migrations`.execute(
			transaction,
		);
		const found = rows[0]?.version ?? 0;
		for (const [index, statements] of all.entries()) {
			const version = index + 1;
			if (version <= found) continue;
			for (const statement of statements) await run(statement);
			await run(`INSERT INTO migrations (version) VALUES (${version})`);
		}
	});
}
