import {isIPv6} from 'node:net';
import {UsageError} from '../../lib/usage-error.ts';
import {ownSettingsMessages as messages} from '../../messages/cli-own-servers.ts';

export type Address = {host: string; port: number};

/** A host of letters that can be part of a name or an address, without a scheme, a path or spaces. */
const hostPattern = /^[^\s/:@[\]?#]+$/;

/**
Reads `HOST:PORT`, `[IPV6]:PORT`, or either without a port, which is then the usual one. Throws `UsageError`. `option`:
for errors.
*/
export function readAddress(option: string, typed: string, usualPort: number | undefined): Address {
	const text = typed.trim();
	const bracketed = /^\[([^\]]*)\](?::(.*))?$/s.exec(text);
	const [host = '', port] = bracketed
		? [bracketed[1], bracketed[2]]
		: isIPv6(text)
			? [text]
			: (/^([^:]*)(?::(.*))?$/s.exec(text)?.slice(1) ?? []);
	const isHost = bracketed || isIPv6(host) ? isIPv6(host) : hostPattern.test(host);
	if (!isHost || /[:/]/.test(port ?? '')) throw new UsageError(messages.wrongAddress(option, typed));
	if (port !== undefined) return {host, port: readPort(option, typed, port)};
	if (usualPort !== undefined) return {host, port: usualPort};
	throw new UsageError(messages.portNeeded(option, typed, isIPv6(host) ? `[${host}]` : host));
}

function readPort(option: string, typed: string, port: string): number {
	const number = /^\d{1,5}$/.test(port) ? Number(port) : 0;
	if (number >= 1 && number <= 65_535) return number;
	throw new UsageError(messages.wrongPort(option, typed));
}
