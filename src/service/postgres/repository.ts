import {type Expression, type ExpressionBuilder, type Kysely, sql, type SqlBool} from 'kysely';
import {deepEqual} from '../../lib/json/depth.ts';
import {Refusal} from '../http/refusal.ts';
import {budgets} from '../limits.ts';
import type {TeamBudget} from '../records/team-budgets.ts';
import type {Unique} from '../records/unique-records.ts';
import {
	columnOf,
	columnsOf,
	listsOf,
	type ListTable,
	recordOf,
	type Row,
	rowOf,
	type TableName,
} from './columns.ts';
import {isTaken} from './problems.ts';
import {anyTable, type RecordsByTable, type Tables} from './tables.ts';

type Condition<Table extends TableName> = (columns: ExpressionBuilder<Tables, Table>) => Expression<SqlBool>;

/** The records of a kind within one transaction. */
export type Repository<Table extends TableName, Kept = RecordsByTable[Table]> = {
	get: (id: string) => Promise<Kept | undefined>;
	getMany: (ids: Iterable<string>) => Promise<ReadonlyMap<string, Kept>>;
	/** Oldest first. */
	find: (condition: Condition<Table>) => Promise<readonly Kept[]>;
	put: (record: Kept) => Promise<Kept>;
	putInBudget: (record: Kept) => Promise<Kept>;
	remove: (id: string) => Promise<void>;
};

/** The records that a transaction has read, by table and id. Undefined: there is none. */
export type Known = Map<TableName, Map<string, Row | undefined>>;

/** What the repositories of a transaction share. */
export type Session = {
	known: Known;
	/** Called with the size of each record that is stored. */
	onPut: (table: TableName, size: number) => void;
	budgetOf: (table: TableName) => TeamBudget;
};

type Stored = {id: string};

type Options<Kept> = {
	/** The rule that the database enforces. */
	unique?: Unique<Kept>;
	/** Columns that are computed from a record. */
	moreColumns?: (record: Kept) => Row;
};

export function openRepository<Table extends TableName>(
	database: Kysely<Tables>,
	table: Table,
	{known, onPut, budgetOf}: Session,
	{unique, moreColumns = () => ({})}: Options<RecordsByTable[Table]> = {},
): Repository<Table> {
	type Kept = RecordsByTable[Table];
	const tables = anyTable(database);
	const name: string = table;
	const columns = columnsOf[table];
	const lists = listsOf[table] ?? [];
	const seen = () => {
		const records = known.get(table) ?? new Map<string, Row | undefined>();
		known.set(table, records);
		return records;
	};
	const find = async (condition: Condition<Table>): Promise<readonly Kept[]> => {
		const rows = await tables
			.selectFrom(name)
			.selectAll()
			// The columns of `Tables` are those of the table.
			.where(builder => condition(builder as unknown as ExpressionBuilder<Tables, Table>))
			.orderBy('place')
			.execute();
		let records = rows.map(row => recordOf(columns, row));
		for (const list of lists) records = await withList(tables, list, records);
		for (const record of records) seen().set(String(record['id']), record);
		// Written by `put`.
		return records as unknown as Kept[];
	};
	const getMany = async (ids: Iterable<string>): Promise<ReadonlyMap<string, Kept>> => {
		const wanted = [...new Set(ids)];
		const unknown = wanted.filter(id => !seen().has(id));
		if (unknown.length > 0) {
			for (const id of unknown) seen().set(id, undefined);
			await find(builder =>
				(builder as unknown as ExpressionBuilder<{any: Stored}, 'any'>)('id', 'in', unknown),
			);
		}
		return new Map(
			wanted.flatMap(id => {
				const record = seen().get(id);
				return record ? [[id, record as unknown as Kept]] : [];
			}),
		);
	};
	const get = async (id: string) => (await getMany([id])).get(id);
	const put = async (record: Kept): Promise<Kept> => {
		const old = lists.length > 0 ? await get(record.id) : undefined;
		const whole: Row = {...record};
		const size = sizeOf(record, budgets.record);
		const row = {...rowOf(columns, withoutLists(whole, lists)), ...moreColumns(record), size};
		await tables
			.insertInto(name)
			.values(row)
			.onConflict(conflict => conflict.column('id').doUpdateSet(row))
			.execute()
			.catch((error: unknown) => {
				throw unique && isTaken(error) ? unique.refuse(record) : error;
			});
		for (const list of lists) await putList(tables, list, record.id, old as Row | undefined, whole);
		seen().set(record.id, whole);
		onPut(table, size);
		return record;
	};
	return {
		get,
		getMany,
		find,
		put,
		putInBudget: record => checkRoom(tables, table, record, budgetOf(table)).then(() => put(record)),
		remove: async id => {
			await tables.deleteFrom(name).where('id', '=', id).execute();
			// Others may have been removed with it.
			known.clear();
		},
	};
}

