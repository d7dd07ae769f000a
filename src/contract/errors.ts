import {isErrorKey} from './error-keys.ts';

/**
Why a request failed.
- `refused`: the service answered with an error.
- `unreachable`: no answer, and the request was not sent.
- `timeout`: no answer in time. A POST may have been executed.
- `interrupted`: the connection broke after the request was sent. A POST may have been executed.
- `unreadable`: the response could not be parsed.
- `blocked`: this program refused to send the request.
- `cancelled`: the caller gave up.
*/
export type Reason =
	'refused' | 'unreachable' | 'timeout' | 'interrupted' | 'unreadable' | 'blocked' | 'cancelled';

type Details = {
	reason: Reason;
	/** The endpoint without ids, for example `POST /server/{serverId}/rcon`. */
	request: string;
	/** The HTTP status. Set only if the service answered. */
	status?: number | undefined;
	/** The error key, for example `server.is_not_online`. */
	key?: string | undefined;
	/** The service's message for humans. Not sanitized. */
	serviceMessage?: string | undefined;
	/** From Retry-After, in milliseconds; at most 15 minutes. */
	retryAfterMs?: number | undefined;
	/** No credentials are configured, so none were sent. */
	isAnonymous?: boolean;
	/** The extension that the service does not support, for example `cancelRun`. */
	notOffered?: string | undefined;
	/** Output that belongs to a different command. Not sanitized. */
	strayOutput?: string | undefined;
	cause?: unknown;
};

/** The only error that the client throws. */
export class ApiError extends Error {
	override name = 'ApiError';
	readonly reason: Reason;
	readonly request: string;
	readonly status: number | undefined;
	readonly key: string | undefined;
	readonly serviceMessage: string | undefined;
	readonly retryAfterMs: number | undefined;
	readonly isAnonymous: boolean;
	readonly notOffered: string | undefined;
	readonly strayOutput: string | undefined;

	constructor(message: string, details: Details) {
		super(message, {cause: details.cause});
		this.reason = details.reason;
		this.request = details.request;
		this.status = details.status;
		this.key = details.key;
		this.serviceMessage = details.serviceMessage;
		this.retryAfterMs = details.retryAfterMs;
		this.isAnonymous = details.isAnonymous === true;
		this.notOffered = details.notOffered;
		this.strayOutput = details.strayOutput;
	}
}

type Outcome = Pick<ApiError, 'reason' | 'request' | 'status' | 'key'>;

/** Returns true if no answer came in time, whichever side gave up. A 408 is a timeout, whatever its body. */
export const isTimeout = ({reason, status, key}: Omit<Outcome, 'request'>): boolean =>
	reason === 'timeout' || status === 408 || key === 'server.rcon_timeout';

/** Returns true if a request that changes something may have been executed although no response confirms it. */
export function mayHaveRun(error: Outcome & {notOffered?: string | undefined}): boolean {
	if (error.notOffered !== undefined || /^(GET|HEAD|OPTIONS) /.test(error.request)) return false;
	if (error.reason === 'interrupted' || error.reason === 'unreadable') return true;
	// Our own service; `general.unavailable` of its earlier versions left it open.
	if (error.status === 503 && error.key === 'general.not_carried_out') return false;
	return isTimeout(error) || (error.status !== undefined && error.status >= 500);
}

/** Returns the permission in `missingPermission.<PERMISSION>`. (Specification: Authentication) */
export function missingPermission(key: string | undefined): string | undefined {
	return key?.startsWith('missingPermission.') ? key.slice('missingPermission.'.length) : undefined;
}

/**
Returns true if the service has no such path or method, so nothing was executed. The sign is a 404 or 405 status without
a key for a missing record. (Specification: Errors; it does not give the key for an unknown path)
*/
export function isNoSuchPath(error: unknown): error is ApiError {
	if (!(error instanceof ApiError)) return false;
	if (error.status !== 404 && error.status !== 405) return false;
	return !isErrorKey(error.key) && missingPermission(error.key) === undefined;
}
