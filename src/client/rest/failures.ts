import {ApiError, type Reason} from '../../contract/errors.ts';
import {bytesText} from '../../lib/bytes.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {codeOf, connectionProblem, NotReached} from '../../lib/net/connection-problem.ts';
import {UsageError} from '../../lib/errors.ts';
import {connectionProblemText} from '../../messages/connection-problems.ts';
import {requestMessages} from '../../messages/errors.ts';

/** Why we gave up an exchange. */
export const deadlineReached = Symbol('deadline');
/** The body of an answer was longer than we read. */
export const tooLarge = Symbol('large');

type FailureContext = {
	request: string;
	host: string;
	isRead: boolean;
	sent: boolean;
	isGivenUp: boolean;
	deadlineMs: number;
	maxBytes: number;
};

/** Turns any failure of an exchange into an `ApiError` that names the host and says what to do. */
export function failureOf(
	cause: unknown,
	{request, host, isRead, sent, isGivenUp, deadlineMs, maxBytes}: FailureContext,
): ApiError {
	const error = (reason: Reason, message: string) =>
		new ApiError(message, {reason, request, cause, wasSent: sent});
	if (cause === deadlineReached) {
		const seconds = Math.round(deadlineMs / 100) / 10;
		return sent
			? error('timeout', requestMessages.noAnswer(host, seconds))
			: error('unreachable', requestMessages.notReached(host, seconds));
	}
	if (isGivenUp) return error('canceled', requestMessages.givenUp);
	if (cause === tooLarge) return error('unreadable', requestMessages.tooLarge(host, bytesText(maxBytes)));
	if (isGarbled(cause)) return error('unreadable', requestMessages.noHttp(host));
	if (cause instanceof NotReached) {
		const isSure = !sent || isRead || cause.isProven;
		return error(isSure ? 'unreachable' : 'interrupted', sentenceFor(cause, host));
	}
	return sent
		? error('interrupted', requestMessages.broke(host))
		: error('unreachable', sentenceFor(cause, host));
}

/** True if the response is not HTTP, has too many headers, or cannot be decompressed as its headers say. */
function isGarbled(cause: unknown): boolean {
	const isNoHttp = cause instanceof Error && cause.name === 'HTTPParserError';
	return (
		isNoHttp ||
		/^(HPE_|UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_CONTENT_LENGTH_MISMATCH$|Z_|ERR_BROTLI)/.test(codeOf(cause))
	);
}

/** True if a retry may succeed; false if a name, a certificate or an address is wrong. */
function isPassing(error: ApiError): boolean {
	if (error.reason === 'interrupted') return true;
	if (error.reason !== 'unreachable') return false;
	return /^(ECONNREFUSED|ECONNRESET|EAI_AGAIN|EPIPE|UND_ERR_SOCKET)$/.test(codeOf(error.cause));
}

function sentenceFor(cause: unknown, host: string): string {
	// The local service could not be opened.
	if (cause instanceof UsageError) return cause.message;
	const text = connectionProblemText(
		connectionProblem(cause, {name: host, setting: requestMessages.setting}),
	);
	return `${text.startsWith(host) ? text : text.charAt(0).toUpperCase() + text.slice(1)}.`;
}

export type RetryBudget = {
	/** Takes a retry if one is left; background calls leave the last half to the user's own actions. */
	take: (background: boolean) => boolean;
};

const capacity = 10;
const refillMs = 3000;

/** Shared by all calls of a client, so that retries do not pile up on a failing service. */
export function createRetryBudget(clock: Clock): RetryBudget {
	let left = capacity;
	let filledAt = clock.monotonic();
	return {
		take: background => {
			const now = clock.monotonic();
			left = Math.min(capacity, left + (now - filledAt) / refillMs);
			filledAt = now;
			if (left < (background ? capacity / 2 + 1 : 1)) return false;
			left -= 1;
			return true;
		},
	};
}

const maxAttempts = 3;

/**
The delay before the next attempt; undefined if there should be none. Only for requests that have changed nothing.
A background call that is rate limited waits for its next poll instead.
*/
export function retryDelay(
	error: ApiError,
	attempt: number,
	background: boolean,
	random: () => number,
): number | undefined {
	if (attempt >= maxAttempts) return undefined;
	const backoff = 300 * 2 ** (attempt - 1) * (0.5 + random());
	if (error.status === 429) return background ? undefined : Math.max(error.retryAfterMs ?? 0, backoff);
	const isFailing = error.status !== undefined && error.status >= 502 && error.status <= 504;
	if (isFailing) return Math.max(error.retryAfterMs ?? 0, backoff);
	return isPassing(error) ? backoff : undefined;
}
