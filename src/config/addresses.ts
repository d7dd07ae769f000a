import {UsageError} from '../lib/errors.ts';
import {addressMessages} from '../messages/config.ts';

/** The base URL without a trailing slash. `from` names its origin in errors. */
export function checkedBaseUrl(given: string, from: string): string {
	const url = checkedUrl(given, from, ['https:', 'http:'], 'https://api.example.net');
	if (url.search !== '' || url.hash !== '') {
		throw new UsageError(addressMessages.hasQuery(from));
	}
	return url.href.replace(/\/+$/, '');
}

/** The URL of the feed, or `off`. */
export function checkedFeedUrl(given: string, from: string): string {
	if (given === 'off') return given;
	return checkedUrl(given, from, ['wss:', 'ws:'], 'wss://api.example.net/websocket').href;
}

function checkedUrl(given: string, from: string, protocols: string[], example: string): URL {
	if (!URL.canParse(given)) {
		throw new UsageError(addressMessages.noUrl(from, example));
	}
	const url = new URL(given);
	// Not quoted: an invalid URL may contain a password.
	if (url.username !== '' || url.password !== '') {
		throw new UsageError(addressMessages.hasPassword(from));
	}
	if (!protocols.includes(url.protocol) || url.hostname === '') {
		const schemes = protocols.map(protocol => `${protocol}//`);
		throw new UsageError(addressMessages.wrongScheme(from, schemes, example));
	}
	return url;
}
