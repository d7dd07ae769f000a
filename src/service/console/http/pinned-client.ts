import type {Socket} from 'node:net';
import type {TLSSocket} from 'node:tls';
import {buildConnector, Client} from 'undici';
import {gameConsoleMessages, httpConsoleMessages} from '../../../messages/service-servers.ts';
import {ConsoleError} from '../console-error.ts';

type Address = {host: string; port: number; scheme: 'http' | 'https'; timeoutMs: number};

const maxAnswerBytes = 16 * 1024 * 1024;
/** Checked by a method: the class would load TLS with the program. */
const isEncrypted = (socket: Socket): socket is TLSSocket => 'getPeerCertificate' in socket;
/** The codes of Node for certificates that no known authority signed for this host. */
const untrusted = /CERT|SIGNATURE|ISSUER|ALTNAME/;

/**
Creates the client of one address. `fingerprint`: the SHA-256 of the only certificate that is accepted, in hexadecimal
with or without colons; the usual checks apply without it. Failures to connect are `ConsoleError` `refused`: nothing was
sent, in particular no password.
*/
export function createClient({host, port, scheme, timeoutMs}: Address, fingerprint?: string): Client {
	const pinned = fingerprint && plain(fingerprint);
	const connect = buildConnector({
		timeout: timeoutMs,
		// A resumed session has no certificate to compare.
		...(pinned ? {rejectUnauthorized: false, maxCachedSessions: 0} : {}),
	});
	const refuse = (message: string, cause?: Error) =>
		new ConsoleError('refused', message, cause && {cause: new Error(cause.message)});
	return new Client(originOf({host, port, scheme}), {
		maxResponseSize: maxAnswerBytes,
		headersTimeout: 0,
		bodyTimeout: 0,
		connect: (options, callback) =>
			connect(options, (...[error, socket]) => {
				if (error) {
					const isUntrusted = 'code' in error && untrusted.test(String(error.code));
					const {untrustedCertificate} = httpConsoleMessages;
					const message = isUntrusted ? untrustedCertificate : gameConsoleMessages.notListening;
					callback(refuse(message(host, port), error), null);
					return;
				}
				const found = socket && isEncrypted(socket) ? socket.getPeerCertificate().fingerprint256 : undefined;
				if (pinned && plain(found ?? '') !== pinned) {
					socket.destroy();
					callback(refuse(httpConsoleMessages.otherCertificate(host, port, found ?? '?')), null);
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
