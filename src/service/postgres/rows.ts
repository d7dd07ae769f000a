import {Refusal} from '../http/refusal.ts';
import {budgets} from '../limits.ts';
import type {Condition, Rows} from '../records/open-repositories.ts';
import type {RecordsByKind} from '../records/records.ts';
import type {SharedKind} from '../records/tables.ts';
import type {TeamBudget} from '../records/team-budgets.ts';
import {type Unique, uniqueOf} from '../records/unique-records.ts';
import type {Query} from './database.ts';
import {isTaken} from './problems.ts';

/** What removes the oldest records of a kind, by a key: one of each key is enough. */
export type Trims = Map<string, (query: Query) => Promise<unknown>>;

/** What the rows of a transaction share. */
export type Session = {
	query: Query;
	/**
	What follows the commit: if the transaction itself read the oldest records, all transactions of a team would conflict
	with each other.
	*/
	trims: Trims;
	/** Called with the size of each record that is stored. */
	onPut: (kind: string, size: number) => void;
	budgetOf: (kind: SharedKind) => TeamBudget;
};

/** Opens the records of a kind within one transaction. */
export function openRows<Kind extends SharedKind>(
	kind: Kind,
	{query, trims, onPut, budgetOf}: Session,
): Rows<RecordsByKind[Kind]> {
	type Kept = RecordsByKind[Kind];
	// The rule of this kind.
	const unique = uniqueOf[kind] as Unique<Kept> | undefined;
	const {seen, find, getMany} = openReader<Kept>(kind, query);
	const put = async (record: Kept): Promise<Kept> => {
		const {id} = record;
		const size = sizeOf(record);
		if (size > budgets.record) throw new Refusal('general.payload_too_large');
		await query(
			`INSERT INTO ${kind} (id, json, size, unique_key) VALUES (?, ?, ?, ?) ON CONFLICT (id)
			DO UPDATE SET json = excluded.json, size = excluded.size, unique_key = excluded.unique_key`,
			[id, storableJson(record), size, unique?.keyOf(record) ?? null],
		).catch((error: unknown) => {
			throw unique && isTaken(error) ? unique.refuse(record) : error;
		});
		seen.set(id, record);
		onPut(kind, size);
		return record;
	};
	return {
		get: async id => (await getMany([id])).get(id),
		getMany,
		find,
		count: async ({sql, values = []}) =>
			Number((await query(`SELECT count(*) AS count FROM ${kind} WHERE ${sql}`, [...values]))[0]?.['count']),
		put,
		putInBudget: async record => {
			await checkRoom(query, kind, record, budgetOf(kind));
			return put(record);
		},
		change: async (id, fields) => {
			await query(`UPDATE ${kind} SET json = json || ?::jsonb WHERE id = ?`, [storableJson(fields), id]);
			seen.delete(id);
		},
		remove: async id => {
			await query(`DELETE FROM ${kind} WHERE id = ?`, [id]);
			seen.set(id, undefined);
		},
		dropOldest: async (teamId, limit, droppable = 'true', counted = droppable) => {
			const surplus = `SELECT greatest(count(*) - ?, 0) FROM ${kind} WHERE team_id = ? AND ${counted}`;
			const oldest = `SELECT place FROM ${kind} WHERE team_id = ? AND ${droppable} ORDER BY place LIMIT (${surplus})`;
			const dropIt = `DELETE FROM ${kind} WHERE place IN (${oldest})`;
			trims.set(`${kind} ${teamId} ${droppable}`, run => run(dropIt, [teamId, limit, teamId]));
		},
		drop: async (teamId, {sql, values = []}) => {
			const dropAll = `DELETE FROM ${kind} WHERE team_id = ? AND ${sql}`;
			trims.set(`${kind} ${teamId} ${sql}`, run => run(dropAll, [teamId, ...values]));
		},
	};
}

/** Opens what reads the records of a kind. */
function openReader<Kept extends {id: string}>(kind: SharedKind, query: Query) {
	/** What the transaction has read, by id. Undefined: there is none. */
	const seen = new Map<string, Kept | undefined>();
	const find = async ({sql, values = [], listed, belongs}: Condition<Kept>): Promise<readonly Kept[]> => {
		const isListed = listed ? ` AND json -> '${listed.in}' @> ?::jsonb` : '';
		const more = listed ? [JSON.stringify([listed.item])] : [];
		const rows = await query(`SELECT json FROM ${kind} WHERE ${sql}${isListed} ORDER BY place`, [
			...values,
			...more,
		]);
		// Written by `put`.
		const records = rows.map(({json}) => json as Kept);
		for (const record of records) seen.set(record.id, record);
		return records.filter(belongs);
	};
	const getMany = async (ids: Iterable<string>): Promise<ReadonlyMap<string, Kept>> => {
		const wanted = [...new Set(ids)];
		const unknown = wanted.filter(id => !seen.has(id));
		for (const id of unknown) seen.set(id, undefined);
		if (unknown.length > 0)
			for (const {json} of await query(`SELECT json FROM ${kind} WHERE id = ANY(?)`, [unknown]))
				seen.set((json as Kept).id, json as Kept);
		return new Map(
			wanted.flatMap(id => {
				const record = seen.get(id);
				return record ? [[id, record] as const] : [];
			}),
		);
	};
	return {seen, find, getMany};
}

/** In bytes, as in SQLite. */
const sizeOf = (record: object): number => Buffer.byteLength(JSON.stringify(record));

/** Throws `Refusal` if the records of the team or of all have no room for it. */
async function checkRoom(
	query: Query,
	kind: SharedKind,
	record: {id: string; teamId?: string | undefined},
	budget: TeamBudget,
): Promise<void> {
	const {id, teamId = ''} = record;
	for (const {of, who, check} of budget(teamId, sizeOf(record))) {
		const [sum] = await query(`SELECT sum(size) AS size FROM ${kind} WHERE ${of} = ? AND id <> ?`, [who, id]);
		check(Number(sum?.['size']));
	}
}

/** PostgreSQL stores neither NUL nor halves of surrogate pairs, which games may send. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

export function storableJson(value: object): string {
	const json = JSON.stringify(value);
	// JSON contains both only as escapes; few texts contain any.
	return /\\u(?:0000|d[89a-f])/i.test(json) ? JSON.stringify(value, withStorableTexts) : json;
}

function withStorableTexts(_key: string, value: unknown): unknown {
	if (typeof value === 'string') return storable(value);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [storable(name), each]));
}
