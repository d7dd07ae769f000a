import type {DatabaseSync} from 'node:sqlite';
import {parseJson} from '../lib/json.ts';
import type {RecordsByKind} from './records.ts';

/*
The tables of the records in SQLite. Each row has its record as JSON; columns are generated from it where the database
enforces a rule. References are checked with the commit, so the order of changes within a transaction does not matter.
*/

/** Whether `teamId` and `nodeId` of a kind name records of this database. */
const isHere: Record<keyof RecordsByKind, boolean> = {
	teams: true,
	applications: true,
	nodes: true,
	servers: true,
	profiles: true,
	images: true,
	automations: true,
	runs: true,
	instances: true,
	tasks: true,
	actions: true,
	notifications: true,
	journal: true,
	orders: true,
	outboxes: false,
	reports: true,
	receivedOrders: true,
};
const kinds = Object.keys(isHere) as (keyof RecordsByKind)[];

/** Creates the tables that are missing. The order of the records is that of `place`. */
export function createTables(database: DatabaseSync): void {
	for (const kind of kinds) {
		if (!isHere[kind]) {
			database.exec(`
				CREATE TABLE IF NOT EXISTS ${kind} (
					place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, json TEXT NOT NULL, unique_key TEXT UNIQUE
				) STRICT
			`);
			continue;
		}
		database.exec(`
			CREATE TABLE IF NOT EXISTS ${kind} (
				place INTEGER PRIMARY KEY,
				id TEXT NOT NULL UNIQUE,
				json TEXT NOT NULL,
				unique_key TEXT UNIQUE,
				team_id TEXT GENERATED ALWAYS AS (json ->> '$.teamId') VIRTUAL
					REFERENCES teams (id) DEFERRABLE INITIALLY DEFERRED,
				node_id TEXT GENERATED ALWAYS AS (json ->> '$.nodeId') VIRTUAL
					REFERENCES nodes (id) DEFERRABLE INITIALLY DEFERRED
			) STRICT
		`);
	}
	database.exec(`
		CREATE UNIQUE INDEX IF NOT EXISTS journal_seq ON journal (team_id, json ->> '$.seq');
		CREATE TABLE IF NOT EXISTS commands_of_servers (
			seq INTEGER PRIMARY KEY AUTOINCREMENT,
			server_id TEXT NOT NULL REFERENCES servers (id) DEFERRABLE INITIALLY DEFERRED,
			json TEXT NOT NULL
		) STRICT;
		CREATE INDEX IF NOT EXISTS newest_commands ON commands_of_servers (server_id, seq);
	`);
}

/** Whether the records are in one table, as before version 5. */
export const isOneTable = (database: DatabaseSync): boolean =>
	database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'records'").get() !== undefined;

/**
Moves the records of version 4 to the tables, within a transaction of the caller. Drops what nothing refers to any more: the
tasks of a node that was removed, for example.
*/
export function moveToTables(database: DatabaseSync): void {
	// Throws the error of a record that is not JSON.
	for (const {json} of database.prepare('SELECT json FROM records WHERE NOT json_valid(json)').all())
		parseJson(String(json));
	for (const kind of kinds) {
		database
			.prepare(
				`INSERT INTO ${kind} (id, json, unique_key)
				SELECT id, json, unique_key FROM records WHERE kind = ? ORDER BY rowid`,
			)
			.run(kind);
	}
	database.exec(`
		INSERT INTO commands_of_servers (seq, server_id, json) SELECT seq, server, json FROM commands ORDER BY seq;
		DROP TABLE commands;
		DROP TABLE records;
	`);
	const strays = database.prepare('PRAGMA foreign_key_check');
	// What is dropped may leave others without what they refer to.
	for (let found = strays.all(); found.length > 0; found = strays.all()) {
		for (const {table, rowid} of found)
			database.prepare(`DELETE FROM ${String(table)} WHERE rowid = ?`).run(rowid ?? null);
	}
}
