import type {IncomingHttpHeaders} from 'node:http';
import {isIPv4} from 'node:net';
import {Refusal} from './refusal.ts';

export type Gate = (headers: IncomingHttpHeaders) => Refusal | undefined;

/**
Keeps web pages away from a port, whatever they know. A page can make its own name point to this machine (DNS
rebinding), so a loopback port answers only under loopback names and `names`. It can send requests across origins, so
a request that a browser sends for another origin is refused; clients that are no browser send no Origin.
*/
export function createGate(boundTo: string, names: readonly string[]): Gate {
	const isLocal = isLoopback(boundTo);
	const known = new Set(names.map(name => name.toLowerCase()));
	return headers => {
		const host = hostOf(`http://${headers.host ?? ''}`);
		if (host === undefined || (isLocal && !isLoopback(host.name) && !known.has(host.name)))
			return new Refusal('general.host_not_allowed');
		const {origin} = headers;
		const site = headers['sec-fetch-site'];
		if (site === 'cross-site' || site === 'same-site' || (origin !== undefined && !isSame(origin, host)))
			return new Refusal('general.origin_not_allowed');
		return undefined;
	};
}

type Host = {name: string; port: string};

/** Undefined where the text is not an origin: a scheme, a host and perhaps a port. */
function hostOf(text: string): Host | undefined {
	if (!/^https?:\/\/[^/?#\\@\s]+$/i.test(text) || !URL.canParse(text)) return undefined;
	const {hostname, port} = new URL(text);
	return {name: hostname, port};
}

function isSame(origin: string, {name, port}: Host): boolean {
	const from = hostOf(origin);
	return from !== undefined && from.name === name && from.port === port;
}

function isLoopback(name: string): boolean {
	return (
		name === 'localhost' || name === '::1' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'))
	);
}
