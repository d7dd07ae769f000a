import type {Call, Next} from '../../contract/call.ts';
import {credentialHeaders} from '../../contract/credentials.ts';
import type {Endpoint} from '../../contract/endpoint.ts';
import type {RawRequest} from '../../contract/endpoints/index.ts';
import {ApiError} from '../../contract/errors.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {isTooDeep, maxDepth} from '../../lib/json/depth.ts';
import {requestMessages} from '../../messages/errors.ts';
import {type Following, readerOf, readJson, readRaw} from './answers.ts';
import type {Exchange} from './exchange.ts';
import {type Fields, nameOf, prepare, urlOf} from './prepare.ts';
import type {WireAnswer, WireRequest} from './wire.ts';

type Sending = {base: URL; exchange: Exchange; clock: Clock; deadlineMs: number};

/** How much longer than the service we wait for an awaited command. */
const awaitMarginMs = 5000;

/** Returns how a call of an endpoint is sent and its answer read: the end of all middleware. */
export function senderOf(row: Endpoint, {base, exchange, clock, deadlineMs}: Sending): Next {
	const readAll = readerOf(row, nameOf(row));
	// The path that the service supports, known once one of the two has failed.
	let path = row.path;
	const attempt = (at: string, call: Call, page?: number): Promise<WireAnswer> => {
		const input: Fields = call.input;
		const {url, ...prepared} = prepare(row, at, input, base);
		if (page !== undefined) url.searchParams.set('page', String(page));
		const request = {...prepared, url, headers: headersOf(call, prepared)};
		return exchange(request, call.request, {
			...call.options,
			deadlineMs: call.options.deadlineMs ?? deadlineOf(row, input),
		});
	};
	/** The pages after the first are requested in the same way, until the time of the call is over. */
	const following = (call: Call): Following => {
		const endsAt = clock.monotonic() + (call.options.deadlineMs ?? deadlineMs);
		return {
			ask: async page => readJson(await attempt(path, call, page), call.request),
			isOver: () => clock.monotonic() >= endsAt,
		};
	};
	const ask = async (call: Call): Promise<WireAnswer> => {
		try {
			return await attempt(path, call);
		} catch (error) {
			const other = path === row.path ? row.alternative : row.path;
			if (other === undefined || !isNotThere(error)) throw error;
			try {
				const answer = await attempt(other, call);
				path = other;
				return answer;
			} catch (second) {
				// Neither path exists: prefer the answer with an error key.
				throw isNotThere(second) && (error.key !== undefined || second.key === undefined) ? error : second;
			}
		}
	};
	return async call => {
		const pages = following(call);
		return readAll(await ask(call), pages);
	};
}

/** True if nothing was executed because the path does not exist, as an endpoint or as a record. */
const isNotThere = (error: unknown): error is ApiError =>
	error instanceof ApiError && (error.status === 404 || error.status === 405);

const headersOf = (call: Call, {headers}: Pick<WireRequest, 'headers'>) => ({
	'User-Agent': 'rcondeck',
	...headers,
	...credentialHeaders(call.credentials),
});

function deadlineOf(row: Endpoint, input: Fields): number | undefined {
	if (!row.waits) return undefined;
	const timeoutMs = typeof input['timeoutMs'] === 'number' ? input['timeoutMs'] : 5000;
	return timeoutMs + awaitMarginMs;
}

/** Returns how a raw request is sent. */
export function rawSender({base, exchange}: Pick<Sending, 'base' | 'exchange'>): Next {
	return async call => {
		const {method, request, options} = call;
		const {path, body} = call.input as RawRequest; // of `raw`
		const blocked = (why: string) => new ApiError(why, {reason: 'blocked', request});
		if (!/^[A-Z]+$/.test(method)) throw blocked(requestMessages.noMethod);
		if (/^[a-z][a-z\d+.-]*:/i.test(path)) throw blocked(requestMessages.noPath);
		if (isTooDeep(body)) throw blocked(requestMessages.tooDeep(maxDepth));
		const content: Pick<WireRequest, 'headers' | 'body'> =
			body === undefined
				? {headers: {Accept: '*/*'}, body: undefined}
				: {headers: {Accept: '*/*', 'Content-Type': 'application/json'}, body: JSON.stringify(body)};
		const url = urlOf(base, path.startsWith('/') ? path : `/${path}`);
		const sent = {method, url, body: content.body, headers: headersOf(call, content)};
		return readRaw(await exchange(sent, request, options), method);
	};
}
