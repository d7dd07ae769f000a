import {isIPv4, isIPv6} from 'node:net';

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
