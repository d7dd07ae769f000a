import {UsageError} from '../lib/usage-error.ts';

/** The base URL as it is used: without a slash at its end. `from` says in errors where it was given. */
export function checkedBaseUrl(given: string, from: string): string {
	const url = checkedUrl(given, from, ['https:', 'http:'], 'https://api.example.net');
	if (url.search !== '' || url.hash !== '') {
		throw new UsageError(`The URL in ${from} has a query or a fragment: give only the base address.`);
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
		throw new UsageError(`${from} is no URL: it should look like ${example}.`);
	}
	const url = new URL(given);
	// What is wrong here may hold a password: it is not repeated.
	if (url.username !== '' || url.password !== '') {
		throw new UsageError(
			`The URL in ${from} has a user or a password in it: take them out, and set RCONDECK_TOKEN instead.`,
		);
	}
	if (!protocols.includes(url.protocol) || url.hostname === '') {
		const schemes = protocols.map(protocol => `${protocol}//`).join(' or ');
		throw new UsageError(
			`The URL in ${from} does not begin with ${schemes}: it should look like ${example}.`,
		);
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
	return `Credentials and commands travel to ${hostname} unencrypted: use ${better} where the service has it.`;
}

function isLoopback(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127\.\d+\.\d+\.\d+$/.test(hostname)
	);
}
