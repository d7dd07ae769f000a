import {indexes, indexesOf, isLiveTask, sharedKinds, type SharedKind} from '../records/tables.ts';
import {connect, usualTimeouts} from './database.ts';

/*
The tables of the records. `size` is what a record counts in its budgets. Never change a migration that was released: add one.

While instances are upgraded one after another, the previous version runs on the tables of the next one. So a migration
only adds: tables, indexes that no valid record violates, and columns that may be null or have a default. A new field of a
record needs none. `test/service/postgres/migrations.test.ts` rejects everything else.
*/

/** As in SQLite. The first two kinds are those that others refer to. */
const tableOf = (kind: SharedKind): string => `CREATE TABLE ${kind} (
	place bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
	size bigint NOT NULL,
	id text PRIMARY KEY,
	json jsonb NOT NULL,
	unique_key text CONSTRAINT ${kind}_unique_key UNIQUE,
	team_id text GENERATED ALWAYS AS (json ->> 'teamId') STORED REFERENCES teams DEFERRABLE INITIALLY DEFERRED,
	node_id text GENERATED ALWAYS AS (json ->> 'nodeId') STORED${
		kind === 'teams' ? '' : ' REFERENCES nodes DEFERRABLE INITIALLY DEFERRED'
	}
)`;

const first = [
	...sharedKinds.flatMap(kind => [tableOf(kind), ...indexesOf(kind)]),
	...indexes,
	`CREATE INDEX invites ON teams USING gin ((json -> 'invites')) WITH (fastupdate = off)`,
	`CREATE INDEX live_tasks ON tasks USING gin ((json -> 'targetIds')) WITH (fastupdate = off) WHERE ${isLiveTask}`,
	`CREATE TABLE commands (
		place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
		size bigint NOT NULL,
		server_id text NOT NULL REFERENCES servers DEFERRABLE INITIALLY DEFERRED,
		command_id text NOT NULL,
		json jsonb NOT NULL
	)`,
	'CREATE INDEX commands_of_server ON commands (server_id, place)',
	'CREATE INDEX commands_by_id ON commands (server_id, command_id)',
];

/** The statements of each version of the tables, the first version first. */
export const migrations: readonly (readonly string[])[] = [first];

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
	const database = connect(url, timeouts);
	try {
		await database.transaction('BEGIN', async query => {
			await query(`SELECT pg_advisory_xact_lock(${lock})`);
			await query(`CREATE TABLE IF NOT EXISTS migrations (
				version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
			)`);
			const [newest] = await query('SELECT max(version) AS version FROM migrations');
			const found = Number(newest?.['version'] ?? 0);
			for (const [index, statements] of all.entries()) {
				const version = index + 1;
				if (version <= found) continue;
				for (const statement of statements) await query(statement);
				await query('INSERT INTO migrations (version) VALUES (?)', [version]);
			}
		});
	} finally {
		await database.close();
	}
}
