/** Wildcard addresses, which listen on all interfaces; clients on this machine use the loopback address. */
const everywhere = new Set(['', '*', '0.0.0.0', '::', '[::]']);

/** Returns the host for a client; undefined if it cannot be a name or address. */
export function readHost(text: string): string | undefined {
	const host = text.trim();
	if (everywhere.has(host)) return '127.0.0.1';
	const bare = /^\[(.+)\]$/.exec(host)?.[1] ?? host;
	return /^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,252}$/u.test(bare) || /^[\da-f:.]{2,45}(%\w{1,20})?$/i.test(bare)
		? bare
		: undefined;
}

export function readPort(text: string): number | undefined {
	const digits = text.trim();
	const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
	return port >= 1 && port <= 65_535 ? port : undefined;
}

/** Splits `host:port`, `[address]:port`, `:port` or a host alone. */
export function splitAddress(text: string): {host: string; port: string | undefined} {
	const [, bracketed, after] = /^(\[[^\]]*\])(?::(.*))?$/s.exec(text.trim()) ?? [];
	if (bracketed !== undefined) return {host: bracketed, port: after};
	const parts = text.trim().split(':');
	const [host = '', port] = parts;
	// More colons than one: an IPv6 address without brackets.
	return parts.length > 2 ? {host: text, port: undefined} : {host, port};
}

/** Writes a host and port as they are typed. */
export const writeAddress = (host: string, port: number): string =>
	host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Returns the same text for all names of one host. All names of the loopback interface are one. */
export function hostKey(host: string): string {
	const lower = host.toLowerCase().replace(/\.$/, '');
	return /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(lower) ? 'localhost' : lower;
}
