import type {DatabaseSync} from 'node:sqlite';
import {maxCharacters, sizeOf} from './answer-limits.ts';
import {backUpDatabase} from '../lib/database-backup.ts';
import {checkRegularFile} from '../lib/regular-file.ts';
import {UsageError} from '../lib/usage-error.ts';
import {recordsMessages} from '../messages/service-servers.ts';
import {recordsProblem} from './records-problem.ts';
import {fromAttached} from './own/from-attached.ts';
import {rewriteRecords} from './rewrite-records.ts';
import {createTables, isOneTable, moveToTables} from './store-tables.ts';
import {hashOf} from './secret-text.ts';
import {openTransactions, type Transactions} from './transactions.ts';
import {
	addUniqueKeys,
	hasUniqueKeys,
	isTaken,
	uniqueRuns,
	uniqueServers,
	uniqueTasks,
	type Unique,
} from './unique-records.ts';
import type {ApplicationRecord, CommandRecord, ServerRecord, RecordsByKind} from './records.ts';

export type Stored = {id: string; teamId?: string | undefined};

export type Collection<Kept extends Stored> = {
	get: (id: string) => Kept | undefined;
	/** Oldest first, as are those of a team. */
	all: () => Kept[];
	ofTeam: (teamId: string) => Kept[];
	count: () => number;
	/** Throws `Refusal` if the record breaks a rule of `unique-records.ts`. */
	put: (record: Kept) => Kept;
	remove: (id: string) => void;
	/** Removes the oldest records of a team beyond `limit`, but none that must stay. */
	dropOldest: (teamId: string, limit: number, mustStay?: (record: Kept) => boolean) => void;
};

/** Commands and answers of each server, oldest first, at most `limit` and `maxCharacters` per server. */
type CommandHistory = {
	of: (serverId: string) => readonly CommandRecord[];
	add: (serverId: string, command: CommandRecord, limit: number) => void;
	removeAll: (serverId: string) => void;
};

export type Store = {[Kind in keyof RecordsByKind]: Collection<RecordsByKind[Kind]>} & {
	commands: CommandHistory;
	close: () => void;
} & Pick<Transactions, 'atomically' | 'afterCommit' | 'onRollback' | 'changeCount'>;

const schemaVersion = 5;

/**
Opens the service's records. Reads come from memory; writes reach SQLite before the call returns. `file` is a path or
`:memory:`. In WAL mode a killed process loses nothing that was written. `onBug`: see `openTransactions`. Throws
`UsageError` if the file cannot be used.
*/
export function openStore(file: string, onBug: (bug: unknown) => void = throwBug): Store {
	const sqlite = process.getBuiltinModule('node:sqlite');
	let database: DatabaseSync | undefined;
	try {
		if (file !== ':memory:') checkRegularFile(file);
		database = new sqlite.DatabaseSync(file);
		prepare(database, file);
		return readStore(database, openTransactions(database, onBug));
	} catch (error) {
		database?.close();
		throw recordsProblem(error, file);
	}
}

function throwBug(bug: unknown): never {
	throw bug;
}

function readStore(database: DatabaseSync, transactions: Transactions): Store {
	const collection = <Kept extends Stored>(kind: keyof RecordsByKind, unique?: Unique<Kept>) =>
		openCollection<Kept>({kind, database, transactions, unique});
	return {
		teams: collection('teams'),
		applications: collection('applications'),
		nodes: collection('nodes'),
		servers: collection('servers', uniqueServers),
		profiles: collection('profiles'),
		images: collection('images'),
		automations: collection('automations'),
		runs: collection('runs', uniqueRuns),
		instances: collection('instances'),
		tasks: collection('tasks', uniqueTasks),
		actions: collection('actions'),
		notifications: collection('notifications'),
		journal: collection('journal'),
		orders: collection('orders'),
		outboxes: collection('outboxes'),
		reports: collection('reports'),
		receivedOrders: collection('receivedOrders'),
		commands: openHistory(database, transactions),
		atomically: transactions.atomically,
		afterCommit: transactions.afterCommit,
		onRollback: transactions.onRollback,
		changeCount: transactions.changeCount,
		close: () => database.close(),
	};
}

