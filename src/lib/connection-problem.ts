/** How long a connection may take to come about. */
export const connectMs = 5000;

export type Problem = {
	/** A clause without a capital or a full stop. */
	what: string;
	/** What to do about it, likewise. */
	advice?: string;
};

/**
The request never reached the service, and why is known; `cause` is what happened, if anything did. `isProven`: false where
only a second connection told, so that what changes something may have run all the same.
*/
export class NotReached extends Error {
	override name = 'NotReached';
	readonly problem: Problem;
	readonly isProven: boolean;

	constructor(problem: Problem, cause?: unknown, {isProven = true} = {}) {
		super(problem.what, {cause});
		this.problem = problem;
		this.isProven = isProven;
	}
}

/** Whom a connection was meant for: in words, and where its address was given. */
export type Peer = {name: string; setting: string};

/** Why a connection to `peer` did not come about, by the error of Node or undici. */
export function connectionProblem(cause: unknown, {name, setting}: Peer): Problem {
	if (cause instanceof NotReached) return cause.problem;
	const code = codeOf(cause);
	const tls = tlsProblem(cause, code, {name, setting});
	if (tls) return tls;
	switch (code) {
		case 'ENOTFOUND':
			return {what: `${name} is an unknown host`, advice: `check ${setting}`};
		case 'EAI_AGAIN':
			return {what: `${name} could not be looked up`, advice: 'check the network'};
		case 'ECONNREFUSED':
			return {what: `nothing listens at ${name}`, advice: `check ${setting}, or whether it is up`};
		case 'UND_ERR_CONNECT_TIMEOUT':
		case 'ETIMEDOUT':
			return {
				what: `${name} could not be reached within ${connectMs / 1000} s`,
				advice: `check ${setting}, the network and the proxy`,
			};
		case 'EHOSTUNREACH':
		case 'ENETUNREACH':
			return {what: `there is no route to ${name}`, advice: 'check the network'};
		case 'UND_ERR_INVALID_ARG':
			return {
				what: 'the request cannot be written',
				advice: 'check the credentials for characters that no header carries',
			};
		default:
			return {
				what: `${name} cannot be reached${code ? ` (${code})` : ''}`,
				advice: `check ${setting} and the network`,
			};
	}
}

/** The first code in a chain of causes; empty where there is none. */
export function codeOf(cause: unknown): string {
	if (!(cause instanceof Error)) return '';
	return 'code' in cause && typeof cause.code === 'string' ? cause.code : codeOf(cause.cause);
}

function tlsProblem(cause: unknown, code: string, {name, setting}: Peer): Problem | undefined {
	if (code.includes('ALERT')) return alertProblem(code, name);
	if (isTlsMissing(cause, code)) {
		return {
			what: `${name} does not speak TLS`,
			advice: `check whether ${setting} should begin with http:// or ws://`,
		};
	}
	switch (code) {
		case 'ERR_TLS_CERT_ALTNAME_INVALID':
			return {what: `the certificate of ${name} is for another name`, advice: `check ${setting}`};
		case 'CERT_HAS_EXPIRED':
			return {what: `the certificate of ${name} has expired`, advice: 'tell whoever runs it'};
		case 'CERT_NOT_YET_VALID':
			return {what: `the certificate of ${name} is not valid yet`, advice: 'check the clock of this machine'};
		default:
			return /CERT|SIGNATURE|ISSUER/.test(code)
				? {
						what: `the certificate of ${name} is not trusted`,
						advice: `check ${setting}, or name the file of its authority in NODE_EXTRA_CA_CERTS`,
					}
				: undefined;
	}
}

/** Node has no code of its own for a peer that hangs up on the first message of TLS. */
function isTlsMissing(cause: unknown, code: string): boolean {
	if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|^EPROTO$/.test(code)) return true;
	return cause instanceof Error && cause.message.includes('before secure TLS connection was established');
}

/** What a peer says of us, by the code of Node's error for its TLS alert. (RFC 8446, 6.2) */
export function alertProblem(code: string, name: string): Problem {
	const advice = 'set RCONDECK_CLIENT_CERT and RCONDECK_CLIENT_KEY';
	if (code.includes('CERTIFICATE_REQUIRED')) return {what: `${name} requires a client certificate`, advice};
	if (/CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR/.test(code)) {
		return {what: `${name} does not accept the client certificate`, advice: 'check RCONDECK_CLIENT_CERT'};
	}
	return {
		what: `${name} refuses the TLS handshake (${code})`,
		advice: `where it requires a client certificate, ${advice}`,
	};
}
