import {UsageError} from '../lib/usage-error.ts';
import {addressMessages} from '../messages/configuration.ts';

/** The base URL as it is used: without a slash at its end. `from` says in errors where it was given. */
export function checkedBaseUrl(given: string, from: string): string {
	const url = checkedUrl(given, from, ['https:', 'http:'], 'https://api.example.net');
	if (url.search !== '' || url.hash !== '') {
		throw new UsageError(addressMessages.hasQuery(from));
	}
	return url.href.replace(/\/+$/, '');
}

/** The address of the feed, or `off`. */
export function checkedFeedUrl(given: string, from: string): string {
	if (given === 'off') return given;
	return checkedUrl(given, from, ['wss:', 'ws:'], 'wss://api.example.net/websocket').href;
}

function checkedUrl(given: string, from: string, protocols: string[], example: string): URL {
	if (!URL.canParse(given)) {
		throw new UsageError(addressMessages.noUrl(from, example));
	}
	const url = new URL(given);
	// What is wrong here may hold a password: it is not repeated.
	if (url.username !== '' || url.password !== '') {
		throw new UsageError(addressMessages.hasPassword(from));
	}
	if (!protocols.includes(url.protocol) || url.hostname === '') {
		const schemes = protocols.map(protocol => `${protocol}//`);
		throw new UsageError(addressMessages.wrongScheme(from, schemes, example));
	}
	return url;
}

/** A sentence where secrets would travel in the clear. */
export function plainTextWarning(address: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const {protocol, hostname} = new URL(address);
	const isPlain = protocol === 'http:' || protocol === 'ws:';
	if (!isPlain || isLoopback(hostname)) return undefined;
	const better = protocol === 'http:' ? 'https://' : 'wss://';
	return addressMessages.unencrypted(hostname, better);
}

function isLoopback(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127\.\d+\.\d+\.\d+$/.test(hostname)
	);
}
