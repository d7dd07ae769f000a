import type {ByName} from '../../lib/json/maps.ts';
import {openHttp} from '../../lib/net/http.ts';
import {bodyLimit, type HttpAnswer, type HttpOptions, readBody} from '../../lib/net/http-message.ts';
import {untilAborted} from '../../lib/net/until-aborted.ts';

export type WireRequest = {
	method: string;
	url: URL;
	headers: ByName<string>;
	body: string | Uint8Array | undefined;
};
export type WireAnswer = HttpAnswer;

/** Sends a request once and returns the whole answer. Rejects with the signal's reason, or with the failure. */
export type Wire = (request: WireRequest, options: HttpOptions) => Promise<WireAnswer>;

/** The network, with the proxies, authorities and client certificate of the environment. */
export function networkWire(env: NodeJS.ProcessEnv = process.env): Wire {
	const {send} = openHttp(env);
	return (request, options) =>
		send({...request, headers: {...request.headers, 'Accept-Encoding': 'gzip, deflate, br'}}, options);
}

export type Fetch = (request: Request) => Response | Promise<Response>;

/** A service in the same process, or anything else with the signature of `fetch`. */
export function fetchWire(fetch: Fetch): Wire {
	const ask = async ({url, method, headers, body}: WireRequest, {signal, maxBytes, onSent}: HttpOptions) => {
		signal.throwIfAborted();
		const asked = new Request(url, {
			method,
			headers,
			body: typeof body === 'object' ? Buffer.from(body) : (body ?? null),
			redirect: 'manual',
			signal,
		});
		onSent?.();
		const response = await fetch(asked);
		return {
			status: response.status,
			header: (name: string) => response.headers.get(name) ?? undefined,
			...(await readBody(response.body ?? [], bodyLimit(response.status, maxBytes))),
		};
	};
	return (request, options) => untilAborted(ask(request, options), options.signal);
}
