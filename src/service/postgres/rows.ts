import {columnOf, type Columns} from './columns.ts';

export type Row = Record<string, unknown>;

/** Returns the row of a record. Every column has a value, so that an update also unsets fields. */
export function rowOf(columns: Columns, record: object): Row {
	const rest = new Map(Object.entries(record));
	const row = Object.entries(columns).map(([field, encoding]) => {
		const value: unknown = rest.get(field);
		rest.delete(field);
		return [columnOf(field), value === undefined ? null : encoded(value, encoding.startsWith('json'))];
	});
	const more = Object.fromEntries([...rest].filter(([, value]) => value !== undefined));
	return {...Object.fromEntries(row), more: jsonOf(more)};
}

/** Returns the record of a row. Columns that a later version has added are left out. */
export function recordOf(columns: Columns, row: Row): Row {
	const fields = Object.entries(columns).flatMap(([field, encoding]) => {
		const value = row[columnOf(field)];
		return value === null && !encoding.endsWith('null') ? [] : [[field, value]];
	});
	// Written by `rowOf`.
	return Object.assign(Object.fromEntries(fields), row['more']);
}

function encoded(value: unknown, isJson: boolean): unknown {
	if (isJson) return jsonOf(value);
	if (Array.isArray(value)) return value.map(each => (typeof each === 'string' ? storable(each) : each));
	return typeof value === 'string' ? storable(value) : value;
}

/** PostgreSQL stores neither NUL nor halves of surrogate pairs, which games may send. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

function jsonOf(value: unknown): string {
	const json = JSON.stringify(value);
	// JSON contains both only as escapes; few texts contain any.
	return /\\u(?:0000|d[89a-f])/i.test(json) ? JSON.stringify(value, withStorableTexts) : json;
}

function withStorableTexts(_key: string, value: unknown): unknown {
	if (typeof value === 'string') return storable(value);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [storable(name), each]));
}
