import {connect} from 'node:tls';
import type {TlsSettings} from './certificates.ts';

/** How long to wait for the peer and for its response to our certificate, which TLS 1.3 sends after the handshake. */
const timeoutMs = 1500;

/**
Starts TLS with a peer to learn why it hung up without a response. Resolves to `secure` if the handshake succeeds, to
the code of Node's error if it fails, and to undefined if the peer stays silent. Sends nothing after the handshake.
`waitsForData`: waits for what the peer sends after the handshake.
*/
export function probeTls(
	{hostname, port}: URL,
	settings: TlsSettings,
	{waitsForData}: {waitsForData: boolean},
): Promise<string | undefined> {
	return new Promise(resolve => {
		const host = hostname.replace(/^\[|\]$/g, '');
		let outcome: string | undefined;
		const socket = connect({...settings, host, port: Number(port || 443), rejectUnauthorized: false});
		socket.once('secureConnect', () => {
			outcome = 'secure';
			if (waitsForData) socket.resume();
			else socket.destroy();
		});
		socket.once('error', cause => {
			outcome = 'code' in cause && typeof cause.code === 'string' ? cause.code : outcome;
		});
		socket.setTimeout(timeoutMs, () => socket.destroy());
		socket.once('close', () => resolve(outcome));
	});
}
