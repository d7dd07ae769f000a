/**
What went wrong with a request. `refused`: the service answered no. `unreachable`: nobody answered, and the request
was not sent. `timeout`: nobody answered in time; a POST may have been carried out. `interrupted`: the connection
broke after the request was sent; a POST may have been carried out. `unreadable`: answered, but not understood.
`blocked`: this program refused before anything was sent. `cancelled`: the caller gave up.
*/
export type Reason =
	'refused' | 'unreachable' | 'timeout' | 'interrupted' | 'unreadable' | 'blocked' | 'cancelled';

type Details = {
	reason: Reason;
	/** The row, never ids or bodies: `POST /server/{serverId}/rcon`. */
	request: string;
	/** Only when the service answered. */
	status?: number | undefined;
	/** For example `server.is_not_online`. */
	key?: string | undefined;
	/** What the service says to humans; not yet cleaned. */
	serviceMessage?: string | undefined;
	/** From Retry-After, in milliseconds; at most 15 minutes, whatever the service asks for. */
	retryAfterMs?: number | undefined;
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

	constructor(message: string, details: Details) {
		super(message, {cause: details.cause});
		this.reason = details.reason;
		this.request = details.request;
		this.status = details.status;
		this.key = details.key;
		this.serviceMessage = details.serviceMessage;
		this.retryAfterMs = details.retryAfterMs;
	}
}

/** True where a request that changes something may have been carried out although no answer says so. */
export function mayHaveRun(error: ApiError): boolean {
	if (error.reason === 'timeout' || error.reason === 'interrupted' || error.reason === 'unreadable')
		return true;
	return error.key === 'server.rcon_timeout' || (error.status !== undefined && error.status >= 500);
}

/** The permission that `missingPermission.<PERMISSION>` names. (Specification: Authentication) */
export function missingPermission(key: string | undefined): string | undefined {
	return key?.startsWith('missingPermission.') ? key.slice('missingPermission.'.length) : undefined;
}