function withoutLists(record: Row, lists: readonly ListTable[]): Row {
	const fields = Object.entries(record).filter(([name]) => !lists.some(({field}) => field === name));
	return Object.fromEntries(fields);
}

/** In bytes, as in SQLite. Throws `Refusal` if it is more than `most`. */
function sizeOf(record: object, most = Infinity): number {
	const size = Buffer.byteLength(JSON.stringify(record));
	if (size > most) throw new Refusal('general.payload_too_large');
	return size;
}

/** Throws `Refusal` if the records of the team or of all have no room for it. */
async function checkRoom(
	tables: ReturnType<typeof anyTable>,
	table: string,
	record: {id: string; teamId?: string},
	budget: TeamBudget,
): Promise<void> {
	const {id, teamId = ''} = record;
	for (const {of, who, check} of budget(teamId, sizeOf(record))) {
		const sum = sql<{size: string | null}>`
			SELECT sum(size) AS size FROM ${sql.table(table)} WHERE ${sql.raw(of)} = ${who} AND id <> ${id}`;
		check(Number((await sum.execute(tables)).rows[0]?.size));
	}
}

/** Returns the records with a list, which is read for all of them at once. */
async function withList(
	tables: ReturnType<typeof anyTable>,
	{table, field, owner, columns}: ListTable,
	records: readonly Row[],
): Promise<Row[]> {
	if (records.length === 0) return [];
	const ids = records.map(({id}) => id);
	const items = await tables
		.selectFrom(table)
		.selectAll()
		.where(owner, 'in', ids)
		.orderBy('position')
		.execute();
	const byOwner = Map.groupBy(items, item => item[owner]);
	return records.map(record => {
		const own = byOwner.get(record['id']) ?? [];
		return {...record, [field]: own.map(item => recordOf(columns, item))};
	});
}

/** Stores what has changed in a list of a record. */
async function putList(
	tables: ReturnType<typeof anyTable>,
	{table, field, owner, key, columns}: ListTable,
	id: string,
	old: Row | undefined,
	record: Row,
): Promise<void> {
	if (old?.[field] === record[field]) return;
	const rowsOf = (source: Row | undefined) => {
		const items = (source?.[field] ?? []) as Row[]; // by its type
		return items.map((item, position): Row => ({...rowOf(columns, item), [owner]: id, position}));
	};
	const keyColumn = columnOf(key);
	const byKey = (list: Row[]) => new Map(list.map(row => [row[keyColumn], row]));
	const [before, after] = [byKey(rowsOf(old)), byKey(rowsOf(record))];
	const removed = [...before.keys()].filter(name => !after.has(name));
	if (removed.length > 0)
		await tables.deleteFrom(table).where(owner, '=', id).where(keyColumn, 'in', removed).execute();
	for (const [name, row] of after) {
		if (deepEqual(before.get(name), row)) continue;
		await tables
			.insertInto(table)
			.values(row)
			.onConflict(conflict => conflict.columns([owner, keyColumn]).doUpdateSet(row))
			.execute();
	}
}
