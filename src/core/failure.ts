import {mayHaveRun, missingPermission, type ApiError, type Reason} from '../contract/errors.ts';
import {errorWords, wordsFor} from '../contract/error-words.ts';
import {printableLine} from '../lib/text.ts';

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
	};
}

function words(error: ApiError): {title: string; hint: string | undefined} {
	const known = wordsFor(error.key);
	if (known) return {title: known.title, hint: known.hint};
	const permission = missingPermission(error.key);
	if (permission !== undefined) {
		return {
			title: `These credentials lack the permission ${printableLine(permission)}.`,
			hint: 'Ask the owner of the team to add it to the application.',
		};
	}
	const said = error.serviceMessage === undefined ? undefined : printableLine(error.serviceMessage);
	const isUnknown = mayHaveRun(error) && !error.request.startsWith('GET ');
	const hint = isUnknown ? beforeTryingAgain(error.request) : undefined;
	if (error.reason !== 'refused') return {title: printableLine(error.message), hint};
	const {title, hint: usual} = byStatus(error.status, said);
	return {title, hint: hint ?? usual};
}

const beforeTryingAgain = (request: string) =>
	request.endsWith('/rcon')
		? errorWords['server.rcon_timeout'].hint
		: 'It may have been carried out: look at the state before you try again.';

function byStatus(
	status: number | undefined,
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
		return {title: 'The service asks for fewer requests.', hint: 'It is asked again more slowly.'};
	}
	if (status !== undefined && status >= 500) {
		return {
			title: `The service failed (${status})${said ? `: ${said}` : '.'}`,
			hint: 'Try again in a moment.',
		};
	}
	return {title: said ?? `The service refused (${status ?? 'no status'}).`, hint: undefined};
}
