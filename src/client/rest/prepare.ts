import type {ByName} from '../../lib/json/maps.ts';
import {randomUUID} from 'node:crypto';
import type {Endpoint} from '../../contract/endpoint.ts';
import {ApiError} from '../../contract/errors.ts';
import {InputProblem, type PlainRequest, requestOfFields} from '../../contract/request.ts';
import {fieldMessages} from '../../messages/dialogs.ts';
import type {WireRequest} from './wire.ts';

export type Fields = Record<string, unknown>;

/** The endpoint's name in errors and logs, without ids. */
export const nameOf = (row: Endpoint): string => `${row.method} ${row.path}`;

/** Builds the request of an endpoint; rejects invalid input before anything is sent. */
export function prepare(row: Endpoint, path: string, input: Fields, base: URL): WireRequest {
	const plain = plainRequest(row, path, input);
	const url = urlOf(base, plain.path);
	const accept = row.response === 'bytes' ? '*/*' : row.response === 'text' ? 'text/plain, */*;q=0.5' : json;
	return {method: row.method, url, ...bodyOf(row, input, plain.body, {Accept: accept})};
}

function plainRequest(row: Endpoint, path: string, input: Fields): PlainRequest {
	try {
		return requestOfFields(row, input, path);
	} catch (cause) {
		if (!(cause instanceof InputProblem)) throw cause;
		throw new ApiError(fieldMessages.notSent(cause.field, cause.reason), {
			reason: 'blocked',
			request: nameOf(row),
			cause,
		});
	}
}

const json = 'application/json';

/** The URL of a path below the base URL. */
export function urlOf(base: URL, path: string): URL {
	// Joined as text: a path that starts with two slashes must not become another host.
	return new URL(base.origin + base.pathname.replace(/\/+$/, '') + path);
}

function bodyOf(
	row: Endpoint,
	input: Fields,
	content: unknown,
	headers: ByName<string>,
): Pick<WireRequest, 'headers' | 'body'> {
	if (row.upload !== undefined) return multipart(row.upload, input, headers);
	if (content === undefined) return {headers, body: undefined};
	return {headers: {...headers, 'Content-Type': json}, body: JSON.stringify(content)};
}

/** Builds a multipart body. (RFC 7578; file names are escaped as browsers do) */
function multipart(
	part: string,
	input: Fields,
	headers: ByName<string>,
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
