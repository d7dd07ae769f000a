import type {ByName} from '../../lib/json/maps.ts';
import {type ErrorKey, errorStatuses, isErrorKey} from '../../contract/errors.ts';
import {errorWords} from '../../messages/errors.ts';
import {refusalMessages, requestCheckMessages} from '../../messages/service.ts';

/** Refusals for which the specification gives a status but no key. These keys are our own. */
const ownRefusals = {
	'general.unauthorized': {status: 401, title: refusalMessages.unauthorized},
	'general.host_not_allowed': {status: 403, title: refusalMessages.hostNotAllowed},
	'general.origin_not_allowed': {status: 403, title: refusalMessages.originNotAllowed},
	'general.owner_only': {status: 403, title: refusalMessages.ownerOnly},
	'general.path_not_found': {status: 404, title: refusalMessages.pathNotFound},
	'general.method_not_allowed': {status: 405, title: refusalMessages.methodNotAllowed},
	'server.operation_not_possible': {status: 400, title: refusalMessages.realServer},
	'general.archive_not_deleted': {status: 500, title: refusalMessages.archiveNotDeleted},
	'general.payload_too_large': {status: 413, title: refusalMessages.payloadTooLarge},
	'general.internal_error': {status: 500, title: refusalMessages.internalError},
	'team.already_member': {status: 409, title: requestCheckMessages.alreadyMember},
	'team.full': {status: 409, title: refusalMessages.teamFull},
	'team.owner_token': {status: 403, title: refusalMessages.ownerTokenStays},
	'team.wrong_code': {status: 400, title: refusalMessages.wrongCode},
	'general.too_many_connections': {status: 429, title: refusalMessages.tooManyConnections},
	'server.too_many_commands': {status: 429, title: refusalMessages.tooManyCommands},
	'server.too_many_tasks': {status: 429, title: refusalMessages.tooManyTasks},
	'automation.too_many_runs': {status: 429, title: refusalMessages.tooManyRuns},
	'automation.step_not_available': {status: 400, title: refusalMessages.stepNotAvailable},
	'team.too_many_tokens': {status: 409, title: refusalMessages.tooManyTokens},
	'team.too_many_invites': {status: 409, title: refusalMessages.tooManyInvites},
	'team.too_many_automations': {status: 409, title: refusalMessages.tooManyAutomations},
	'team.too_much_data': {status: 409, title: refusalMessages.tooMuchData},
	'team.too_many_changes': {status: 429, title: refusalMessages.tooManyChanges},
	'team.name_taken': {status: 409, title: refusalMessages.nameTaken},
	'general.too_many_requests': {status: 429, title: refusalMessages.tooManyRequests},
	'general.too_many_attempts': {status: 429, title: refusalMessages.tooManyAttempts},
	// Nothing was stored or sent, as with the next one.
	'general.storage_full': {status: 507, title: refusalMessages.storageFull},
	'general.read_only': {status: 503, title: refusalMessages.readOnly},
	// Nothing was stored or sent: the request can be repeated.
	'general.not_carried_out': {status: 503, title: refusalMessages.unavailable},
	'general.unknown_outcome': {status: 503, title: refusalMessages.unknownOutcome},
} as const;

type OwnKey = keyof typeof ownRefusals;
type Key = ErrorKey | OwnKey | `missingPermission.${string}`;

/** Refuses a request. Thrown anywhere below the router, which turns it into the error body. (Specification: Errors) */
export class Refusal extends Error {
	override name = 'Refusal';
	readonly status: number;
	readonly key: Key;
	readonly retryAfterMs: number | undefined;
	readonly fields: object;

	/** Status and title come from the tables; `message` adds the details. `fields`: others of the body. */
	constructor(key: Key, message?: string, options?: ErrorOptions & {retryAfterMs?: number; fields?: object}) {
		super(message ?? describeKey(key).title, options);
		this.key = key;
		this.status = describeKey(key).status;
		this.retryAfterMs = options?.retryAfterMs;
		this.fields = options?.fields ?? {};
	}
}

/** Returns the refusal of a request with invalid fields. `problem` becomes part of a sentence. */
export const notAccepted = (problem: string, cause?: unknown): Refusal =>
	new Refusal('validation.failed', requestCheckMessages.notAccepted(problem), {cause});

/**
Headers of all answers but images. Browsers must not guess another type. A cache must not keep an answer for others: it
does not know the credentials in `Application-Token`. (RFC 9111, 3.5)
*/
export const safetyHeaders = {'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store'} as const;

export function wireOf({key, message, status, retryAfterMs, fields}: Refusal): {
	status: number;
	headers: ByName<string>;
	body: string;
} {
	const wait = retryAfterMs === undefined ? {} : {'Retry-After': String(Math.ceil(retryAfterMs / 1000))};
	// Without credentials, the connection is not kept open.
	const end = status === 401 || key === 'general.too_many_attempts' ? {Connection: 'close'} : {};
	const headers = {'Content-Type': 'application/json', ...safetyHeaders, ...wait, ...end};
	return {status, headers, body: JSON.stringify({key, message, ...fields})};
}

export function responseOf(refusal: Refusal, more: ByName<string> = {}): Response {
	const {status, headers, body} = wireOf(refusal);
	return new Response(body, {status, headers: {...headers, ...more}});
}

function describeKey(key: Key): {status: number; title: string} {
	if (isErrorKey(key)) return {status: errorStatuses[key], title: errorWords[key].title};
	if (isIn(ownRefusals, key)) return ownRefusals[key];
	return {status: 403, title: refusalMessages.missingPermission(key.slice('missingPermission.'.length))};
}

function isIn<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
	return Object.hasOwn(table, key);
}
