import {connect} from 'node:tls';
import type {TlsSettings} from './certificates.ts';

/** How long the probe waits for a peer, and for its word on our certificate: TLS 1.3 sends that after the handshake. */
const patienceMs = 1500;

/**
Begins TLS with a peer, to learn why it hung up without a word: `secure` where the handshake is done, else the code of
Node's error. Sends nothing but the handshake. undefined where the peer says nothing. `hearsOut`: waits for what comes after
the handshake.
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
