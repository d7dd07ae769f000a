import {ApiError, type Reason} from '../contract/errors.ts';
import {certificateProblem} from '../lib/certificates.ts';
import {connectMs} from './transport.ts';
import {WireProblem} from './wire.ts';

/** Why an exchange was given up from our side. */
export const deadlineReached = Symbol('deadline');

type Circumstances = {request: string; host: string; sent: boolean; deadlineMs: number};

/** Turns whatever broke an exchange into the one error, with a sentence that names the host and what to do. */
export function failureOf(cause: unknown, {request, host, sent, deadlineMs}: Circumstances): ApiError {
	const error = (reason: Reason, message: string) => new ApiError(message, {reason, request, cause});
	if (cause === deadlineReached) {
		const within = `within ${Math.round(deadlineMs / 100) / 10} s`;
		return sent
			? error('timeout', `${host} did not answer ${within}.`)
			: error('unreachable', `${host} could not be reached ${within}: check the network and the proxy.`);
	}
	if (!(cause instanceof WireProblem)) return error('cancelled', 'The request was given up.');
	if (cause.tooLarge) return error('unreadable', `The answer of ${host} is larger than this program reads.`);
	if (isProxyLogin(cause.cause)) {
		return error('unreachable', 'The proxy wants a login: put it into HTTP_PROXY or HTTPS_PROXY.');
	}
	const code = codeOf(cause.cause);
	if (isGarbled(cause.cause, code)) {
		return error('unreadable', `What ${host} answers is not HTTP that can be read: check the base URL.`);
	}
	return sent
		? error('interrupted', `The connection to ${host} broke before the answer was complete.`)
		: error('unreachable', sentenceFor(code, host));
}

/** undici turns a proxy's 407 into an error that has only words. */
const isProxyLogin = (cause: unknown): boolean =>
	cause instanceof Error && cause.message.startsWith('Proxy Authentication Required');

/** True where bytes came, but neither HTTP nor what its head promised. */
function isGarbled(cause: unknown, code: string): boolean {
	const isNoHttp = cause instanceof Error && cause.name === 'HTTPParserError';
	return isNoHttp || code.startsWith('Z_') || code.startsWith('ERR_BROTLI');
}

/** True where another attempt may well succeed: not where a name, a certificate or an address is wrong. */
export function isPassing(error: ApiError): boolean {
	if (error.reason === 'interrupted') return true;
	if (error.reason !== 'unreachable' || !(error.cause instanceof WireProblem)) return false;
	return /^(ECONNREFUSED|ECONNRESET|EAI_AGAIN|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(error.cause.cause));
}

function codeOf(cause: unknown): string {
	if (!(cause instanceof Error)) return '';
	return 'code' in cause && typeof cause.code === 'string' ? cause.code : codeOf(cause.cause);
}

function sentenceFor(code: string, host: string): string {
	if (code === 'ENOTFOUND') return `The host ${host} is not known: check the base URL.`;
	if (code === 'EAI_AGAIN') return `The name ${host} could not be looked up: check the network.`;
	if (code === 'ECONNREFUSED') {
		return `Nothing listens at ${host}: check the base URL, or whether the service is up.`;
	}
	if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
		return `${host} could not be reached within ${connectMs / 1000} s: check the base URL, the network and the proxy.`;
	}
	if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return `No way leads to ${host}: check the network.`;
	const problem = certificateProblem(code);
	if (problem !== undefined) return `The certificate of ${host} ${problem}.`;
	if (code.startsWith('ERR_SSL') || code === 'EPROTO') {
		return `${host} does not speak TLS: check whether the base URL should begin with http://.`;
	}
	if (code === 'UND_ERR_ABORTED' || code.startsWith('UND_ERR_PRX')) {
		return `The proxy does not let requests through to ${host}: check HTTPS_PROXY and NO_PROXY.`;
	}
	if (code === 'ERR_INVALID_URL') return 'The proxy in the environment is no URL: check HTTPS_PROXY.';
	if (code === 'ENOENT' || code === 'EACCES') {
		return 'The file in SSL_CERT_FILE cannot be read: check the path.';
	}
	if (code === 'UND_ERR_INVALID_ARG') {
		return 'The request cannot be written: check the credentials for characters that no header carries.';
	}
	return `${host} cannot be reached${code ? ` (${code})` : ''}: check the base URL and the network.`;
}
