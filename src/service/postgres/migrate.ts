import {sql, type Kysely} from 'kysely';
import {migrations} from './migrations.ts';
import type {Tables} from './tables.ts';

/** Chosen at random. Instances that start at the same time wait for each other. */
const lock = 7_345_108_226;
const waitMs = 60_000;

/**
Brings the tables to the newest version that this program knows, in one transaction. Tables of a later version stay as
they are: they contain all that this program uses.
*/
export async function migrate(
	database: Kysely<Tables>,
	all: readonly (readonly string[])[] = migrations,
): Promise<void> {
	await database.transaction().execute(async transaction => {
		const run = (statement: string) => sql.raw(statement).execute(transaction);
		await run(`SET LOCAL lock_timeout = ${waitMs}`);
		await run(`SET LOCAL statement_timeout = ${waitMs}`);
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
