import {isConsoleFailure} from '../../../contract/models/server.ts';
import {
	type ApiError,
	isErrorKey,
	mayHaveRun,
	missingPermission,
	type Reason,
} from '../../../contract/errors.ts';
import {formatDuration} from '../../../lib/time/ago.ts';
import {printable, printableLine} from '../../../lib/text/text.ts';
import {errorWords, failureMessages} from '../../../messages/errors.ts';
import {isKnown, withServiceMessage} from '../../../messages/results.ts';
import type {Unreadable} from '../../../contract/models/list.ts';
import {unreadableMessages} from '../../../messages/screens.ts';

/** How a read of a list ended. `refused`: the credentials were refused, and probably will be again. */
export type ReadOutcome = 'ok' | 'failed' | 'refused';

/** The only form in which an error enters state: plain, sanitized text. */
export type Failure = {
	reason: Reason;
	/** What happened, with what the service said about it. */
	title: string;
	/** What to do about it. */
	hint: string | undefined;
	key: string | undefined;
	/** What the service said, if it adds something to our words. */
	said?: string;
	status: number | undefined;
	/** The endpoint, such as `POST /server/{serverId}/rcon`. */
	request: string;
	/** The request may have been carried out although no answer confirms it. */
	mayHaveRun: boolean;
	retryAfterMs: number | undefined;
	/** Output of a command other than the one that was sent. */
	strayOutput?: string;
	/** What arrived of an answer that was cut off. */
	partial?: string;
};

/** The lines to show below a failure: other output, or what arrived of the answer. */
export function linesBelow({strayOutput, partial}: Failure): string[] {
	if (partial !== undefined) return [failureMessages.partial, ...partial.trimEnd().split('\n')];
	return strayOutput?.trimEnd().split('\n') ?? [];
}

export function failureOf(error: ApiError): Failure {
	const key = error.key === undefined ? undefined : printableLine(error.key);
	const said = error.serviceMessage === undefined ? undefined : printableLine(error.serviceMessage);
	const {title, hint} = wordsOfAnswer(error, said);
	return {
		reason: error.reason,
		title: withServiceMessage(title, said, hint),
		hint: mayHaveRun(error) && !isConsoleFailure(key) ? beforeTryingAgain(error.request) : hint,
		key,
		...(said !== undefined && (title === said || !isKnown(said, title, hint)) && {said}),
		status: error.status,
		request: error.request,
		mayHaveRun: mayHaveRun(error),
		retryAfterMs: error.retryAfterMs,
		...(error.strayOutput !== undefined && {strayOutput: printable(error.strayOutput)}),
		...(error.answer?.response && {partial: printable(error.answer.response)}),
	};
}

/** Returns the key with what the service said, or the title: for records and narrow rows. */
export function briefFailure({key, said, title}: Pick<Failure, 'key' | 'said' | 'title'>): string {
	if (key === undefined) return title;
	return said === undefined ? key : `${key}: ${said}`;
}

type Words = {title: string; hint: string | undefined};

/** Returns our words. Without a known key, the service knows best what happened. */
function wordsOfAnswer(error: ApiError, said: string | undefined): Words {
	const {key, status, request} = error;
	if (error.notOffered !== undefined) return {title: error.message, hint: undefined};
	const isRcon = request.endsWith('/rcon');
	// This status has a fixed text, whatever the body says. (Specification: Errors, RCON)
	if (isRcon && status === 408) return errorWords['server.rcon_timeout'];
	if (request.startsWith('GET /images/') && status === 404) {
		return {title: failureMessages.noImage, hint: failureMessages.noImageHint};
	}
	if (isConsoleFailure(key)) {
		const {title, hint} = errorWords[key];
		return {title: said ?? title, hint};
	}
	if (isErrorKey(key)) {
		const words = errorWords[key];
		// Not every server can be started: the service knows what to do.
		const isExplained =
			key === 'server.is_not_online' && said !== undefined && !isKnown(said, words.title, words.hint);
		return isExplained ? {title: words.title, hint: undefined} : words;
	}
	const permission = missingPermission(key);
	if (permission !== undefined) {
		return {
			title: failureMessages.lacksPermission(printableLine(permission)),
			hint: failureMessages.lacksPermissionHint,
		};
	}
	if (error.reason !== 'refused') return {title: printableLine(error.message), hint: undefined};
	// Only without a message is the reason in the specification the likely one; its hint would contradict another.
	if (isRcon && status === 409 && key === undefined && said === undefined)
		return errorWords['server.is_not_online'];
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

function byStatus({status, retryAfterMs}: ApiError, said: string | undefined): Words {
	if (status === 401) {
		return {
			title: failureMessages.credentialsRefused,
			hint: failureMessages.credentialsRefusedHint,
		};
	}
	if (status === 409)
		return said === undefined
			? {title: failureMessages.stateForbids, hint: failureMessages.stateForbidsHint}
			: {title: said, hint: undefined};
	if (status === 429) {
		const wait = retryAfterMs ? ` ${formatDuration(retryAfterMs)}` : '';
		return {title: failureMessages.fewerRequests, hint: failureMessages.waitFirst(wait)};
	}
	if (status !== undefined && status >= 500)
		return {title: failureMessages.serverFailed(status), hint: failureMessages.tryAgain};
	return {title: said ?? failureMessages.refused(status), hint: undefined};
}

/** Returns the name of a record that is missing from its list. */
export const unreadableName = ({index, id, name, isMissing}: Unreadable): string =>
	isMissing ? unreadableMessages.more : (name ?? id ?? unreadableMessages.record(index + 1));

/** Returns why it is missing. */
export const unreadableReason = ({reason, isRepeat, isMissing}: Unreadable): string =>
	isRepeat || isMissing ? reason : unreadableMessages.unreadable(reason);

/** Returns the records to show below a list: none while a filter is active. */
export const unreadableBelow = (records: readonly Unreadable[], filter: string): readonly Unreadable[] =>
	filter.trim() === '' ? records : [];

/** Counts the occurrences of each id that a list has more than once. */
export function timesListed(records: readonly Unreadable[]): ReadonlyMap<string, number> {
	const times = new Map<string, number>();
	for (const {id, isRepeat} of records) {
		if (isRepeat && id !== undefined) times.set(id, (times.get(id) ?? 1) + 1);
	}
	return times;
}

/** Returns a name, marked if it is listed more than once. */
export const markedName = (name: string, times: number | undefined): string =>
	times === undefined ? name : unreadableMessages.listedTimes(name, times);
