import {existsSync} from 'node:fs';
import type {DatabaseSync} from 'node:sqlite';
import {UsageError} from '../../lib/errors.ts';
import {recordsMessages} from '../../messages/service.ts';
import {checkRegularFile} from '../../lib/files/regular-file.ts';
import {sqliteProblem} from '../../lib/files/sqlite.ts';
import {recordsProblem} from './records-problem.ts';
import {kinds} from './tables.ts';

/*
Checks and repairs a file of records without loading any of them: also one that is too large for the service, or damaged.
*/

/** A table, or all that is kept of a linked node. */
export type Part = {kind: 'table' | 'node'; id: string; name: string; rows: number; bytes: number};

export type RecordsCheck = {
	/** The size of the file, and how much of it is free. */
	bytes: number;
	free: number;
	/** The damage, in the words of SQLite. */
	problems: string[];
	/** The largest first. */
	parts: Part[];
};

/** Throws `UsageError` if the file cannot be read, or a service uses it. */
function withRecords<Result>(file: string, work: (database: DatabaseSync) => Result): Result {
	const sqlite = process.getBuiltinModule('node:sqlite');
	let database: DatabaseSync | undefined;
	try {
		if (!existsSync(file)) throw new UsageError(recordsMessages.missing(file));
		checkRegularFile(file);
		database = new sqlite.DatabaseSync(file);
		// A service would overwrite the changes.
		database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
		return work(database);
	} catch (error) {
		throw recordsProblem(error, file);
	} finally {
		database?.close();
	}
}

export const checkRecords = (file: string): RecordsCheck =>
	withRecords(file, database => {
		const pragma = (name: string) =>
			Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0] ?? 0);
		const [pageBytes, pages, free] = [pragma('page_size'), pragma('page_count'), pragma('freelist_count')];
		const checked = database.prepare('PRAGMA quick_check(20)').all();
		const problems = checked.map(row => String(row['quick_check'])).filter(text => text !== 'ok');
		const parts = [
			...tables.flatMap(table => unlessBroken(() => tableIn(database, table))),
			...unlessBroken(() => nodesIn(database)),
		];
		return {
			bytes: pages * pageBytes,
			free: free * pageBytes,
			problems,
			parts: parts
				.filter(({kind, rows}) => kind === 'node' || rows > 0)
				.sort((one, other) => other.bytes - one.bytes),
		};
	});

const tables = [...kinds, 'commands_of_servers'];

/** Damaged parts are omitted: they are among the problems. */
function unlessBroken(read: () => Part[]): Part[] {
	try {
		return read();
	} catch (error) {
		if (sqliteProblem(error) === 'broken') return [];
		throw error;
	}
}

function tableIn(database: DatabaseSync, table: string): Part[] {
	const row = database
		.prepare(`SELECT count(*) AS n, coalesce(sum(octet_length(json)), 0) AS bytes FROM ${table}`)
		.get();
	const name = table === 'commands_of_servers' ? 'commands' : table;
	return [{kind: 'table', id: name, name, rows: Number(row?.['n']), bytes: Number(row?.['bytes'])}];
}

const nodesIn = (database: DatabaseSync): Part[] =>
	database
		.prepare(
			`WITH places AS MATERIALIZED (SELECT id, node_id, octet_length(json) AS bytes FROM servers),
			kept AS (
				SELECT node_id, 1 AS servers, bytes FROM places
				UNION ALL SELECT node_id, 0, octet_length(json)
				FROM commands_of_servers JOIN places ON places.id = server_id
			)
			SELECT nodes.id, coalesce(json ->> '$.settings.name', nodes.id) AS name,
				coalesce(sum(servers), 0) AS n, coalesce(sum(bytes), 0) AS bytes
			FROM nodes LEFT JOIN kept ON kept.node_id = nodes.id GROUP BY nodes.id`,
		)
		.all()
		.map(row => ({
			kind: 'node',
			id: String(row['id']),
			name: String(row['name']),
			rows: Number(row['n']),
			bytes: Number(row['bytes']),
		}));

/** Removes a node with its servers, answers, tokens, orders and tasks. */
export const removeNode = (file: string, nodeId: string): void =>
	withRecords(file, database => {
		const remove = (statement: string) => void database.prepare(statement).run(nodeId);
		database.exec('BEGIN IMMEDIATE');
		remove('DELETE FROM commands_of_servers WHERE server_id IN (SELECT id FROM servers WHERE node_id = ?)');
		remove(
			"DELETE FROM profiles WHERE id IN (SELECT json ->> '$.settingProfileId' FROM servers WHERE node_id = ?)",
		);
		for (const kind of ['tasks', 'orders', 'applications', 'servers'])
			remove(`DELETE FROM ${kind} WHERE node_id = ?`);
		remove('DELETE FROM nodes WHERE id = ?');
		database.exec('COMMIT');
	});

/** Gives the space of removed records back to the file system. */
export const compactRecords = (file: string): void =>
	withRecords(file, database => {
		database.exec('VACUUM');
		database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
	});
