import type {IncomingMessage} from 'node:http';
import {isIPv4} from 'node:net';
import {Refusal} from './refusal.ts';

export type Gate = (request: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'url'>) => Refusal | undefined;

/**
Creates a check that keeps web pages away from a port. A page can make its own name resolve to this machine (DNS
rebinding), so a loopback port answers only under loopback names and `names`. A page can also send cross-origin
requests, so a request that a browser sends from another origin is refused. Clients other than browsers send no Origin.
A port without TLS also accepts its own origin with https, because a proxy may add TLS. A request with two hosts is
refused, because a proxy may have checked the other one. (RFC 9112, 3.2)
*/
export function createGate(boundTo: string, names: readonly string[], isSecure = false): Gate {
	const isLocal = isLoopbackName(boundTo);
	const known = new Set(names.map(name => name.toLowerCase()));
	return ({headers, rawHeaders, url = ''}) => {
		const host = hostOf(`http://${headers.host ?? ''}`);
		const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
		if (
			host === undefined ||
			hosts.length > 1 ||
			!isForHost(url, host) ||
			(isLocal && !isLoopbackName(host.name) && !known.has(host.name))
		)
			return new Refusal('general.host_not_allowed');
		const {origin} = headers;
		const site = headers['sec-fetch-site'];
		if (
			site === 'cross-site' ||
			site === 'same-site' ||
			(origin !== undefined && !isSame(origin, headers.host ?? '', isSecure))
		)
			return new Refusal('general.origin_not_allowed');
		return undefined;
	};
}

/** Returns false for a target that names another host than the header. (RFC 9112, 3.2.2) */
function isForHost(target: string, {name, port}: Host): boolean {
	if (target.startsWith('/') || !URL.canParse(target)) return true;
	const url = new URL(target);
	return url.hostname === name && url.port === port;
}

type Host = {name: string; port: string};

/** Returns the host of an origin, or undefined if the text is not one: a scheme, a host and an optional port. */
function hostOf(text: string): Host | undefined {
	if (!/^https?:\/\/[^/?#\\@\s]+$/i.test(text) || !URL.canParse(text)) return undefined;
	const {hostname, port} = new URL(text);
	return {name: hostname, port};
}

/** Returns true if a page comes from the host, with or without the port that its scheme implies. */
function isSame(origin: string, host: string, isSecure: boolean): boolean {
	const scheme = /^https:/i.test(origin) ? 'https' : 'http';
	if (isSecure && scheme === 'http') return false;
	const [from, to] = [hostOf(origin), hostOf(`${scheme}://${host}`)];
	return from !== undefined && from.name === to?.name && from.port === to.port;
}

export function isLoopbackName(name: string): boolean {
	return (
		name === 'localhost' || name === '::1' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'))
	);
}
