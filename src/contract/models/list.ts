import * as z from 'zod';
import {
	type Fields,
	flagOf,
	idOf,
	isFields,
	numberOf,
	type RecordNames,
	textOf,
	valueNamed,
} from '../wire-values.ts';
import {plural} from '../../lib/text/plural.ts';
import {field, namesIn} from '../record.ts';
import {reasonOf} from '../reasons.ts';

/** An unreadable record of a list with the reason. It is shown beside the valid records. */
export type Unreadable = {
	index: number;
	id: string | undefined;
	name: string | undefined;
	reason: string;
	/** The record has the id of an earlier record of the list. The earlier one is shown. */
	isRepeat?: true;
	/** Not a record: the list lacks others, for this reason. */
	isMissing?: true;
};
/** No two items have the same id. */
export type Listed<Item> = {items: Item[]; unreadable: Unreadable[]};

/** Names under which envelopes hold a list. The specification does not show all of them. */
const listNames = [
	'content',
	'items',
	'data',
	'results',
	'result',
	'records',
	'list',
	'payload',
	'servers',
	'gameServers',
	'nodes',
	'automations',
	'runs',
	'automationRuns',
	'tasks',
	'nodeTasks',
	'members',
	'notifications',
	'actions',
	'applicationUsers',
	'users',
	'applications',
	'backups',
	'commands',
	'rows',
	'entries',
	'values',
	'elements',
	'objects',
];

const maxWrappers = 3;
/** Maximum number of records that are read from a list. */
export const maxRecords = 200_000;

/** HAL puts lists under this name, each with a name of its own. */
const embedded = '_embedded';

/**
Returns the records of a list, bare or wrapped, or undefined if the value is not a list. With the `names` of
the fields of a record, an object of records by id is one, too.
*/
export function recordsIn(value: unknown, names?: RecordNames): readonly unknown[] | undefined {
	const records = (find(value, maxWrappers) ?? (names && findById(value, maxWrappers, names)))?.records;
	return records && records.length > maxRecords ? records.slice(0, maxRecords) : records;
}

type Found = {records: readonly unknown[]; envelope: Fields};

function find(value: unknown, depth: number, envelope: Fields = {}): Found | undefined {
	if (Array.isArray(value)) return {records: value, envelope};
	if (!isFields(value) || depth === 0) return undefined;
	for (const name of listNames) {
		const found = find(valueNamed(value, name), depth - 1, value);
		if (found) return found;
	}
	return isFields(value[embedded]) ? findEmbedded(value[embedded], value) : undefined;
}

function findEmbedded(value: Fields, envelope: Fields): Found | undefined {
	const [records, ...others] = Object.values(value).filter(Array.isArray);
	return records && others.length === 0 ? {records, envelope} : undefined;
}

/** The other fields of an envelope. */
const noIds: ReadonlySet<string> = new Set([
	'error',
	'errors',
	'meta',
	'links',
	'_links',
	'page',
	'pagination',
]);

/** An object is one of records by id only if each of its values has a field of such a record. */
function findById(value: unknown, depth: number, known: RecordNames): Found | undefined {
	if (!isFields(value) || depth === 0) return undefined;
	for (const name of listNames) {
		const found = findById(valueNamed(value, name), depth - 1, known);
		if (found) return found;
	}
	const isRecord = (record: unknown) =>
		isFields(record) && Object.keys(known.withUsualNames(record)).some(name => known.names.includes(name));
	const entries = Object.entries(value);
	if (entries.length === 0 || !entries.every(([id, record]) => !noIds.has(id) && isRecord(record)))
		return undefined;
	return {records: entries.map(([id, record]) => ({id, ...(record as Fields)})), envelope: {}};
}

type PageNumbers = {page: number; size: number; totalElements: number; totalPages: number};

/**
Returns the page numbers, which are beside the records or in a `page` object. Missing numbers are derived from the
others. (Specification: Page<T>)
*/
function pageNumbers(value: unknown): PageNumbers {
	const {records, said, isLast} = pageIn(value) ?? noPage;
	const {page = 0, size = records.length, totalElements} = said;
	const known = totalElements ?? records.length;
	const counted = size > 0 ? Math.ceil(known / size) : 0;
	const totalPages = said.totalPages ?? (isLast || totalElements !== undefined ? counted : page + 2);
	return {page, size, totalElements: known, totalPages};
}

/** The records of an envelope, and its facts about other pages. */
type PageIn = {records: readonly unknown[]; said: SaidNumbers; isLast: boolean};
type SaidNumbers = {[Name in keyof PageNumbers]: number | undefined};

const noNumbers = {page: undefined, size: undefined, totalElements: undefined, totalPages: undefined};
const noPage: PageIn = {records: [], said: noNumbers, isLast: true};

/** Returns undefined if the value is not a list. A bare list is the last page. */
export function pageIn(value: unknown): PageIn | undefined {
	const found = find(value, maxWrappers);
	if (!found) return undefined;
	const {records, envelope} = found;
	const inner = isFields(envelope['page']) ? envelope['page'] : {};
	const numberAt = (name: string) =>
		wholeNumber(valueNamed(envelope, name)) ?? wholeNumber(valueNamed(inner, name));
	const said = {
		page: numberAt('page') ?? numberAt('number'),
		size: numberAt('size'),
		totalElements: numberAt('totalElements'),
		totalPages: numberAt('totalPages'),
	};
	return {
		records,
		said,
		isLast: flagOf(envelope['last']) ?? flagOf(inner['last']) ?? isLastByNumbers(said, records.length),
	};
}

