import {gather, WireProblem, type Wire, type WireAnswer} from './wire.ts';

export type Fetch = (request: Request) => Response | Promise<Response>;

/** A service in the same process, or whatever else offers the two types of `fetch`. */
export function fetchWire(fetch: Fetch): Wire {
	return async (request, {signal, maxBytes, onSent}) => {
		signal.throwIfAborted();
		const abandoned = new Promise<never>((_resolve, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason), {once: true});
		});
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
			const body = gather(response.status, maxBytes);
			for await (const chunk of response.body ?? []) if (body.add(chunk) === 'full') break;
			return {
				status: response.status,
				header: name => response.headers.get(name) ?? undefined,
				body: body.bytes(),
				cut: body.isCut(),
			};
		};
		try {
			return await Promise.race([answered(), abandoned]);
		} catch (cause) {
			if (signal.aborted) throw signal.reason;
			throw cause instanceof WireProblem ? cause : new WireProblem(cause);
		}
	};
}
