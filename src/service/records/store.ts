import {DatabaseSync, type SQLInputValue, type StatementSync} from 'node:sqlite';
import type {RecordsByKind} from './records.ts';
import {backUpDatabase} from '../../lib/files/sqlite.ts';
import {checkRegularFile} from '../../lib/files/regular-file.ts';
import type {OnEvent} from '../events.ts';
import {Refusal} from '../http/refusal.ts';
import {budgets} from '../limits.ts';
import {UsageError} from '../../lib/errors.ts';
import {recordsMessages} from '../../messages/service.ts';
import {type CommandHistory, openHistory} from './command-history.ts';
import {recordsProblem} from './records-problem.ts';
import {droppableOf, historyShares} from './history-budgets.ts';
import {openRowCaches, type RowCache} from './row-cache.ts';
import {openSqliteBudget} from './sqlite-budget.ts';
import {kinds, migrations} from './tables.ts';
import {openTeamBudget} from './team-budgets.ts';
import {openTransactions, type Transactions} from './transactions.ts';
import {isTaken, type Unique, uniqueOf} from './unique-records.ts';

export type Stored = {id: string; teamId?: string | undefined};

export type Collection<Kept extends Stored> = {
	/** The name of its table. */
	kind: keyof RecordsByKind;
	/** Returns the same object until the record changes or has not been read for a long time. */
	get: (id: string) => Kept | undefined;
	/** Returns those that meet a condition in SQL, which is a constant, in the order in which they were first stored. */
	where: (condition: string, values?: readonly SQLInputValue[]) => Kept[];
	countWhere: (condition: string, values?: readonly SQLInputValue[]) => number;
	all: () => Kept[];
	ofTeam: (teamId: string) => Kept[];
	ofNode: (nodeId: string) => Kept[];
	count: () => number;
	/** Throws `Refusal` if the record breaks a rule of `unique-records.ts`. */
	put: (record: Kept) => Kept;
	/** Throws `Refusal` if the records of the team or of all have no room for it. */
	checkRoom: (record: Kept) => void;
	remove: (id: string) => void;
	/** Removes the oldest records of a team beyond `limit` among those that meet a condition. Others do not count, unless `counted` names them. */
	dropOldest: (teamId: string, limit: number, droppable?: string, counted?: string) => void;
	/** Differs from an earlier value if any record of the kind has changed since. */
	changeCount: () => number;
};

export type Collections = {[Kind in keyof RecordsByKind]: Collection<RecordsByKind[Kind]>};

export type Store = Collections & {
	commands: CommandHistory;
	/** Writes a page, to find out whether that is possible. Throws what SQLite throws. */
	checkWritable: () => void;
	close: () => void;
} & Pick<Transactions, 'atomically' | 'afterCommit' | 'onRollback' | 'changeCount'>;

type StoreOptions = {
	onBug?: ((bug: unknown) => void) | undefined;
	/** Called when a budget is exceeded. */
	onEvent?: OnEvent;
	/** The migrations. */
	all?: readonly string[];
};

/**
Opens the service's records. They are read from SQLite when they are asked for, and writes reach it before the call returns.
`file` is a path or `:memory:`. In WAL mode a killed process loses nothing that was written. `onBug`: see `openTransactions`.
Throws `UsageError` if the file cannot be used.
*/
export function openStore(
	file: string,
	{onBug = throwBug, onEvent = () => {}, all = migrations}: StoreOptions = {},
): Store {
	let database: DatabaseSync | undefined;
	try {
		if (file !== ':memory:') checkRegularFile(file);
		database = new DatabaseSync(file);
		prepare(database, file, all);
		return readStore(database, onBug, onEvent);
	} catch (error) {
		database?.close();
		throw recordsProblem(error, file);
	}
}

function throwBug(bug: unknown): never {
	throw bug;
}

function readStore(database: DatabaseSync, onBug: (bug: unknown) => void, onEvent: OnEvent): Store {
	const caches = openRowCaches();
	const transactions = openTransactions(database, onBug, caches.clear);
	const collection = (kind: keyof RecordsByKind) =>
		openCollection({kind, database, transactions, onEvent, cache: caches.open<Stored>()});
	return {
		// Each kind has a collection of its own records.
		...(Object.fromEntries(kinds.map(kind => [kind, collection(kind)])) as unknown as Collections),
		commands: openHistory(database, transactions, onEvent),
		atomically: transactions.atomically,
		afterCommit: transactions.afterCommit,
		onRollback: transactions.onRollback,
		changeCount: transactions.changeCount,
		checkWritable: () =>
			transactions.atomically(() => database.exec(`PRAGMA user_version = ${migrations.length}`)),
		close: () => database.close(),
	};
}

function prepare(database: DatabaseSync, file: string, all: readonly string[]): void {
	// Exclusive, because two services on the same records would overwrite each other's changes.
	database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
	const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
	if (found === all.length) return;
	if (found > all.length) throw new UsageError(recordsMessages.newer(found, all.length));
	if (found > 0) backUpDatabase(database, file, found);
	database.exec('BEGIN IMMEDIATE');
	for (const statements of all.slice(found)) database.exec(statements);
	database.exec(`PRAGMA user_version = ${all.length}; COMMIT`);
}