function isLastByNumbers({page = 0, size, totalElements, totalPages}: SaidNumbers, count: number) {
	if (totalPages !== undefined) return page + 1 >= totalPages;
	return totalElements === undefined || page * (size ?? count) + count >= totalElements;
}

function wholeNumber(value: unknown): number | undefined {
	const number = numberOf(value);
	return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A page of a list. Page numbers start at zero. (Specification: Page<T>, Pagination) */
export type Page<Item> = Listed<Item> & PageNumbers & {first: boolean; last: boolean};

function pageAround<Item>(value: unknown, list: Listed<Item>): Page<Item> {
	const numbers = pageNumbers(value);
	const {page, totalPages} = numbers;
	return {...list, ...numbers, first: page === 0, last: page + 1 >= totalPages};
}

/** Returns a problem if a list has more records than are read. */
function excessOf(value: unknown, count: number): Unreadable[] {
	return excess(find(value, maxWrappers)?.records.length ?? count, count);
}

/** Returns a problem if more records were sent than are read. */
function excess(sent: number, count: number): Unreadable[] {
	return sent > count ? [missing(count, `only the first ${count} of ${sent} records are read`)] : [];
}

/** Returns a problem if a list that should be complete is one page of several or has too many records. */
export function missingFrom(value: unknown, count: number): Unreadable[] {
	const tooMany = excessOf(value, count);
	if (tooMany.length > 0 || Array.isArray(value)) return tooMany;
	const {totalElements, totalPages} = pageNumbers(value);
	if (totalElements <= count && totalPages <= 1) return [];
	return [
		missing(count, `the service sent ${count} of ${Math.max(totalElements, count + 1)} records or more`),
	];
}

/** Reports that a list lacks records after the first `count`. */
export const missing = (count: number, reason: string): Unreadable => ({
	index: count,
	id: undefined,
	name: undefined,
	reason,
	isMissing: true,
});

/** Returns the schema of a list of records, bare or wrapped. An invalid record never hides the others. */
export function listOf<Schema extends z.ZodType>(item: Schema) {
	const names = namesIn(item);
	return z
		.custom<z.input<Schema>[]>(value => recordsIn(value, names) !== undefined, 'expected a list')
		.transform((value: unknown) => {
			const records = recordsIn(value, names) ?? [];
			return readList(item, records, missingFrom(value, records.length));
		});
}

type FlatEnvelope<Record> = {
	content: Record[];
	page: number;
	size: number;
	totalElements: number;
	totalPages: number;
	first: boolean;
	last: boolean;
	numberOfElements: number;
	empty: boolean;
};

/** Returns the schema of a page: a flat envelope, one with a `page` object, or a bare list. (Specification: Page<T>) */
export function pageOf<Schema extends z.ZodType>(item: Schema) {
	return z
		.custom<FlatEnvelope<z.input<Schema>>>(value => recordsIn(value) !== undefined, 'expected a page')
		.transform((value: unknown): Page<z.output<Schema>> => {
			const records = recordsIn(value) ?? [];
			return pageAround(value, readList(item, records, excessOf(value, records.length)));
		});
}

/** Returns the schema of a list in a record. Unreadable records are left out. */
export function listIn<Schema extends z.ZodType>(item: Schema) {
	const names = namesIn(item);
	return field<z.input<Schema>[], z.output<Schema>[]>(value =>
		(recordsIn(value, names) ?? []).flatMap(sent => {
			const {success, data} = item.safeParse(sent);
			return success ? [data] : [];
		}),
	);
}

/** After this many unreadable records, the others are skipped, because their errors take seconds to create. */
const maxUnreadable = 1000;

export function readList<Schema extends z.ZodType>(
	schema: Schema,
	records: readonly unknown[],
	missing: readonly Unreadable[] = [],
): Listed<z.output<Schema>> {
	const items: z.output<Schema>[] = [];
	const unreadable: Unreadable[] = [];
	const ids = new Set<string>();
	let failed = 0;
	for (const [index, record] of records.entries()) {
		if (failed === maxUnreadable) {
			unreadable.push(skippedRecords(index, records.length));
			break;
		}
		const {success, data, error} = schema.safeParse(record);
		const id = isFields(data) ? idOf(data['id']) : undefined;
		if (!success) {
			failed++;
			unreadable.push({index, ...namesOf(record), reason: reasonOf(error)});
		} else if (id !== undefined && ids.has(id)) {
			const reason = 'its id is listed more than once, the first record is shown';
			unreadable.push({index, ...namesOf(data), reason, isRepeat: true});
		} else {
			if (id !== undefined) ids.add(id);
			items.push(data);
		}
	}
	return {items, unreadable: [...unreadable, ...missing]};
}

function skippedRecords(from: number, count: number): Unreadable {
	const reason = `${plural(count - from, 'more record')} skipped, because too many are unreadable`;
	return {index: count - 1, id: undefined, name: undefined, reason};
}

function namesOf(record: unknown): {id: string | undefined; name: string | undefined} {
	if (!isFields(record)) return {id: undefined, name: undefined};
	return {id: idOf(record['id']), name: textOf(record['displayName']) ?? textOf(record['name'])};
}
