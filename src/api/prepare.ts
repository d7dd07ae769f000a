import {randomUUID} from 'node:crypto';
import type {Endpoint} from '../contract/endpoint.ts';
import {ApiError} from '../contract/errors.ts';
import {reasonOf} from '../contract/models/common.ts';
import type {WireRequest} from './wire.ts';

export type Fields = Record<string, unknown>;

/** How the row is named in errors and logs: never with ids. */
export const nameOf = (row: Endpoint): string => `${row.method} ${row.path}`;

/** Makes the request of a row; rejects what the contract does not allow before anything is sent. */
export function prepare(row: Endpoint, path: string, input: Fields, base: URL): WireRequest {
	const url = urlOf(base, filled(path, input, row) + queryOf(row, input));
	const accept = row.response === 'bytes' ? '*/*' : row.response === 'text' ? 'text/plain, */*;q=0.5' : json;
	return {method: row.method, url, ...bodyOf(row, input, {Accept: accept})};
}

const json = 'application/json';

/** The address of a path that is relative to the base URL, whose own path stays in front. */
export function urlOf(base: URL, path: string): URL {
	// Joined as text: a path that begins with two slashes must not become another host.
	return new URL(base.origin + base.pathname.replace(/\/+$/, '') + path);
}

function filled(path: string, input: Fields, row: Endpoint): string {
	return path.replace(/\{(\w+)\}/g, (_match, name: string) => {
		const value = input[name];
		// "." and ".." would be taken for steps in the path even when they are encoded.
		if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
			throw blocked(row, `the field ${name} is no id.`);
		}
		return encodeURIComponent(value.toWellFormed());
	});
}

function queryOf(row: Endpoint, input: Fields): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(checked(row, row.query ?? {}, input))) {
		query.append(name, String(value));
	}
	return query.size > 0 ? `?${query}` : '';
}

function bodyOf(
	row: Endpoint,
	input: Fields,
	headers: Record<string, string>,
): Pick<WireRequest, 'headers' | 'body'> {
	if (row.upload !== undefined) return multipart(row.upload, input, headers);
	const content = row.openBody
		? checked(row, {content: row.openBody}, input)['content']
		: row.body && checked(row, row.body, input);
	if (content === undefined) return {headers, body: undefined};
	return {headers: {...headers, 'Content-Type': json}, body: JSON.stringify(content)};
}

/** The fields of one shape, as they are sent; what is undefined is left out. */
function checked(row: Endpoint, shape: NonNullable<Endpoint['body']>, input: Fields): Fields {
	const fields: Fields = {};
	for (const [name, schema] of Object.entries(shape)) {
		const read = schema.safeParse(input[name]);
		if (!read.success) throw blocked(row, `the field ${name} is not right (${reasonOf(read.error)}).`);
		if (read.data !== undefined) fields[name] = read.data;
	}
	return fields;
}

const blocked = (row: Endpoint, why: string) =>
	new ApiError(`Not sent: ${why}`, {reason: 'blocked', request: nameOf(row)});

/** (RFC 7578; the escapes of the file name are those of browsers) */
function multipart(
	part: string,
	input: Fields,
	headers: Record<string, string>,
): Pick<WireRequest, 'headers' | 'body'> {
	const boundary = `rcondeck-${randomUUID()}`;
	const fileName = String(input['fileName'] ?? part).replace(/[\r\n"]/g, encodeURIComponent);
	const type = String(input['contentType'] ?? 'application/octet-stream').replace(/[\r\n]/g, '');
	const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
	const file = input['file'] instanceof Uint8Array ? input['file'] : new Uint8Array();
	return {
		headers: {...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}`},
		body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
	};
}
