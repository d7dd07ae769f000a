import {connect} from 'node:tls';
import type {TlsSettings} from './certificates.ts';
import {alertProblem, codeOf, type ConnectionProblem, NotReached} from './connection-problem.ts';

/**
Explains why a request to `url` failed: a `NotReached` if a peer that never answered hung up because it expects TLS or
a client certificate; otherwise the error itself.
*/
export type Explain = (error: unknown, url: URL) => Promise<unknown>;

/** `mayProbe`: false behind a proxy, because the network may not allow a direct connection. */
export function explainHangUps(
	tls: () => TlsSettings,
	{mayProbe}: {mayProbe: boolean},
): {explain: Explain; noteAnswer: (host: string) => void} {
	const hostsAnswered = new Set<string>();
	return {
		noteAnswer: host => void hostsAnswered.add(host),
		explain: async (error, url) => {
			if (isAlert(error)) return new NotReached(speaksTls(url));
			if (hostsAnswered.has(url.host)) return error;
			const code = codeOf(error);
			if (code.includes('ALERT')) return refusedBy(code, url, error);
			if (!isHangUp(code) || !mayProbe) return error;
			const tlsResult = (await probeTls(url, tls(), {waitsForData: !isPlain(url)})) ?? '';
			const isTls = tlsResult === 'secure' || tlsResult.includes('ALERT');
			if (isPlain(url) ? !isTls : !tlsResult.includes('ALERT')) return error;
			return isPlain(url)
				? new NotReached(speaksTls(url), undefined, {isProven: false})
				: refusedBy(tlsResult, url);
		},
	};
}

const isPlain = ({protocol}: URL) => protocol === 'http:' || protocol === 'ws:';

/** The peer closed the connection before it sent anything. */
const isHangUp = (code: string) => /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code);

/** The peer sent a TLS alert, in TLS 1.3 possibly after the request was sent. */
const refusedBy = (code: string, {host}: URL, cause?: unknown) =>
	new NotReached({kind: alertProblem(code), name: host, code}, cause, {isProven: false});

/** A TLS alert arrived instead of HTTP. undici keeps it in `data`, Node in `rawPacket`. (RFC 8446, 5.1) */
function isAlert(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const received = 'data' in error ? error.data : 'rawPacket' in error ? error.rawPacket : undefined;
	return (Buffer.isBuffer(received) ? received.toString('latin1') : String(received)).startsWith('\x15\x03');
}

const speaksTls = ({host, protocol}: URL): ConnectionProblem => ({
	kind: 'tlsExpected',
	name: host,
	setting: protocol.slice(0, -1),
});

/** How long to wait for the peer and for its response to our certificate, which TLS 1.3 sends after the handshake. */
const timeoutMs = 1500;

/**
Starts TLS with a peer to learn why it hung up without a response. Resolves to `secure` if the handshake succeeds, to
the code of Node's error if it fails, and to undefined if the peer stays silent. Sends nothing after the handshake.
`waitsForData`: waits for what the peer sends after the handshake.
*/
function probeTls(
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
