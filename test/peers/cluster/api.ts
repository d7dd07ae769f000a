import {setTimeout as sleep} from 'node:timers/promises';

/** `unknown`: it may have been carried out. */
export type Outcome = 'accepted' | 'refused' | 'unknown';
export type Reply = {outcome: Outcome; status: number; key: string; body: Record<string, unknown>};

const limitMs = 20_000;
const [maxTries, retryMs] = [60, 500];

/** Returns 0 if nobody answers. */
export const statusOf = (url: string): Promise<number> =>
	fetch(url, {signal: AbortSignal.timeout(limitMs)}).then(
		async answer => {
			await answer.arrayBuffer();
			return answer.status;
		},
		() => 0,
	);

/** Sends requests with a token. Never rejects. */
export const openApi = (url: string, token: () => string) => {
	const send = async (method: string, path: string, body?: unknown): Promise<Reply> => {
		try {
			const answer = await fetch(url + path, {
				method,
				headers: {'Application-Token': token(), 'Content-Type': 'application/json'},
				signal: AbortSignal.timeout(limitMs),
				...(body !== undefined && {body: JSON.stringify(body)}),
			});
			const text = await answer.text();
			const value = asFields(text);
			const key = typeof value['key'] === 'string' ? value['key'] : '';
			return {outcome: outcomeOf(answer.status, key), status: answer.status, key, body: value};
		} catch {
			return {outcome: 'unknown', status: 0, key: '', body: {}};
		}
	};
	return {
		get: (path: string) => send('GET', path),
		post: (path: string, body: unknown = {}) => send('POST', path, body),
		/** Reads again if the answer is lost. Rejects if there is none. */
		list: async (path: string): Promise<Record<string, unknown>[]> => {
			for (let tries = 1; ; tries++) {
				const {outcome, status, body} = await send('GET', path);
				const items = body['list'] ?? body['content'];
				if (outcome === 'accepted' && Array.isArray(items)) return items as Record<string, unknown>[]; // of our own service
				if (outcome === 'refused' || tries === maxTries)
					throw new Error(`${path} cannot be read (${status}).`);
				await sleep(retryMs);
			}
		},
	};
};

export type ApiClient = ReturnType<typeof openApi>;

/** A timeout and an error of the service or the load balancer leave open what has happened. */
function outcomeOf(status: number, key: string): Outcome {
	if (status >= 200 && status < 300) return 'accepted';
	return status >= 500 || key === 'server.rcon_timeout' ? 'unknown' : 'refused';
}

/** A list is in `list`. */
function asFields(text: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(text);
		return Array.isArray(value) ? {list: value} : (value as Record<string, unknown>);
	} catch {
		return {text};
	}
}