type Table<Kept> = {
	kind: keyof RecordsByKind;
	database: DatabaseSync;
	transactions: Transactions;
	cache: RowCache<Kept>;
	onEvent: OnEvent;
};

function openCollection<Kept extends Stored>({
	kind,
	database,
	transactions,
	cache,
	onEvent,
}: Table<Kept>): Collection<Kept> {
	// The rule of this kind.
	const unique = uniqueOf[kind] as Unique<Kept> | undefined;
	const droppable = droppableOf[kind];
	const {prepared, get, where, countWhere} = openRows<Kept>(kind, database, cache);
	let changeCount = 0;
	const change = () => {
		transactions.check();
		changeCount++;
	};
	const remove = (id: string) => {
		change();
		prepared(`DELETE FROM ${kind} WHERE id = ?`).run(id);
		cache.drop(id);
	};
	const dropPlace = (place: SQLInputValue) => {
		const row = prepared(`SELECT id FROM ${kind} WHERE place = ?`).get(place);
		if (row) remove(String(row['id']));
	};
	const checkBudget =
		droppable === undefined
			? () => {}
			: openSqliteBudget({
					database,
					budget: kind,
					rows: `SELECT place, json, team_id, octet_length(json) AS size FROM ${kind}`,
					droppable,
					shares: historyShares,
					remove: dropPlace,
					onEvent: event => transactions.afterCommit(() => onEvent(event)),
				});
	return {
		kind,
		get,
		where,
		countWhere,
		all: () => where('true'),
		ofTeam: teamId => where('team_id = ?', [teamId]),
		ofNode: nodeId => where('node_id = ?', [nodeId]),
		count: () => countWhere('true'),
		put: record => {
			const {id} = record;
			const json = JSON.stringify(record);
			if (json.length > budgets.record) throw new Refusal('general.payload_too_large');
			change();
			try {
				prepared(
					`INSERT INTO ${kind} (id, json, unique_key) VALUES (?, ?, ?)
					ON CONFLICT (id) DO UPDATE SET json = excluded.json, unique_key = excluded.unique_key`,
				).run(id, json, unique?.keyOf(record) ?? null);
			} catch (error) {
				throw unique && isTaken(error) ? unique.refuse(record) : error;
			}
			cache.set(id, record, json.length);
			checkBudget(json.length);
			return record;
		},
		checkRoom: openRoomCheck(kind, prepared, onEvent),
		remove,
		dropOldest: (teamId, limit, droppable = 'true', counted = droppable) => {
			const surplus = countWhere(`team_id = ? AND ${counted}`, [teamId]) - limit;
			if (surplus <= 0) return;
			const oldest = prepared(
				`SELECT id FROM ${kind} WHERE team_id = ? AND ${droppable} ORDER BY place LIMIT ?`,
			).all(teamId, surplus);
			for (const {id} of oldest) remove(String(id));
		},
		changeCount: () => changeCount,
	};
}

function openRoomCheck(kind: string, prepared: (sql: string) => StatementSync, onEvent: OnEvent) {
	const budget = openTeamBudget(kind, onEvent);
	return (record: Stored): void => {
		const {id, teamId = ''} = record;
		for (const {of, who, check} of budget(teamId, Buffer.byteLength(JSON.stringify(record)))) {
			const sum = `SELECT sum(octet_length(json)) AS size FROM ${kind} WHERE ${of} = ? AND id <> ?`;
			check(Number(prepared(sum).get(who, id)?.['size']));
		}
	};
}

/** Opens the reader of the rows of a kind. */
function openRows<Kept>(kind: keyof RecordsByKind, database: DatabaseSync, cache: RowCache<Kept>) {
	const prepared = prepareOnce(database);
	const rows = (sql: string, values: readonly SQLInputValue[]) =>
		// oxlint-disable-next-line rcondeck/long-arguments -- as many as the statement has `?`
		prepared(sql).all(...values);
	const get = (id: string): Kept | undefined => {
		const cached = cache.get(id);
		if (cached) return cached;
		const json = prepared(`SELECT json FROM ${kind} WHERE id = ?`).get(id)?.['json'];
		if (json === undefined) return undefined;
		const text = String(json);
		// Written by `put` below; nothing else writes the file.
		const record = JSON.parse(text) as Kept;
		cache.set(id, record, text.length);
		return record;
	};
	const where = (condition: string, values: readonly SQLInputValue[] = []): Kept[] =>
		rows(`SELECT id FROM ${kind} WHERE ${condition} ORDER BY place`, values).flatMap(
			({id}) => get(String(id)) ?? [],
		);
	const countWhere = (condition: string, values: readonly SQLInputValue[] = []) =>
		Number(rows(`SELECT count(*) AS n FROM ${kind} WHERE ${condition}`, values)[0]?.['n']);
	return {prepared, get, where, countWhere};
}

/** Prepares each statement when it is first used. They are constants, so there are few. */
function prepareOnce(database: DatabaseSync): (sql: string) => StatementSync {
	const statements = new Map<string, StatementSync>();
	return sql => {
		const statement = statements.get(sql) ?? database.prepare(sql);
		statements.set(sql, statement);
		return statement;
	};
}
