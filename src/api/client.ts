import {credentialHeaders, type Credentials} from '../contract/credentials.ts';
import type {CallOptions, Endpoint} from '../contract/endpoint.ts';
import {endpoints, type Api, type EndpointName, type RawRequest} from '../contract/endpoints/index.ts';
import {ApiError, isNoSuchPath} from '../contract/errors.ts';
import {strayNames} from '../contract/rcon-text.ts';
import type {Clock} from '../lib/clock.ts';
import {isTooDeep, maxDepth} from '../lib/depth.ts';
import {openTextList, readerOf, readRaw} from './answers.ts';
import {isNotOffered, isNotThere, isOffered} from './not-offered.ts';
import {createCapabilities, type Capabilities} from './capabilities.ts';
import {
	createExchange,
	type CallReport,
	type Exchange,
	type OnExchange,
	type SendOptions,
} from './exchange.ts';
import {fetchWire, type Fetch} from './fetch-wire.ts';
import {nameOf, prepare, urlOf, type Fields} from './prepare.ts';
import {createSignIn, type SignIn} from './sign-in.ts';
import {createRetryBudget, type RetryBudget} from './retry.ts';
import {networkWire} from './transport.ts';
import type {Wire, WireAnswer, WireRequest} from './wire.ts';
import {extensionMessages} from '../messages/extensions.ts';
import {answerMessages, requestMessages} from '../messages/requests.ts';

export type ApiOptions = {
	/** `{base_url}` of the specification; may have a path, which is kept. */
	baseUrl: string;
	credentials: Credentials | undefined;
	/** Replaces `credentials` by what is stored now once the service refuses them. */
	signIn?: SignIn;
	clock: Clock;
	/** Between 0 and 1. */
	random: () => number;
	/** Replaces the network: the local service in this process. */
	fetch?: Fetch;
	/** Replaces the network by another way of sending. */
	wire?: Wire;
	/** Sends only GET; everything else is `blocked`. */
	readOnly?: boolean;
	/** For a whole call; default 15 s. An awaited command gets its `timeoutMs` plus 5 s. */
	deadlineMs?: number;
	/** Largest decompressed response that is read; default 128 MiB. */
	maxBytes?: number;
	capabilities?: Capabilities;
	/** May be shared by the clients of one program. */
	budget?: RetryBudget;
	onCall?: (report: CallReport) => void;
	/** For a log. */
	onExchange?: OnExchange | undefined;
};

/** How much longer than the service we wait for an awaited command. */
const awaitMarginMs = 5000;

/** One method per endpoint of the contract. */
export function createApi(options: ApiOptions): Api {
	const {clock, random} = options;
	const exchange = createExchange({
		wire: options.wire ?? (options.fetch ? fetchWire(options.fetch) : networkWire()),
		clock,
		random,
		budget: options.budget ?? createRetryBudget(clock),
		deadlineMs: options.deadlineMs ?? 15_000,
		maxBytes: options.maxBytes ?? 128 * 1024 * 1024,
		isAnonymous: options.credentials === undefined,
		onCall: options.onCall ?? (() => {}),
		onExchange: options.onExchange,
	});
	const base = new URL(options.baseUrl);
	const send = guardExchange(
		exchange,
		options.signIn ?? createSignIn({credentials: options.credentials, clock}),
		options.readOnly === true,
	);
	const capabilities = options.capabilities ?? createCapabilities();
	const dependencies = {base, send, capabilities};
	return methodsOf(name =>
		name === 'raw'
			? rawCall(base, send)
			: // The mapped type and these methods are made from the same table.
				name === 'awaitRcon'
				? ownAnswers(methodOf(name, endpoints[name], dependencies) as Api['awaitRcon'])
				: methodOf(name, endpoints[name], dependencies),
	);
}

/** Creates each method when it is first used: most calls need only one, and the others need all schemas. */
function methodsOf(create: (name: keyof Api) => unknown): Api {
	const created = new Map<string | symbol, unknown>();
	// A promise that resolves to the client asks for `then`.
	const isMethod = (name: string | symbol): name is keyof Api =>
		name === 'raw' || (name !== 'then' && Reflect.has(endpoints, name));
	const get = (name: string | symbol) => {
		if (!created.has(name) && isMethod(name)) created.set(name, create(name));
		return created.get(name);
	};
	return new Proxy(
		{},
		{
			get: (_, name) => get(name),
			has: (_, name) => isMethod(name),
			ownKeys: () => [...Reflect.ownKeys(endpoints), 'raw'],
			getOwnPropertyDescriptor: (_, name) =>
				isMethod(name) ? {value: get(name), enumerable: true, configurable: true, writable: true} : undefined,
		},
	) as Api; // every name has its method
}

