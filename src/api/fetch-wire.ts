import {collectBody, WireProblem, type Wire, type WireAnswer} from './wire.ts';

export type Fetch = (request: Request) => Response | Promise<Response>;

/** A service in the same process, or anything else with the signature of `fetch`. */
export function fetchWire(fetch: Fetch): Wire {
	return async (request, {signal, maxBytes, onSent}) => {
		signal.throwIfAborted();
		const given = Promise.withResolvers<never>();
		const abandon = () => given.reject(signal.reason);
		signal.addEventListener('abort', abandon, {once: true});
		const answered = async (): Promise<WireAnswer> => {
			const asked = new Request(request.url, {
				method: request.method,
				headers: request.headers,
				body: typeof request.body === 'object' ? Buffer.from(request.body) : (request.body ?? null),
				redirect: 'manual',
				signal,
			});
			onSent();
			const response = await fetch(asked);
			const body = collectBody(response.status, maxBytes);
			for await (const chunk of response.body ?? []) if (body.add(chunk) === 'full') break;
			return {
				status: response.status,
				header: name => response.headers.get(name) ?? undefined,
				body: body.bytes(),
				cut: body.isCut(),
			};
		};
		try {
			return await Promise.race([answered(), given.promise]);
		} catch (cause) {
			if (signal.aborted) throw signal.reason;
			throw cause instanceof WireProblem ? cause : new WireProblem(cause);
		} finally {
			// Node keeps a combined signal, with everything its listeners capture, until it has no listeners.
			signal.removeEventListener('abort', abandon);
		}
	};
}
