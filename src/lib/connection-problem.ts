/** How long a connection may take to come about. */
export const connectMs = 5000;

/** Whom a connection was meant for, and where its address was given, in words. */
export type Peer = {name: string; setting: string; isProxy?: true};

/** Why a connection did not come about. `messages/connection-problems.ts` has the words. */
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
	/** What a proxy was asked for. */
	target?: string;
	/** A code of Node or undici, a status of HTTP, or the seconds of a timeout. */
	code?: string | number;
};

/**
The request never reached the service, and why is known; `cause` is what happened, if anything did. `isProven`: false where
only a second connection told, so that what changes something may have run all the same.
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

/** Why a connection to `peer` did not come about, by the error of Node or undici. */
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
			return {kind: 'invalidRequest'};
		default:
			return {kind: 'notReached', ...peer, code};
	}
}

/** The first code in a chain of causes; empty where there is none. */
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

/** Node has no code of its own for a peer that hangs up on the first message of TLS. */
function isTlsMissing(cause: unknown, code: string): boolean {
	if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|^EPROTO$/.test(code)) return true;
	return cause instanceof Error && cause.message.includes('before secure TLS connection was established');
}

/** What a peer says of us, by the code of Node's error for its TLS alert. (RFC 8446, 6.2) */
export function alertProblem(code: string): ConnectionProblem['kind'] {
	if (code.includes('CERTIFICATE_REQUIRED')) return 'clientCertificateRequired';
	const isRefusal = /CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR/.test(code);
	return isRefusal ? 'clientCertificateRefused' : 'tlsRefused';
}
