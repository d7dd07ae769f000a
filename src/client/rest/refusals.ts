import {isConsoleFailure, ServerCommand} from '../../contract/models/server.ts';
import {ApiError, isErrorKey, missingPermission} from '../../contract/errors.ts';
import {tryParseJson} from '../../lib/json/json.ts';
import {readRetryAfter} from '../../lib/time/retry-delay.ts';
import {printableLine} from '../../lib/text/text.ts';
import {errorWords, refusalMessages} from '../../messages/errors.ts';
import {withServiceMessage} from '../../messages/results.ts';
import {type Fields, isFields, valueNamed} from '../../contract/wire-values.ts';
import type {WireAnswer} from './wire.ts';

type RefusalContext = {
	request: string;
	url: URL;
	now: number;
	/** Sent without credentials, because none are configured. */
	isAnonymous: boolean;
};

/** The error for a response that is not 2xx. The status decides, whatever the body is. (Specification: Errors) */
export function refusalOf(answer: WireAnswer, {request, url, now, isAnonymous}: RefusalContext): ApiError {
	const {key, said, command} = errorFieldsIn(answer);
	const ours = redirectWords(answer, url);
	const words = withServiceMessage(sentence(answer.status, key, isAnonymous), said && printableLine(said));
	return new ApiError(ours ?? words, {
		reason: 'refused',
		request,
		status: answer.status,
		key,
		serviceMessage: ours ?? said,
		retryAfterMs: readRetryAfter(answer.header('retry-after'), now),
		isAnonymous,
		answer: isConsoleFailure(key) ? ServerCommand.safeParse(command).data : undefined,
	});
}

type ErrorFields = {key: string | undefined; said: string | undefined; command?: unknown};

function errorFieldsIn(answer: WireAnswer): ErrorFields {
	const text = new TextDecoder().decode(answer.body).trim();
	const body = tryParseJson(text);
	const all = errorsIn(body);
	if (all.length === 0) {
		const isPlain = answer.header('content-type')?.startsWith('text/plain') === true;
		return {
			key: undefined,
			said: isPlain || typeof body === 'string' ? shortenText(plainText(body, text)) : undefined,
		};
	}
	const key = keyIn(all);
	const said = [
		'message',
		'errorMessage',
		'errorDescription',
		'detail',
		'description',
		'title',
		'error',
		'errors',
	].flatMap(name => all.map(fields => valueNamed(fields, name)));
	const words = said.map(sentenceIn).find(text => text !== undefined && text !== key);
	const [fields] = all;
	return {key, said: words, command: fields?.['command']};
}

const plainText = (body: unknown, text: string) => (typeof body === 'string' ? body : text);

const maxErrors = 20;

/** The records of an error: the body, its fields `error` and `errors`, or each of a list. */
function errorsIn(body: unknown): Fields[] {
	const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxErrors) : [value]);
	const outer = listed(body).filter(isFields);
	const inner = outer.flatMap(fields => [
		...listed(fields['error']),
		...listed(valueNamed(fields, 'errors')),
	]);
	return [...outer, ...inner.filter(isFields)];
}

/** A text, or the texts of a list of errors without fields. */
function sentenceIn(value: unknown): string | undefined {
	if (!Array.isArray(value)) return shortenText(value);
	const texts = value.slice(0, maxErrors).filter(text => typeof text === 'string' && text !== '');
	return texts.length > 0 ? shortenText(texts.join(' ')) : undefined;
}

/** The error key, under any of the names services use: a known one, else the first. (Specification: Errors) */
function keyIn(all: readonly Fields[]): string | undefined {
	const named = (names: readonly string[]) =>
		names.flatMap(name => all.map(fields => valueNamed(fields, name)));
	const others = [...named(['errorKey', 'messageKey', 'errorCode', 'code']), ...all.map(({error}) => error)];
	const alone = all.flatMap(({errors}) => (Array.isArray(errors) ? errors : []));
	const keys = [...named(['key']), ...[...others, ...alone].filter(isLikeKey)]
		.map(shortenText)
		.filter(isText);
	return keys.find(key => isErrorKey(key) || missingPermission(key)) ?? keys[0];
}

const isText = (value: string | undefined) => value !== undefined;

/** `server.is_not_online` or `NOT_FOUND`, but not a number, a sentence or a reason phrase such as `Conflict`. */
const isLikeKey = (value: unknown): boolean =>
	typeof value === 'string' && /^[a-z]\w*([.:-]\w+)*$/i.test(value) && !/^[A-Z][a-z]+$/.test(value);

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
