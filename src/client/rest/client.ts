import type {Call, Middleware, Next} from '../../contract/call.ts';
import type {Credentials} from '../../contract/credentials.ts';
import type {CallOptions, Endpoint} from '../../contract/endpoint.ts';
import {type Api, endpoints, type RawRequest} from '../../contract/endpoints/index.ts';
import {ApiError} from '../../contract/errors.ts';
import type {Clock} from '../../lib/time/clock.ts';
import {checkAnswers} from './check-answers.ts';
import {type CallReport, createExchange, type OnExchange} from './exchange.ts';
import {type Capabilities, createCapabilities, watchExtensions} from './extensions.ts';
import {nameOf} from './prepare.ts';
import {createRetryBudget, type RetryBudget} from './failures.ts';
import {rawSender, senderOf} from './send-call.ts';
import {createSignIn, type SignIn} from './sign-in.ts';
import {type Fetch, fetchWire, networkWire, type Wire} from './wire.ts';
import {requestMessages} from '../../messages/errors.ts';

export type ApiOptions = {
	/** `{base_url}` of the specification; may have a path, which is kept. */
	baseUrl: string;
	credentials: Credentials | undefined;
	/** The team of the credentials, as the service names it. */
	teamId?: string | undefined;
	/** Replaces `credentials` with the stored ones once the service refuses them. */
	signIn?: SignIn;
	clock: Clock;
	/** Between 0 and 1. */
	random: () => number;
	/** Replaces the network: the local service in this process. */
	fetch?: Fetch;
	/** Replaces the network by another way of sending. */
	wire?: Wire;
	/** Sends only GET; everything else is `blocked`. */
	readOnly?: boolean | undefined;
	/** For a whole call; default 15 s. An awaited command gets its `timeoutMs` plus 5 s. */
	deadlineMs?: number | undefined;
	/** Largest decompressed response that is read; default 128 MiB. */
	maxBytes?: number;
	capabilities?: Capabilities;
	/** May be shared by the clients of one program. */
	budget?: RetryBudget;
	onCall?: ((report: CallReport) => void) | undefined;
	/** For a log. */
	onExchange?: OnExchange | undefined;
	/** What the front end does with each call, the outermost first. */
	middleware?: readonly Middleware[];
};

/** One method per endpoint of the contract. Each runs the middleware, from the first to the last, and then sends the call. */
export function createApi(options: ApiOptions): Api {
	const {clock, random, credentials, deadlineMs = 15_000, middleware = []} = options;
	const exchange = createExchange({
		wire: options.wire ?? (options.fetch ? fetchWire(options.fetch) : networkWire()),
		clock,
		random,
		budget: options.budget ?? createRetryBudget(clock),
		deadlineMs,
		maxBytes: options.maxBytes ?? 128 * 1024 * 1024,
		isAnonymous: credentials === undefined,
		onCall: options.onCall ?? (() => {}),
		onExchange: options.onExchange,
	});
	const steps = [
		...middleware,
		checkAnswers(options.teamId),
		watchExtensions(options.capabilities ?? createCapabilities()),
		...(options.readOnly ? [blockChanges] : []),
		signIn(options.signIn ?? createSignIn({credentials, clock})),
	];
	const through = (send: Next) =>
		steps.reduceRight<Next>((next, step) => async call => step(call, next), send);
	const sending = {base: new URL(options.baseUrl), exchange, clock, deadlineMs};
	const methodOf = (name: keyof Api, row: Endpoint | undefined, send: Next) => {
		const call = through(send);
		return async (input: Call['input'] = {}, callOptions: CallOptions = {}) =>
			call({name, row, ...requestOf(row, input), input, options: callOptions, credentials: undefined});
	};
	const methods = Object.entries(endpoints).map(([name, row]: [string, Endpoint]) => [
		name,
		methodOf(name as keyof Api, row, senderOf(row, sending)),
	]);
	// One method for each name of the table, and `raw`.
	return {...Object.fromEntries(methods), raw: methodOf('raw', undefined, rawSender(sending))} as Api;
}

function requestOf(row: Endpoint | undefined, input: Call['input']): Pick<Call, 'method' | 'request'> {
	if (row) return {method: row.method, request: nameOf(row)};
	const method = (input as RawRequest).method.toUpperCase();
	return {method, request: requestMessages.raw(method)};
}

const blockChanges: Middleware = async (call, next) => {
	const {method, request} = call;
	if (method === 'GET' || method === 'HEAD') return next(call);
	throw new ApiError(requestMessages.readOnly, {reason: 'blocked', request});
};

/**
Adds the credentials. A call that the service refused for them was not carried out, so it is made once more with other
ones.
*/
const signIn =
	({current, renew}: SignIn): Middleware =>
	async (call, next) => {
		const used = current();
		try {
			return await next({...call, credentials: used});
		} catch (error) {
			if (!(error instanceof ApiError) || error.status !== 401) throw error;
			const others = await renew(used);
			if (!others) throw error;
			return next({...call, credentials: others});
		}
	};
