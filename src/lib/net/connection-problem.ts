/** Timeout for opening a connection. */
export const connectMs = 5000;

/** The intended peer of a connection, and the setting that gave its address, as text. */
export type Peer = {name: string; setting: string; isProxy?: true};

/** Why a connection failed. The texts are in `messages/connection-problems.ts`. */
export type ConnectionProblem = Partial<Peer> & {
	kind:
		| 'unknownHost'
		| 'lookup'
		| 'notListening'
		| 'timeout'
		| 'noRoute'
		| 'invalidRequest'
		| 'notReached'
		| 'tlsMissing'
		| 'tlsExpected'
		| 'tlsRefused'
		| 'certificateName'
		| 'certificateExpired'
		| 'certificateEarly'
		| 'certificateUntrusted'
		| 'clientCertificateRequired'
		| 'clientCertificateRefused'
		| 'clientKeyAlone'
		| 'clientCertificateInvalid'
		| 'unreadableFile'
		| 'invalidProxy'
		| 'noTunnel'
		| 'proxyLoginRefused'
		| 'proxyLoginRequired'
		| 'proxyFailed'
		| 'proxyRefused';
	/** What a proxy was asked to connect to. */
	target?: string;
	/** A Node or undici error code, an HTTP status, or a timeout in seconds. */
	code?: string | number;
};

/**
The request never reached the service, for a known reason; `cause` is the underlying error, if any. `isProven` is false
if the reason was inferred from a second connection: a request that changes something may have been executed.
*/
export class NotReached extends Error {
	override name = 'NotReached';
	readonly problem: ConnectionProblem;
	readonly isProven: boolean;

	constructor(problem: ConnectionProblem, cause?: unknown, {isProven = true} = {}) {
		super(problem.kind, {cause});
		this.problem = problem;
		this.isProven = isProven;
	}
}

/** Classifies the error of Node or undici for a connection to `peer`. */
export function connectionProblem(cause: unknown, peer: Peer): ConnectionProblem {
	if (cause instanceof NotReached) return cause.problem;
	const code = codeOf(cause);
	const kind = tlsProblem(cause, code);
	if (kind !== undefined) return {kind, ...peer, code};
	switch (code) {
		case 'ENOTFOUND':
			return {kind: 'unknownHost', ...peer};
		case 'EAI_AGAIN':
			return {kind: 'lookup', ...peer};
		case 'ECONNREFUSED':
			return {kind: 'notListening', ...peer};
		case 'UND_ERR_CONNECT_TIMEOUT':
		case 'ETIMEDOUT':
			return {kind: 'timeout', ...peer, code: connectMs / 1000};
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
			return {kind: 'noRoute', ...peer};
		case 'UND_ERR_INVALID_ARG':
		case 'ERR_INVALID_CHAR':
		case 'ERR_INVALID_HTTP_TOKEN':
		case 'ERR_UNESCAPED_CHARACTERS':
			return {kind: 'invalidRequest'};
		default:
			return {kind: 'notReached', ...peer, code};
	}
}

/** Returns the first code in a chain of causes; empty if there is none. */
export function codeOf(cause: unknown): string {
	if (!(cause instanceof Error)) return '';
	return 'code' in cause && typeof cause.code === 'string' ? cause.code : codeOf(cause.cause);
}

function tlsProblem(cause: unknown, code: string): ConnectionProblem['kind'] | undefined {
	if (code.includes('ALERT')) return alertProblem(code);
	if (isTlsMissing(cause, code)) return 'tlsMissing';
	switch (code) {
		case 'ERR_TLS_CERT_ALTNAME_INVALID':
			return 'certificateName';
		case 'CERT_HAS_EXPIRED':
			return 'certificateExpired';
		case 'CERT_NOT_YET_VALID':
			return 'certificateEarly';
		default:
			return /CERT|SIGNATURE|ISSUER/.test(code) ? 'certificateUntrusted' : undefined;
	}
}

/** Node has no dedicated code for a peer that hangs up on the first TLS message. */
function isTlsMissing(cause: unknown, code: string): boolean {
	if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|^EPROTO$/.test(code)) return true;
	return cause instanceof Error && cause.message.includes('before secure TLS connection was established');
}

/** Classifies the TLS alert by which a peer rejected us, by Node's error code. (RFC 8446, 6.2) */
export function alertProblem(code: string): ConnectionProblem['kind'] {
	if (code.includes('CERTIFICATE_REQUIRED')) return 'clientCertificateRequired';
	const isRefusal = /CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR/.test(code);
	return isRefusal ? 'clientCertificateRefused' : 'tlsRefused';
}
