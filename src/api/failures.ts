import {ApiError, type Reason} from '../contract/errors.ts';
import {bytesText} from '../lib/bytes.ts';
import {codeOf, connectionProblem, NotReached} from '../lib/connection-problem.ts';
import {UsageError} from '../lib/usage-error.ts';
import {connectionProblemText} from '../messages/connection-problems.ts';
import {WireProblem} from './wire.ts';
import {requestMessages} from '../messages/requests.ts';

/** Why we gave up an exchange. */
export const deadlineReached = Symbol('deadline');

type FailureContext = {
	request: string;
	host: string;
	isRead: boolean;
	sent: boolean;
	deadlineMs: number;
	maxBytes: number;
};

/** Turns any failure of an exchange into an `ApiError` that names the host and says what to do. */
export function failureOf(
	cause: unknown,
	{request, host, isRead, sent, deadlineMs, maxBytes}: FailureContext,
): ApiError {
	const error = (reason: Reason, message: string) => new ApiError(message, {reason, request, cause});
	if (cause === deadlineReached) {
		const seconds = Math.round(deadlineMs / 100) / 10;
		return sent
			? error('timeout', requestMessages.noAnswer(host, seconds))
			: error('unreachable', requestMessages.notReached(host, seconds));
	}
	if (!(cause instanceof WireProblem)) return error('cancelled', requestMessages.givenUp);
	if (cause.tooLarge) return error('unreadable', requestMessages.tooLarge(host, bytesText(maxBytes)));
	const code = codeOf(cause.cause);
	if (isGarbled(cause.cause, code)) {
		return error('unreadable', requestMessages.noHttp(host));
	}
	if (cause.cause instanceof NotReached) {
		const isSure = !sent || isRead || cause.cause.isProven;
		return error(isSure ? 'unreachable' : 'interrupted', sentenceFor(cause.cause, host));
	}
	return sent
		? error('interrupted', requestMessages.broke(host))
		: error('unreachable', sentenceFor(cause.cause, host));
}

/** True if the response is not HTTP, has too many headers, or cannot be decompressed as its headers say. */
function isGarbled(cause: unknown, code: string): boolean {
	const isNoHttp = cause instanceof Error && cause.name === 'HTTPParserError';
	return isNoHttp || /^(HPE_|UND_ERR_HEADERS_OVERFLOW$|Z_|ERR_BROTLI)/.test(code);
}

/** True if a retry may succeed; false if a name, a certificate or an address is wrong. */
export function isPassing(error: ApiError): boolean {
	if (error.reason === 'interrupted') return true;
	if (error.reason !== 'unreachable' || !(error.cause instanceof WireProblem)) return false;
	return /^(ECONNREFUSED|ECONNRESET|EAI_AGAIN|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(error.cause.cause));
}

function sentenceFor(cause: unknown, host: string): string {
	// The local service could not be opened.
	if (cause instanceof UsageError) return cause.message;
	const text = connectionProblemText(
		connectionProblem(cause, {name: host, setting: requestMessages.setting}),
	);
	return `${text.startsWith(host) ? text : text.charAt(0).toUpperCase() + text.slice(1)}.`;
}
