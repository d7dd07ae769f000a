import {isConsoleFailure, type ServerCommand} from './models/server.ts';

/** Known error keys with their status. (Specification: Errors; the keys of extensions are last) */
export const errorStatuses = {
	TEAM_NOT_FOUND: 404,
	'general.not_found': 404,
	'validation.failed': 400,
	'server.unsupported_game_type': 400,
	'server.directory_required': 400,
	'server.display_name_already_exists': 409,
	'team.too_many_servers': 409,
	'server.node_is_offline': 409,
	'server.dto_mapping_profile_not_found': 500,
	'server.invalid_directory': 400,
	'server.is_not_offline': 409,
	'server.is_not_online': 409,
	'server.server_directory_change_in_progress': 409,
	'server.rcon_timeout': 408,
	'server.stop_normal_invalid_state': 409,
	'server.stop_force_already_offline': 409,
	'server.timed_shutdown_already_scheduled': 409,
	'server.timed_restart_already_scheduled': 409,
	'server.state_unknown': 409,
	'server.backups_empty': 409,
	'server.backup_directory_change_in_progress': 409,
	'node.backup_directory_change_in_progress': 409,
	'node.invalid_state': 409,
	'node.task_not_cancelable': 409,
	// The next ones are extensions of the local service; see `CommandFailure`.
	'server.console_refused': 424,
	'server.console_lost': 502,
	'server.answer_cut': 502,
} as const;

export type ErrorKey = keyof typeof errorStatuses;

export const isErrorKey = (key: string | undefined): key is ErrorKey =>
	key !== undefined && Object.hasOwn(errorStatuses, key);

/**
Why a request failed.
- `refused`: the service answered with an error.
- `unreachable`: no answer, and the request was not sent.
- `timeout`: no answer in time. A POST may have been executed.
- `interrupted`: the connection broke after the request was sent. A POST may have been executed.
- `unreadable`: the response could not be parsed.
- `blocked`: this program refused to send the request.
- `canceled`: the caller gave up. A POST may have been executed if it was sent.
*/
export type Reason =
	'refused' | 'unreachable' | 'timeout' | 'interrupted' | 'unreadable' | 'blocked' | 'canceled';

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
	/** Sending had started. */
	wasSent?: boolean;
	/** Output that belongs to a different command. Not sanitized. */
	strayOutput?: string | undefined;
	/** The record of a command whose console failed; its response is what arrived of the answer. Not sanitized. */
	answer?: ServerCommand | undefined;
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
	readonly wasSent: boolean;
	readonly strayOutput: string | undefined;
	readonly answer: ServerCommand | undefined;

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
		this.wasSent = details.wasSent === true;
		this.strayOutput = details.strayOutput;
		this.answer = details.answer;
	}
}

type Outcome = Pick<ApiError, 'reason' | 'request' | 'status' | 'key'>;

/** Returns true if no answer came in time, whichever side gave up. A 408 is a timeout, whatever its body. */
export const isTimeout = ({reason, status, key}: Omit<Outcome, 'request'>): boolean =>
	reason === 'timeout' || status === 408 || key === 'server.rcon_timeout';

/** Returns true if a part of the answer to a command arrived, and the rest will not. */
export const isAnswerCut = (error: unknown): error is ApiError & {key: 'server.answer_cut'} =>
	error instanceof ApiError && error.key === 'server.answer_cut';

/** Returns true if our own service has done nothing, and another instance or a later moment may: it ends, or lacks its database. */
export const isNotCarriedOut = ({status, key}: Pick<Outcome, 'status' | 'key'>): boolean =>
	status === 503 && key === 'general.not_carried_out';

/** The storage of our own service failed: it has done nothing. */
const storageKeys = new Set(['general.storage_full', 'general.read_only']);

/** Returns true if a request that changes something may have been executed although no response confirms it. */
export function mayHaveRun(error: Outcome & Partial<Pick<ApiError, 'notOffered' | 'wasSent'>>): boolean {
	if (error.notOffered !== undefined || /^(GET|HEAD|OPTIONS) /.test(error.request)) return false;
	if (error.reason === 'canceled') return error.wasSent === true;
	if (error.reason === 'interrupted' || error.reason === 'unreadable') return true;
	if (isConsoleFailure(error.key)) return error.key !== 'server.console_refused';
	if (isNotCarriedOut(error) || storageKeys.has(error.key ?? '')) return false;
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

/** Returns true if a request that changes something was certainly not executed. */
export const hasNotRun = (error: unknown): boolean => error instanceof ApiError && !mayHaveRun(error);