/** Treats the outcome as unknown if the response is for another server or command. */
function ownAnswers(awaitRcon: Api['awaitRcon']): Api['awaitRcon'] {
	return async (input, options) => {
		const answer = await awaitRcon(input, options);
		const stray = strayNames(input, answer);
		if (stray === undefined) return answer;
		const strayOutput = answer.command.response;
		throw new ApiError(answerMessages.stray(stray), {
			reason: 'unreadable',
			request: nameOf(endpoints.awaitRcon),
			strayOutput,
		});
	};
}

type Send = Exchange;

/**
Adds the credentials; blocks changes in a read-only session. A request that the service refused for its credentials was
not carried out, so it is sent once more with other ones.
*/
function guardExchange(exchange: Exchange, signIn: SignIn, readOnly: boolean): Send {
	return async (request, name, options) => {
		if (readOnly && request.method !== 'GET' && request.method !== 'HEAD') {
			throw new ApiError(requestMessages.readOnly, {reason: 'blocked', request: name});
		}
		const sendAs = (credentials: Credentials | undefined) => {
			const headers = {
				'User-Agent': 'rcondeck',
				...request.headers,
				...credentialHeaders(credentials),
			};
			return exchange({...request, headers}, name, options);
		};
		const used = signIn.current();
		try {
			return await sendAs(used);
		} catch (error) {
			if (!(error instanceof ApiError) || error.status !== 401) throw error;
			const others = await signIn.renew(used);
			if (!others) throw error;
			return sendAs(others);
		}
	};
}

type CallDependencies = {base: URL; send: Send; capabilities: Capabilities};

function methodOf(name: EndpointName, row: Endpoint, {base, send, capabilities}: CallDependencies) {
	const request = nameOf(row);
	const {read, takeSpare} = readerOf(row, request);
	// The path that the service supports, known once one of the two has failed.
	let path = row.path;
	const attempt = (at: string, input: Fields, options: SendOptions): Promise<WireAnswer> =>
		send(prepare(row, at, input, base), request, {...deadlineOf(row, input), ...options});
	const ask = async (input: Fields, options: SendOptions): Promise<WireAnswer> => {
		try {
			return await attempt(path, input, options);
		} catch (error) {
			const other = path === row.path ? row.alternative : row.path;
			if (other === undefined || !isNotThere(error)) throw error;
			try {
				const answer = await attempt(other, input, options);
				path = other;
				return answer;
			} catch (second) {
				// Neither path exists: prefer the answer with an error key.
				throw isNotThere(second) && (error.key !== undefined || second.key === undefined) ? error : second;
			}
		}
	};
	return async (input: Fields = {}, options: CallOptions = {}): Promise<unknown> => {
		const texts = options.asText && openTextList(row, request, options.asText);
		if (texts) return texts.read(await ask(input, {...options, openBody: texts.openBody}));
		if (!row.extension) return read(await ask(input, {...options, takeSpare}), options);
		const notOffered = (status?: number) =>
			new ApiError(extensionMessages.notOffered(name), {
				reason: status === undefined ? 'blocked' : 'refused',
				request,
				status,
				notOffered: name,
			});
		if (capabilities.isOff(name) && !options.retryMissing) throw notOffered();
		try {
			const value = read(await ask(input, options), options);
			capabilities.markOffered(name);
			return value;
		} catch (error) {
			if (isOffered(error)) capabilities.markOffered(name);
			else if (isNotOffered(error)) capabilities.markMissing(name);
			// The key of a missing record is more specific.
			const isPath = isNoSuchPath(error) || (isNotOffered(error) && error.status === 501);
			throw isPath && capabilities.isOff(name) ? notOffered(error.status) : error;
		}
	};
}

function deadlineOf(row: Endpoint, input: Fields): CallOptions {
	if (!row.waits) return {};
	const timeoutMs = typeof input['timeoutMs'] === 'number' ? input['timeoutMs'] : 5000;
	return {deadlineMs: timeoutMs + awaitMarginMs};
}

function rawCall(base: URL, send: Send): Api['raw'] {
	return async ({method, path, body}: RawRequest, options: CallOptions = {}) => {
		const verb = method.toUpperCase();
		const request = requestMessages.raw(verb);
		if (!/^[A-Z]+$/.test(verb)) {
			throw new ApiError(requestMessages.noMethod, {reason: 'blocked', request});
		}
		if (/^[a-z][a-z\d+.-]*:/i.test(path)) {
			throw new ApiError(requestMessages.noPath, {
				reason: 'blocked',
				request,
			});
		}
		if (isTooDeep(body)) {
			throw new ApiError(requestMessages.tooDeep(maxDepth), {
				reason: 'blocked',
				request,
			});
		}
		const content: Pick<WireRequest, 'headers' | 'body'> =
			body === undefined
				? {headers: {Accept: '*/*'}, body: undefined}
				: {
						headers: {Accept: '*/*', 'Content-Type': 'application/json'},
						body: JSON.stringify(body),
					};
		const url = urlOf(base, path.startsWith('/') ? path : `/${path}`);
		return readRaw(await send({method: verb, url, ...content}, request, options), verb);
	};
}
