import type {DriverVerb} from './power-driver.ts';
import * as z from 'zod';
import {connectionProblem} from '../../lib/net/connection-problem.ts';
import {openHttp} from '../../lib/net/http.ts';
import {HttpTimeout} from '../../lib/net/http-exchange.ts';
import {type HttpAnswer, jsonOf} from '../../lib/net/http-message.ts';
import {connectionProblemText} from '../../messages/connection-problems.ts';
import {panelMessages} from '../../messages/power.ts';
import {PowerError, type PowerDriver, type PowerStatus} from './power-driver.ts';
import {statusOf} from './programs.ts';

type Options = {
	/** The address of the panel, possibly with a path. */
	url: string;
	/** The short identifier or UUID of the server. */
	server: string;
	/** Reads a client API key; called for each request. Rejects with an error whose message is for the user. */
	readKey: () => Promise<string>;
	env: NodeJS.ProcessEnv;
};

const answerMs = 20_000;
const maxBytes = 1024 * 1024;
/** The panel may repeat a state for up to 20 s. (Client API: Resource Usage) */
const lagMs = 25_000;

const Resources = z.object({
	attributes: z.object({
		current_state: z.string(),
		is_suspended: z.boolean().optional(),
		// 100 % is one core. (Pterodactyl Wings: ResourceUsage)
		resources: z
			.object({
				memory_bytes: z.number().nonnegative().optional().catch(undefined),
				cpu_absolute: z.number().nonnegative().optional().catch(undefined),
			})
			.optional()
			.catch(undefined),
	}),
});
const Refusal = z.object({errors: z.array(z.object({detail: z.string()})).min(1)});

/** Starts and stops a server through the client API of Pterodactyl or Pelican. It has no log. */
export function openPanelDriver({url, server, readKey, env}: Options): PowerDriver {
	const panel = openHttp(env);
	const base = new URL(url.endsWith('/') ? url : `${url}/`);
	const ask = async (what: 'power' | 'resources', signal: AbortSignal, body?: string) => {
		const key = await readKey().catch((error: unknown) => {
			throw error instanceof Error ? new PowerError(error.message, {cause: error}) : error;
		});
		signal.throwIfAborted();
		const headers = {
			Accept: 'application/json',
			Authorization: `Bearer ${key}`,
			'Content-Type': 'application/json',
			'User-Agent': 'rcondeck',
		};
		const request = {
			method: body === undefined ? 'GET' : 'POST',
			// Joined as text: a path that starts with two slashes must not become another host.
			url: new URL(`${base.origin}${base.pathname}api/client/servers/${encodeURIComponent(server)}/${what}`),
			headers,
			body,
		};
		let answer: HttpAnswer;
		try {
			answer = await panel.send(request, {signal, timeoutMs: answerMs, maxBytes});
		} catch (error) {
			signal.throwIfAborted();
			throw new PowerError(failureOf(error, base.host));
		}
		if (answer.status >= 200 && answer.status < 300) return answer;
		throw new PowerError(refusalOf(answer, server).replaceAll(key, '***'));
	};
	const send = (power: DriverVerb) => async (signal: AbortSignal) =>
		void (await ask('power', signal, JSON.stringify({signal: power})));
	return {
		blocked: {},
		lagMs,
		start: send('start'),
		stop: send('stop'),
		kill: send('kill'),
		status: statusOf(async (signal, withUsage) => {
			const {data} = Resources.safeParse(jsonOf(await ask('resources', signal)));
			if (data === undefined) throw new PowerError(panelMessages.unreadable);
			return readState(data.attributes, withUsage);
		}),
		log: async () => [],
		release: panel.close,
	};
}

/** Reads the state of a server. */
function readState(
	{current_state, is_suspended, resources}: z.output<typeof Resources>['attributes'],
	withUsage: boolean,
): PowerStatus {
	if (is_suspended === true) return {kind: 'unknown', reason: panelMessages.suspended};
	switch (current_state) {
		case 'running':
		case 'starting':
		case 'stopping': {
			const {cpu_absolute: cpuPercent, memory_bytes: memoryBytes} = resources ?? {};
			return {kind: 'running', ...(withUsage && {usage: {cpuPercent, memoryBytes}})};
		}
		case 'offline':
			return {kind: 'stopped'};
		default:
			return {kind: 'unknown', reason: panelMessages.unknownState(current_state)};
	}
}

function refusalOf(answer: HttpAnswer, server: string): string {
	const {status, header} = answer;
	const words = Refusal.safeParse(jsonOf(answer)).data?.errors[0]?.detail ?? '';
	const retry = Number(header('retry-after') ?? 'none');
	switch (status) {
		case 401:
			return panelMessages.keyRefused;
		case 403:
			return panelMessages.forbidden;
		case 404:
			return panelMessages.noServer(server);
		case 409:
			return panelMessages.conflict(words);
		case 429:
			return panelMessages.throttled(retry > 0 ? retry : undefined);
		case 502:
		case 504:
			return panelMessages.nodeDown(status);
		default:
			if (status >= 500) return panelMessages.broken(status, words);
			return status < 400 ? panelMessages.redirected(status) : panelMessages.refused(status, words);
	}
}

function failureOf(error: unknown, host: string): string {
	if (error instanceof HttpTimeout) return panelMessages.slow(host, answerMs / 1000);
	return connectionProblemText(connectionProblem(error, {name: host, setting: panelMessages.setting}));
}
