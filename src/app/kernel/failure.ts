import {mayHaveRun, missingPermission, type ApiError, type Reason} from '../../contract/errors.ts';
import {errorWords, wordsFor} from '../../contract/error-words.ts';
import {formatDuration} from '../../lib/ago.ts';
import {printable, printableLine} from '../../lib/text.ts';

/** An error in the only form in which it enters state: plain, cleaned words. */
export type Failure = {
	reason: Reason;
	/** What is so. */
	title: string;
	/** What helps. */
	hint: string | undefined;
	key: string | undefined;
	status: number | undefined;
	/** The row: `POST /server/{serverId}/rcon`. */
	request: string;
	/** The request may have been carried out although no answer says so. */
	mayHaveRun: boolean;
	retryAfterMs: number | undefined;
	/** The output of another command than was sent. */
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
	// The words of the specification for this status, whatever the body says. (Specification: Errors, RCON)
	if (isRcon && status === 408) return errorWords['server.rcon_timeout'];
	if (request.startsWith('GET /images/') && status === 404) {
		return {title: 'The service has no image with this id.', hint: 'The team shows the id of its icon.'};
	}
	const known = wordsFor(key);
	if (known) return known;
	const permission = missingPermission(key);
	if (permission !== undefined) {
		return {
			title: `These credentials lack the permission ${printableLine(permission)}.`,
			hint: 'Ask the owner of the team to add it to the application.',
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
			title: 'No credentials are set.',
			hint: 'Run rcondeck login, or set RCONDECK_TOKEN, or RCONDECK_APP_ID with RCONDECK_APP_SECRET.',
		};
	}
	return byStatus(error, said);
}

const beforeTryingAgain = (request: string) =>
	request.endsWith('/rcon')
		? errorWords['server.rcon_timeout'].hint
		: 'It may have been carried out: look at the state before you try again.';

function byStatus(
	{status, retryAfterMs}: ApiError,
	said: string | undefined,
): {title: string; hint: string | undefined} {
	if (status === 401) {
		return {
			title: 'The service does not accept these credentials.',
			hint: 'Check RCONDECK_TOKEN, or RCONDECK_APP_ID with RCONDECK_APP_SECRET; they may have been rotated.',
		};
	}
	if (status === 409) {
		return {
			title: said ?? 'The state of the server does not allow this now.',
			hint: 'It may be known late: look again in a moment.',
		};
	}
	if (status === 429) {
		const wait = retryAfterMs === undefined ? '' : ` ${formatDuration(retryAfterMs)}`;
		return {title: 'The service asks for fewer requests.', hint: `Wait${wait} before you try again.`};
	}
	if (status !== undefined && status >= 500) {
		return {
			title: `The service failed (${status})${said ? `: ${said}` : '.'}`,
			hint: 'Try again in a moment.',
		};
	}
	return {title: said ?? `The service refused (${status ?? 'no status'}).`, hint: undefined};
}
