import {flagOf, isFields, numberOf, type Fields} from '../wire-values.ts';
import type {Listed, Unreadable} from './listed.ts';

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
];

const maxWrappers = 3;
/** Maximum number of records that are read from a list. */
export const maxRecords = 200_000;

/** Returns the records of a list, bare or wrapped, or undefined if the value is not a list. */
export function recordsIn(value: unknown): readonly unknown[] | undefined {
	const records = find(value, maxWrappers)?.records;
	return records && records.length > maxRecords ? records.slice(0, maxRecords) : records;
}

type Found = {records: readonly unknown[]; envelope: Fields};

function find(value: unknown, depth: number, envelope: Fields = {}): Found | undefined {
	if (Array.isArray(value)) return {records: value, envelope};
	if (!isFields(value) || depth === 0) return undefined;
	for (const name of listNames) {
		const found = Object.hasOwn(value, name) ? find(value[name], depth - 1, value) : undefined;
		if (found) return found;
	}
	return undefined;
}

type PageNumbers = {page: number; size: number; totalElements: number; totalPages: number};

/**
Returns the page numbers, which are beside the records or in a `page` object. Missing numbers are derived from the
others. (Specification: Page<T>)
*/
function pageNumbers(value: unknown): PageNumbers {
	const {records, envelope} = find(value, maxWrappers) ?? {records: [], envelope: {}};
	const inner = isFields(envelope['page']) ? envelope['page'] : {};
	const numberAt = (name: string) => wholeNumber(envelope[name]) ?? wholeNumber(inner[name]);
	const page = numberAt('page') ?? numberAt('number') ?? 0;
	const size = numberAt('size') ?? records.length;
	const totalElements = numberAt('totalElements');
	const isLast = flagOf(envelope['last']) ?? flagOf(inner['last']) ?? true;
	const known = totalElements ?? records.length;
	const counted = size > 0 ? Math.ceil(known / size) : 0;
	const totalPages = numberAt('totalPages') ?? (isLast || totalElements !== undefined ? counted : page + 2);
	return {page, size, totalElements: known, totalPages};
}

function wholeNumber(value: unknown): number | undefined {
	const number = numberOf(value);
	return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A page of a list. Page numbers start at zero. (Specification: Page<T>, Pagination) */
export type Page<Item> = Listed<Item> & PageNumbers & {first: boolean; last: boolean};

export function pageAround<Item>(value: unknown, list: Listed<Item>): Page<Item> {
	const numbers = pageNumbers(value);
	const {page, totalPages} = numbers;
	return {...list, ...numbers, first: page === 0, last: page + 1 >= totalPages};
}

/** Returns a problem if a list has more records than are read. */
export function excessOf(value: unknown, count: number): Unreadable[] {
	return excess(find(value, maxWrappers)?.records.length ?? count, count);
}

/** Returns a problem if more records were sent than are read. */
export function excess(sent: number, count: number): Unreadable[] {
	const reason = `only the first ${count} of ${sent} records are read`;
	return sent > count ? [{index: count, id: undefined, name: undefined, reason}] : [];
}

/** Returns a problem if a list that should be complete is one page of several or has too many records. */
export function missingFrom(value: unknown, count: number): Unreadable[] {
	const tooMany = excessOf(value, count);
	if (tooMany.length > 0 || Array.isArray(value)) return tooMany;
	const {totalElements, totalPages} = pageNumbers(value);
	if (totalElements <= count && totalPages <= 1) return [];
	const reason = `the service sent ${count} of ${Math.max(totalElements, count + 1)} records or more`;
	return [{index: count, id: undefined, name: undefined, reason}];
}
