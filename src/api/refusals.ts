import {isErrorKey} from '../contract/error-keys.ts';
import {ApiError, missingPermission} from '../contract/errors.ts';
import {parseJson} from '../lib/json.ts';
import {readRetryAfter} from '../lib/retry-delay.ts';
import {errorWords} from '../messages/errors.ts';
import type {WireAnswer} from './wire.ts';
import {refusalMessages} from '../messages/requests.ts';

type RefusalContext = {
	request: string;
	url: URL;
	now: number;
	/** Sent without credentials, because none are configured. */
	isAnonymous: boolean;
};

/** The error for a response that is not 2xx. The status decides, whatever the body is. (Specification: Errors) */
export function refusalOf(answer: WireAnswer, {request, url, now, isAnonymous}: RefusalContext): ApiError {
	const {key, said} = errorFieldsIn(answer);
	const ours = redirectWords(answer, url);
	return new ApiError(ours ?? sentence(answer.status, key, isAnonymous), {
		reason: 'refused',
		request,
		status: answer.status,
		key,
		serviceMessage: ours ?? said,
		retryAfterMs: readRetryAfter(answer.header('retry-after'), now),
		isAnonymous,
	});
}

function errorFieldsIn(answer: WireAnswer): {key: string | undefined; said: string | undefined} {
	const text = new TextDecoder().decode(answer.body).trim();
	const fields = fieldsOf(parseBody(text));
	if (!fields) {
		const isText = answer.header('content-type')?.startsWith('text/plain') === true;
		return {key: undefined, said: isText ? shortenText(text) : undefined};
	}
	const inner = fieldsOf(fields['error']) ?? {};
	const key = keyIn(fields, inner);
	const said = [fields['message'], inner['message'], fields['detail'], fields['title'], fields['error']];
	return {key, said: said.map(shortenText).find(words => words !== undefined && words !== key)};
}

/** The error key, under any of the names services use: a known one, else the first. (Specification: Errors) */
function keyIn(fields: Record<string, unknown>, inner: Record<string, unknown>): string | undefined {
	const others = [fields['errorKey'], inner['errorKey'], fields['code'], inner['code'], fields['error']];
	const keys = [fields['key'], inner['key'], ...others.filter(isLikeKey)].map(shortenText).filter(isText);
	return keys.find(key => isErrorKey(key) || missingPermission(key)) ?? keys[0];
}

const isText = (value: string | undefined) => value !== undefined;

/** `server.is_not_online` or `NOT_FOUND`, but not a number, a sentence or a reason phrase such as `Conflict`. */
const isLikeKey = (value: unknown): boolean =>
	typeof value === 'string' && /^[a-z]\w*([.:-]\w+)*$/i.test(value) && !/^[A-Z][a-z]+$/.test(value);

function fieldsOf(value: unknown): Record<string, unknown> | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? {...value} : undefined;
}

function parseBody(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

function shortenText(value: unknown): string | undefined {
	if (typeof value !== 'string' || value === '') return undefined;
	return value.length > 500 ? `${value.slice(0, 500)}…` : value;
}

function sentence(status: number, key: string | undefined, isAnonymous: boolean): string {
	if (isErrorKey(key)) return errorWords[key].title;
	const permission = missingPermission(key);
	if (permission !== undefined) return refusalMessages.noPermission;
	if (status === 401 && isAnonymous) return refusalMessages.noCredentials;
	if (status === 401) return refusalMessages.wrongCredentials;
	if (status === 403) return refusalMessages.notAllowed;
	if (status === 404) return refusalMessages.notKnown;
	if (status === 409) return refusalMessages.wrongState;
	if (status === 429) return refusalMessages.tooMany;
	if (status >= 500) return refusalMessages.serviceFailed(status);
	return refusalMessages.refused(status);
}

/** Redirects are never followed: they would leak the credentials, and could turn a POST into a GET. */
function redirectWords(answer: WireAnswer, url: URL): string | undefined {
	const location = answer.header('location');
	if (answer.status < 300 || answer.status > 399 || location === undefined) return undefined;
	const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
	return refusalMessages.redirects(url.host, target?.origin === url.origin ? undefined : target?.origin);
}
