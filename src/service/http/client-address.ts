import {BlockList, isIP, isIPv4, isIPv6} from 'node:net';
import type {IncomingHttpHeaders} from 'node:http';

/** Returns an IPv4 address as it is, and the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
	const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
	if (!isIPv6(plain)) return plain;
	const [start = '', end] = plain.split('%', 1)[0]?.split('::') ?? [];
	const first = start === '' ? [] : start.split(':');
	const last = end === undefined || end === '' ? [] : end.split(':');
	const zeros = Array.from({length: Math.max(0, 8 - first.length - last.length)}, () => '0');
	return [...first, ...(end === undefined ? [] : zeros), ...last].slice(0, 4).join(':');
}

/** True for an address of this machine that no other machine can reach. */
export function isLoopbackAddress(address: string): boolean {
	const plain = networkOf(address);
	return address === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

type Connected = {headers: IncomingHttpHeaders; socket: {remoteAddress?: string | undefined}};

/** Returns the address of the client behind a request. */
export type ClientAddress = (request: Connected) => string | undefined;

/** Returns the address of the connection, for a port without proxies. */
export const connectedAddress: ClientAddress = ({socket}) => socket.remoteAddress;

/**
Creates a reader of client addresses. `X-Forwarded-For` counts only in requests from one of `proxies`: an address each, or
a network such as `10.0.0.0/8`. Each proxy appends the address that it sees, so the last one that is not a proxy is the
client; anything before it may be made up. Returns undefined if one of `proxies` is neither.
*/
export function createClientAddress(proxies: readonly string[]): ClientAddress | undefined {
	const trusted = new BlockList();
	for (const proxy of proxies) if (!addTo(trusted, proxy)) return undefined;
	const isProxy = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
	return ({socket, headers}) => {
		const {remoteAddress} = socket;
		if (proxies.length === 0 || remoteAddress === undefined || !isProxy(remoteAddress)) return remoteAddress;
		const header = headers['x-forwarded-for'] ?? '';
		const hops = (Array.isArray(header) ? header.join(',') : header)
			.split(',')
			.map(hop => addressIn(hop.trim()));
		let client = remoteAddress;
		for (const hop of hops.reverse()) {
			if (isIP(hop) === 0) break;
			client = hop;
			if (!isProxy(hop)) break;
		}
		return client;
	};
}

/** Some proxies append the port, as in `10.0.0.1:5000` and `[::1]:5000`. */
const addressIn = (hop: string): string =>
	/^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;

function addTo(list: BlockList, proxy: string): boolean {
	const [address = '', bits, ...rest] = proxy.split('/');
	const version = isIP(address);
	if (version === 0 || rest.length > 0) return false;
	const family = version === 6 ? 'ipv6' : 'ipv4';
	const most = version === 6 ? 128 : 32;
	if (bits === undefined) list.addAddress(address, family);
	else if (/^\d{1,3}$/.test(bits) && Number(bits) <= most) list.addSubnet(address, Number(bits), family);
	else return false;
	return true;
}
