import {connect} from 'node:tls';
import type {TlsSettings} from './certificates.ts';

/** How long to wait for the peer and for its response to our certificate, which TLS 1.3 sends after the handshake. */
const patienceMs = 1500;

/**
Starts TLS with a peer to learn why it hung up without a response. Resolves to `secure` if the handshake succeeds, to
the code of Node's error if it fails, and to undefined if the peer stays silent. Sends nothing after the handshake.
`hearsOut`: waits for what the peer sends after the handshake.
*/
export function probeTls(
	{hostname, port}: URL,
	settings: TlsSettings,
	{hearsOut}: {hearsOut: boolean},
): Promise<string | undefined> {
	return new Promise(resolve => {
		const host = hostname.replace(/^\[|\]$/g, '');
		let told: string | undefined;
		const socket = connect({...settings, host, port: Number(port || 443), rejectUnauthorized: false});
		socket.once('secureConnect', () => {
			told = 'secure';
			if (hearsOut) socket.resume();
			else socket.destroy();
		});
		socket.once('error', cause => {
			told = 'code' in cause && typeof cause.code === 'string' ? cause.code : told;
		});
		socket.setTimeout(patienceMs, () => socket.destroy());
		socket.once('close', () => resolve(told));
	});
}