function prepare(database: DatabaseSync, file: string): void {
	// Exclusive, because two services on the same records would overwrite each other's changes.
	database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
	const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
	if (found > schemaVersion) {
		throw new UsageError(recordsMessages.newer(found, schemaVersion));
	}
	const isOld = isOneTable(database);
	// First, because a backup must not contain the credentials.
	if (found === 1 || found === 2) hashCredentials(database);
	if (found > 0 && found < schemaVersion) backUpDatabase(database, file, found);
	database.exec('BEGIN IMMEDIATE');
	if (found === 1) {
		rewriteRecords<ServerRecord, ServerRecord>(database, 'servers', servers => servers.map(fromAttached));
	}
	// A killed service of an earlier version may have left the table without its version.
	if (isOld && !hasUniqueKeys(database)) addUniqueKeys(database, Date.now());
	createTables(database);
	if (isOld) moveToTables(database);
	database.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT`);
}

/**
Replaces credentials with their hashes, and leaves none in free pages or the WAL. If interrupted, the next call completes
it.
*/
function hashCredentials(database: DatabaseSync): void {
	database.exec('BEGIN IMMEDIATE');
	rewriteRecords<PlainApplication | ApplicationRecord, ApplicationRecord>(database, 'applications', records =>
		records.map(record => {
			if ('secretHash' in record) return record;
			const {token, secret, bearer, ...application} = record;
			return {...application, secretHash: '', olderHashes: [token, secret, bearer].map(hashOf)};
		}),
	);
	database.exec('COMMIT');
	database.exec('VACUUM');
	database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** An application in version 2 of the records. */
type PlainApplication = Pick<ApplicationRecord, 'id' | 'name' | 'permissions'> & {
	teamId?: string;
	token: string;
	secret: string;
	bearer: string;
};

type Table<Kept> = {
	kind: keyof RecordsByKind;
	database: DatabaseSync;
	transactions: Transactions;
	unique: Unique<Kept> | undefined;
};

function openCollection<Kept extends Stored>({
	kind,
	database,
	transactions,
	unique,
}: Table<Kept>): Collection<Kept> {
	const put = database.prepare(
		`INSERT INTO ${kind} (id, json, unique_key) VALUES (?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET json = excluded.json, unique_key = excluded.unique_key`,
	);
	const removeRow = database.prepare(`DELETE FROM ${kind} WHERE id = ?`);
	const kept = new Map<string, Kept>();
	/** The same by team. */
	const teams = new Map<string | undefined, Map<string, Kept>>();
	const set = (record: Kept) => {
		const team = teams.get(record.teamId) ?? new Map<string, Kept>();
		teams.set(record.teamId, team);
		for (const records of [kept, team]) records.set(record.id, record);
	};
	const unset = ({id, teamId}: Kept) => {
		for (const records of [kept, teams.get(teamId)]) records?.delete(id);
	};
	const ids = database.prepare(`SELECT id FROM ${kind} ORDER BY place`);
	/** Moves records that a failed transaction had removed back to their places. */
	const sort = () => {
		for (const {id} of ids.all()) {
			const record = kept.get(String(id));
			if (!record) continue;
			unset(record);
			set(record);
		}
	};
	const rows = database.prepare(`SELECT json FROM ${kind} ORDER BY place`).all();
	for (const row of rows) {
		// Written by `put` below; nothing else writes the file.
		set(JSON.parse(String(row['json'])) as Kept);
	}
	const remove = (id: string) => {
		const old = kept.get(id);
		if (!old) return;
		transactions.check();
		removeRow.run(id);
		transactions.onRollback(() => set(old));
		transactions.repairAfterRollback(sort);
		unset(old);
	};
	return {
		get: id => kept.get(id),
		all: () => [...kept.values()],
		ofTeam: teamId => [...(teams.get(teamId)?.values() ?? [])],
		count: () => kept.size,
		put: record => {
			const {id} = record;
			transactions.check();
			try {
				put.run(id, JSON.stringify(record), unique?.keyOf(record) ?? null);
			} catch (error) {
				throw unique && isTaken(error) ? unique.refuse(record) : error;
			}
			const old = kept.get(id);
			transactions.onRollback(() => (old ? set(old) : unset(record)));
			set(record);
			return record;
		},
		remove,
		dropOldest: (teamId, limit, mustStay = () => false) => {
			const team = teams.get(teamId) ?? new Map<string, Kept>();
			for (const record of team.values()) {
				if (team.size <= limit) break;
				if (!mustStay(record)) remove(record.id);
			}
		},
	};
}

/** Returns how many of the oldest commands to drop. The newest one is always kept. */
function surplusOf(list: readonly {command: CommandRecord}[], limit: number): number {
	let [characters, count] = [0, 0];
	for (const {command} of list.toReversed()) {
		characters += sizeOf(command);
		if (count > 0 && (count >= limit || characters > maxCharacters)) break;
		count++;
	}
	return list.length - count;
}

function openHistory(database: DatabaseSync, transactions: Transactions): CommandHistory {
	const kept = new Map<string, {seq: number; command: CommandRecord}[]>();
	const listOf = (serverId: string) => {
		const list = kept.get(serverId) ?? [];
		kept.set(serverId, list);
		return list;
	};
	for (const row of database
		.prepare('SELECT seq, server_id, json FROM commands_of_servers ORDER BY seq')
		.all()) {
		const command = JSON.parse(String(row['json'])) as CommandRecord;
		listOf(String(row['server_id'])).push({seq: Number(row['seq']), command});
	}
	const insert = database.prepare('INSERT INTO commands_of_servers (server_id, json) VALUES (?, ?)');
	const forget = database.prepare('DELETE FROM commands_of_servers WHERE server_id = ? AND seq <= ?');
	const forgetAll = database.prepare('DELETE FROM commands_of_servers WHERE server_id = ?');
	return {
		of: serverId => (kept.get(serverId) ?? []).map(({command}) => command),
		add: (serverId, command, limit) =>
			transactions.atomically(() => {
				transactions.check();
				const {lastInsertRowid} = insert.run(serverId, JSON.stringify(command));
				const list = listOf(serverId);
				list.push({seq: Number(lastInsertRowid), command});
				const dropped = list.splice(0, surplusOf(list, limit));
				transactions.onRollback(() => {
					kept.set(serverId, [...dropped, ...listOf(serverId).slice(0, -1)]);
				});
				const surplus = dropped.at(-1);
				if (surplus) forget.run(serverId, surplus.seq);
			}),
		removeAll: serverId => {
			const list = kept.get(serverId);
			if (!list) return;
			transactions.check();
			forgetAll.run(serverId);
			transactions.onRollback(() => void kept.set(serverId, list));
			kept.delete(serverId);
		},
	};
}
