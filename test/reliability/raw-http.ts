import {STATUS_CODES} from 'node:http';
import type {Socket} from 'node:net';

/** A request as its bytes arrived. Header names are in lower case. */
export type RawRequest = {
	method: string;
	/** With the query. */
	path: string;
	headers: Record<string, string>;
	/** The request line and the headers, for a connection that is passed on. */
	head: Buffer;
	body: Buffer;
};
export type RawAnswer = {status: number; headers: Record<string, string>; body: Buffer};

const headEnd = '\r\n\r\n';

/** Removes one whole request from the front of `bytes`; undefined if more bytes are needed. Knows no chunked bodies. */
export function takeRequest(bytes: Buffer): {request: RawRequest; rest: Buffer} | undefined {
	const end = bytes.indexOf(headEnd);
	if (end < 0) return undefined;
	const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
	const [method = '', path = ''] = line.split(' ');
	const headers = Object.fromEntries(
		lines.map(each => {
			const colon = each.indexOf(':');
			return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
		}),
	);
	const start = end + headEnd.length;
	const until = start + Number(headers['content-length'] ?? 0);
	if (bytes.length < until) return undefined;
	const [head, body] = [bytes.subarray(0, start), bytes.subarray(start, until)];
	return {request: {method, path, headers, head, body}, rest: bytes.subarray(until)};
}

/** The status line and the headers of an answer, to be followed by a body. */
export function headOf(status: number, headers: Record<string, string>): string {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Odd'}`, ...lines].join('\r\n') + headEnd;
}

/** Writes a well-formed answer. `headers` may announce another length than the body's. */
export function writeAnswer(socket: Socket, {status, headers, body}: RawAnswer): void {
	const hasBody = status >= 200 && status !== 204 && status !== 304;
	socket.write(headOf(status, {...(hasBody && {'content-length': String(body.length)}), ...headers}));
	if (hasBody) socket.write(body);
}
