import type {Socket} from 'node:net';
import type {TLSSocket} from 'node:tls';
import {buildConnector, Client} from 'undici';
import {gameConsoleMessages, httpConsoleMessages} from '../../../messages/service-servers.ts';
import {ConsoleError} from '../console-error.ts';

type Address = {host: string; port: number; scheme: 'http' | 'https'; timeoutMs: number};

const maxAnswerBytes = 16 * 1024 * 1024;
/** Checked by a method: the class would load TLS with the program. */
const isEncrypted = (socket: Socket): socket is TLSSocket => 'getPeerCertificate' in socket;

/**
Creates the client of one address. `fingerprint`: the SHA-256 of the only certificate that is accepted, in hexadecimal
with or without colons; the usual checks apply without it. Failures to connect are `ConsoleError` `refused`: nothing was
sent, in particular no password.
*/
export function createClient({host, port, scheme, timeoutMs}: Address, fingerprint?: string): Client {
	const pinned = fingerprint && plain(fingerprint);
	// Only the socket shows whether the certificate is trusted. A resumed session has no certificate to check.
	const connect = buildConnector({timeout: timeoutMs, rejectUnauthorized: false, maxCachedSessions: 0});
	const refusal = (socket: TLSSocket): ConsoleError | undefined => {
		const found = socket.getPeerCertificate().fingerprint256 ?? '';
		if (pinned === undefined) {
			if (socket.authorized) return undefined;
			const message = httpConsoleMessages.untrustedCertificate(host, port);
			return new ConsoleError('refused', message, {certificate: found});
		}
		if (plain(found) === pinned) return undefined;
		return new ConsoleError('refused', httpConsoleMessages.otherCertificate(host, port, found));
	};
	return new Client(originOf({host, port, scheme}), {
		maxResponseSize: maxAnswerBytes,
		headersTimeout: 0,
		bodyTimeout: 0,
		connect: (options, callback) =>
			connect(options, (...[error, socket]) => {
				if (error) {
					const cause = new Error(error.message);
					callback(new ConsoleError('refused', gameConsoleMessages.notListening(host, port), {cause}), null);
					return;
				}
				const refused = socket && isEncrypted(socket) ? refusal(socket) : undefined;
				if (refused) {
					socket.destroy();
					callback(refused, null);
				} else callback(null, socket);
			}),
	});
}

const plain = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase();

function originOf({host, port, scheme}: Omit<Address, 'timeoutMs'>): URL {
	try {
		return new URL(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`);
	} catch (cause) {
		throw new ConsoleError('refused', httpConsoleMessages.invalidAddress, {cause});
	}
}
