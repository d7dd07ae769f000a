import type {ByName} from '../../lib/json/maps.ts';
import {type IncomingMessage, STATUS_CODES} from 'node:http';
import type {Duplex} from 'node:stream';
import type {HeaderOf} from '../access/accounts.ts';
import {type Refusal, wireOf} from './refusal.ts';

/** A whole answer without streams. */
export type PlainAnswer = {status: number; headers: ByName<string>; body: string};

/** Returns a refusal that closes the connection. */
export function closeAfter(refusal: Refusal): PlainAnswer {
	const {status, headers, body} = wireOf(refusal);
	const length = String(Buffer.byteLength(body));
	return {status, headers: {...headers, 'Content-Length': length, Connection: 'close'}, body};
}

/** Refuses a handshake. */
export function refuse(socket: Duplex, refusal: Refusal): void {
	const {status, headers, body} = closeAfter(refusal);
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

export function headerOf({headers}: IncomingMessage): HeaderOf {
	return name => {
		const value = headers[name];
		return Array.isArray(value) ? value[0] : value;
	};
}

/**
Returns the path and query of a request target, or `/`, an unused path, if it has none, or one that not everybody reads in
the same way: a proxy may allow `/healthz/../team/my` or `/team\my`.
*/
export function targetOf(target = ''): string {
	const text = target.startsWith('/') ? `http://localhost${target}` : target;
	if (!/^https?:/i.test(text) || !URL.canParse(text)) return '/';
	if (/^[^?#]*(?:\\|\/(?:\.|%2e){1,2}(?:[/?#]|$))/i.test(text)) return '/';
	const {pathname, search} = new URL(text);
	return pathname + search;
}
