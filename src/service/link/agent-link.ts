import {WebSocket} from 'ws';
import {linkPath, maxOrderBytes} from '../../contract/models/link.ts';
import {pause} from '../../lib/time/clock.ts';
import {connectionProblem} from '../../lib/net/connection-problem.ts';
import {backoffMs} from '../../lib/time/retry-delay.ts';
import {connectionProblemText} from '../../messages/connection-problems.ts';
import {linkMessages as messages} from '../../messages/link.ts';
import {openAgentSession, type AgentSession, type End, type SessionOptions} from './agent-session.ts';

export type LinkEvent = {kind: 'linked'; node: string} | {kind: 'lost'; reason: string; retryMs: number};

type Options = Omit<SessionOptions, 'end' | 'onLinked' | 'send' | 'waitingBytes'> & {
	/** The address of the other service. */
	url: URL;
	token: string;
	random: () => number;
	onEvent: (event: LinkEvent) => void;
	/** Ends the link; the servers continue to run. */
	signal: AbortSignal;
};

const firstRetryMs = 1000;
const maxRetryMs = 30_000;
/** The delay after a refusal, which someone must solve first. */
const refusedRetryMs = 60_000;
const handshakeMs = 10_000;
/** Links this machine to a service until the signal. Resolves to false at once if the service refuses the token. */
export async function runAgentLink(options: Options): Promise<boolean> {
	const {clock, random, signal, onEvent} = options;
	for (let failures = 0; !signal.aborted; failures++) {
		const {reason, isRefused, isUnauthorized, wasLinked} = await connect(options);
		if (isUnauthorized) return false;
		if (signal.aborted) break;
		if (wasLinked) failures = 0;
		const delayMs = isRefused ? refusedRetryMs : backoffMs(firstRetryMs, maxRetryMs, failures);
		const retryMs = Math.round(delayMs * (0.5 + 0.5 * random()));
		onEvent({kind: 'lost', reason, retryMs});
		await pause(clock, retryMs, signal).catch(() => {});
	}
	return true;
}

/** Connects once. Resolves to how the connection ended. */
function connect(options: Options): Promise<End> {
	const {token, signal} = options;
	const socket = new WebSocket(addressOf(options.url), {
		headers: {Authorization: `Bearer ${token}`},
		maxPayload: maxOrderBytes,
		perMessageDeflate: false,
		followRedirects: false,
		handshakeTimeout: handshakeMs,
	});
	return new Promise(resolve => {
		let ended: End | undefined;
		let session: AgentSession | undefined;
		const end = (how: End) => {
			ended ??= how;
			socket.terminate();
		};
		const abandon = () => end({reason: messages.closed});
		signal.addEventListener('abort', abandon, {once: true});
		socket.on('open', () => {
			session = openAgentSession({
				...options,
				send: message => socket.send(JSON.stringify(message)),
				waitingBytes: () => socket.bufferedAmount,
				end,
				onLinked: node => options.onEvent({kind: 'linked', node}),
			});
		});
		socket.on('message', data => session?.receive(String(data)));
		socket.on('unexpected-response', (_request, {statusCode = 0}) =>
			end({reason: messages.notAgent(statusCode), isUnauthorized: statusCode === 401}),
		);
		socket.on('error', error => {
			ended ??= {reason: reasonOf(error, options.url)};
		});
		socket.on('close', () => {
			signal.removeEventListener('abort', abandon);
			session?.close();
			resolve({reason: messages.closed, ...ended, wasLinked: session?.isLinked() ?? false});
		});
	});
}

const reasonOf = (error: Error, {host}: URL): string =>
	connectionProblemText(connectionProblem(error, {name: host, setting: messages.setting}));

function addressOf(url: URL): URL {
	const address = new URL(url);
	address.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
	address.pathname = url.pathname.replace(/\/$/, '') + linkPath;
	return address;
}
