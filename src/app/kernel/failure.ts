import {isErrorKey} from '../../contract/error-keys.ts';
import {mayHaveRun, missingPermission, type ApiError, type Reason} from '../../contract/errors.ts';
import {formatDuration} from '../../lib/ago.ts';
import {printable, printableLine} from '../../lib/text.ts';
import {errorWords} from '../../messages/errors.ts';
import {failureMessages} from '../../messages/failures.ts';

/** The only form in which an error enters state: plain, sanitized text. */
export type Failure = {
	reason: Reason;
	/** What happened. */
	title: string;
	/** What to do about it. */
	hint: string | undefined;
	key: string | undefined;
	status: number | undefined;
	/** The endpoint, such as `POST /server/{serverId}/rcon`. */
	request: string;
	/** The request may have been carried out although no answer confirms it. */
	mayHaveRun: boolean;
	retryAfterMs: number | undefined;
	/** Output of a command other than the one that was sent. */
	strayOutput?: string;
};

export function failureOf(error: ApiError): Failure {
	const key = error.key === undefined ? undefined : printableLine(error.key);
	return {
		reason: error.reason,
		...words(error),
		key,
		status: error.status,
		request: error.request,
		mayHaveRun: mayHaveRun(error),
		retryAfterMs: error.retryAfterMs,
		...(error.strayOutput !== undefined && {strayOutput: printable(error.strayOutput)}),
	};
}

function words(error: ApiError): {title: string; hint: string | undefined} {
	const {title, hint} = wordsOfAnswer(error);
	return {title, hint: mayHaveRun(error) ? beforeTryingAgain(error.request) : hint};
}

function wordsOfAnswer(error: ApiError): {title: string; hint: string | undefined} {
	const {key, status, request} = error;
	if (error.notOffered !== undefined) return {title: error.message, hint: undefined};
	const isRcon = request.endsWith('/rcon');
	// This status has a fixed text, whatever the body says. (Specification: Errors, RCON)
	if (isRcon && status === 408) return errorWords['server.rcon_timeout'];
	if (request.startsWith('GET /images/') && status === 404) {
		return {title: failureMessages.noImage, hint: failureMessages.noImageHint};
	}
	if (isErrorKey(key)) return errorWords[key];
	const permission = missingPermission(key);
	if (permission !== undefined) {
		return {
			title: failureMessages.lacksPermission(printableLine(permission)),
			hint: failureMessages.lacksPermissionHint,
		};
	}
	if (error.reason !== 'refused') return {title: printableLine(error.message), hint: undefined};
	const said = error.serviceMessage === undefined ? undefined : printableLine(error.serviceMessage);
	if (isRcon && status === 409 && key === undefined) {
		const {title, hint} = errorWords['server.is_not_online'];
		return {title: said ?? title, hint};
	}
	if (status === 401 && error.isAnonymous) {
		return {
			title: failureMessages.noCredentials,
			hint: failureMessages.noCredentialsHint,
		};
	}
	return byStatus(error, said);
}

const beforeTryingAgain = (request: string) =>
	request.endsWith('/rcon') ? errorWords['server.rcon_timeout'].hint : failureMessages.mayHaveRun;

function byStatus(
	{status, retryAfterMs}: ApiError,
	said: string | undefined,
): {title: string; hint: string | undefined} {
	if (status === 401) {
		return {
			title: failureMessages.credentialsRefused,
			hint: failureMessages.credentialsRefusedHint,
		};
	}
	if (status === 409) {
		return {
			title: said ?? failureMessages.stateForbids,
			hint: failureMessages.stateForbidsHint,
		};
	}
	if (status === 429) {
		const wait = retryAfterMs ? ` ${formatDuration(retryAfterMs)}` : '';
		return {title: failureMessages.fewerRequests, hint: failureMessages.waitFirst(wait)};
	}
	if (status !== undefined && status >= 500) {
		return {
			title: failureMessages.serverFailed(status, said),
			hint: failureMessages.tryAgain,
		};
	}
	return {title: said ?? failureMessages.refused(status), hint: undefined};
}
