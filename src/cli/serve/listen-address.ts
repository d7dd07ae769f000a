import {isIP} from 'node:net';
import {servePortMessages} from '../../messages/cli-serve-port.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {isLoopbackAddress} from '../../service/network-of.ts';
import {wholeNumber} from '../service-folder.ts';

/** Where to listen. `port` is undefined if the address names none. */
export type ListenAddress = {host: string; port: number | undefined};

/** Reads `127.0.0.1`, `0.0.0.0:8440`, `[::1]:8440` or `localhost:8440`. Throws `UsageError`. */
export function readListenAddress(text: string): ListenAddress {
	if (isIP(text) === 6) return {host: text, port: undefined};
	const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
	const host = bracketed ?? (plain === 'localhost' ? '127.0.0.1' : plain);
	const isAddress = bracketed === undefined ? isIP(host) === 4 : isIP(host) === 6;
	if (!isAddress) throw new UsageError(servePortMessages.wrongAddress(text));
	return {host, port: port === undefined ? undefined : wholeNumber(port, '--listen', 0, 65_535)};
}

/** Returns true if only this machine can reach the address. */
export const isLoopbackOnly = ({host}: ListenAddress): boolean => isLoopbackAddress(host);

/** Returns true for a wildcard address. */
export const isEveryAddress = ({host}: ListenAddress): boolean => host === '0.0.0.0' || /^[0:]+$/.test(host);
