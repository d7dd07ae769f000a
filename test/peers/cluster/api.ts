import {setTimeout as sleep} from 'node:timers/promises';

/** `unknown`: it may have been carried out. */
export type Outcome = 'accepted' | 'refused' | 'unknown';
export type Reply = {
	outcome: Outcome;
	status: number;
	key: string;
	/** In words, unless it was accepted. */
	cause: string;
	body: Record<string, unknown>;
};

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
			const {status} = answer;
			const [key, message] = [textOf(value['key']), textOf(value['message'])];
			const outcome = outcomeOf(status, key);
			return {outcome, status, key, cause: causeOf(status, key, message), body: value};
		} catch (error) {
			const isLate = error instanceof Error && error.name === 'TimeoutError';
			const cause = isLate ? `no response in ${limitMs / 1000} s` : 'connection lost';
			return {outcome: 'unknown', status: 0, key: '', cause, body: {}};
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

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** A timeout and other errors of the service or the load balancer leave open what has happened. */
function outcomeOf(status: number, key: string): Outcome {
	if (status >= 200 && status < 300) return 'accepted';
	// It has neither stored nor sent anything.
	if (status === 503 && key === 'general.not_carried_out') return 'refused';
	return status >= 500 || key === 'server.rcon_timeout' ? 'unknown' : 'refused';
}

function causeOf(status: number, key: string, message: string): string {
	if (status < 300) return '';
	if (key === '') return `${status} of the load balancer`;
	return status >= 500 ? `${status} ${message}` : `${status} ${key}`;
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
