import type * as Dispatchers from './dispatcher.ts';
import {parseJson} from './json.ts';
import type {Network} from './dispatcher.ts';

/** `path` includes the query. */
export type HttpRequest = {
	method: 'GET' | 'POST';
	origin: string;
	path: string;
	headers?: Readonly<NodeJS.Dict<string>>;
	body?: string;
};

export type HttpAnswer = {
	status: number;
	header: (name: string) => string | undefined;
	body: Buffer;
	/** Whether the body was longer than the limit. */
	isCut: boolean;
};

type Limits = {
	signal: AbortSignal;
	/** For the whole exchange. */
	timeoutMs: number;
	maxBytes: number;
};

/** The time for an exchange was up. */
export class HttpTimeout extends Error {
	override readonly name = 'HttpTimeout';
}

/** Sends requests to one peer. */
export type HttpPeer = {
	/**
	Sends a request once and reads at most `maxBytes` of the answer. Follows no redirects. Throws the signal's reason,
	`HttpTimeout`, or an error for `connectionProblem`.
	*/
	exchange: (request: HttpRequest, limits: Limits) => Promise<HttpAnswer>;
	close: () => void;
};

type Connections = Pick<Network, 'dispatcher'> & Partial<Pick<Network, 'explain'>>;

/** `open` is called for the first request: undici takes about 60 ms to load. */
export function openHttp(open: (from: typeof Dispatchers) => Connections): HttpPeer {
	let opened: Promise<Connections> | undefined;
	return {
		exchange: async (request, limits) => {
			opened ??= import('./dispatcher.ts').then(open);
			const {dispatcher, explain} = await opened.catch((error: unknown) => {
				opened = undefined;
				throw error;
			});
			try {
				return await exchange(dispatcher, request, limits);
			} catch (error) {
				limits.signal.throwIfAborted();
				const {origin, path} = request;
				throw explain && !(error instanceof HttpTimeout)
					? await explain(error, new URL(path, origin))
					: error;
			}
		},
		close: () => void opened?.then(({dispatcher}) => dispatcher.destroy()).catch(() => {}),
	};
}

async function exchange(
	dispatcher: Network['dispatcher'],
	{headers, ...request}: HttpRequest,
	{signal, timeoutMs, maxBytes}: Limits,
): Promise<HttpAnswer> {
	const timeout = AbortSignal.timeout(timeoutMs);
	try {
		const answer = await dispatcher.request({
			...request,
			headers: {...headers},
			signal: AbortSignal.any([signal, timeout]),
		});
		const chunks: Buffer[] = [];
		let size = 0;
		for await (const chunk of answer.body as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			size += chunk.length;
			// Leaving the loop closes the connection.
			if (size > maxBytes) break;
		}
		return {
			status: answer.statusCode,
			header: name => [answer.headers[name]].flat()[0],
			body: Buffer.concat(chunks).subarray(0, maxBytes),
			isCut: size > maxBytes,
		};
	} catch (error) {
		throw timeout.aborted ? new HttpTimeout() : error;
	}
}

/** Returns the value of a JSON body; undefined if it is none. */
export function jsonOf({body}: HttpAnswer): unknown {
	try {
		return parseJson(body.toString('utf8'));
	} catch {
		return undefined;
	}
}
