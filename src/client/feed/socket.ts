import type {Socket} from 'node:net';
import type {IncomingMessage} from 'node:http';
import {callbackify} from 'node:util';
import {type ClientOptions, WebSocket} from 'ws';
import {type Clock, systemClock} from '../../lib/time/clock.ts';
import {connectionProblem, connectMs} from '../../lib/net/connection-problem.ts';
import type {FeedSocket, OpenSocket} from '../../contract/socket.ts';
import {tlsSettings} from '../../lib/net/certificates.ts';
import {explainHangUps} from '../../lib/net/explain-hang-up.ts';
import {proxiesIn, proxyFor} from '../../lib/net/proxies.ts';
import {connectionProblemText} from '../../messages/connection-problems.ts';
import {feedConnectionMessages} from '../../messages/feed.ts';
import {maxMessageBytes} from './frame-guard.ts';

/** Calls `connected` once requests can be sent; a socket that cannot connect in time fails. */
function whenConnected(socket: Socket & {secureConnecting?: boolean}, connected: () => void): void {
	if (!socket.connecting && !socket.secureConnecting) return connected();
	const cancelTimer = systemClock.after(connectMs, () => socket.destroy(new ConnectTimeout()));
	socket.once('close', cancelTimer);
	socket.once(socket.secureConnecting === undefined ? 'connect' : 'secureConnect', () => {
		cancelTimer();
		connected();
	});
}

class ConnectTimeout extends Error {
	readonly code = 'ETIMEDOUT';
}

/** A connection is pinged after the first duration of silence, and dropped after the second, ms. */
const [pingAfterMs, giveUpAfterMs] = [2000, 5000];
/**
How many pongs may wait to be sent: a service that sends that many pings and reads no answers is left. The types of ws lack the
option, so it is not checked for it.
*/
const pongLimit = {maxPendingAutoPongs: 65_536};

/** Opens WebSockets, with the proxies, authorities and client certificate of the environment, or throws `NotReached`. */
export function openSockets(env: NodeJS.ProcessEnv = process.env, clock: Clock = systemClock): OpenSocket {
	let hangUps: ReturnType<typeof explainHangUps> | undefined;
	return (address, {protocols, headers}) => {
		const url = new URL(address);
		const {http, https} = proxiesIn(env);
		hangUps ??= explainHangUps(() => tlsSettings(env), {mayProbe: !http && !https});
		const inner = new WebSocket(url, protocols, {
			...connectionOptions(env, url),
			...pongLimit,
			headers,
			maxPayload: maxMessageBytes,
			finishRequest: request => {
				request.on('socket', (socket: Socket) => whenConnected(socket, () => {}));
				request.end();
			},
		});
		return feedSocket(inner, url, {...hangUps, clock});
	};
}

/** Throws `NotReached` if the environment is invalid. */
function connectionOptions(env: NodeJS.ProcessEnv, url: URL): ClientOptions {
	const proxy = proxyFor(env, url);
	const tls = isSecure(url) || proxy ? tlsSettings(env) : {};
	if (!proxy) return tls;
	const open = callbackify(async () => {
		const {openTunnel} = await import('../../lib/net/tunnel.ts');
		return openTunnel(proxy, url, tls);
	});
	const createConnection = (_: unknown, done: Parameters<typeof open>[0]) => open(done);
	// Node's HTTP client accepts this, too, but the types of ws do not.
	return {createConnection: createConnection as unknown as ClientOptions['createConnection']};
}

type SocketOptions = ReturnType<typeof explainHangUps> & {clock: Clock};

function feedSocket(inner: WebSocket, url: URL, {explain, noteAnswer, clock}: SocketOptions): FeedSocket {
	let response: IncomingMessage | undefined;
	let cause: Error | undefined;
	let isOpen = false;
	let heardAt: number | undefined;
	let stopWatching = () => {};
	const socket: FeedSocket = {
		url: url.href,
		get readyState() {
			return inner.readyState;
		},
		binaryType: 'arraybuffer',
		onopen: undefined,
		onmessage: undefined,
		onclose: undefined,
		onerror: undefined,
		send: data => inner.send(data),
		close: () => inner.close(),
		terminate: () => {
			stopWatching();
			inner.terminate();
		},
	};
	const answered = (found: IncomingMessage) => {
		noteAnswer(url.host);
		response = found;
	};
	inner.binaryType = 'arraybuffer';
	inner.on('upgrade', answered);
	// A response instead of the upgrade ends the attempt.
	inner.on('unexpected-response', (_request, refusal) => {
		answered(refusal);
		inner.terminate();
	});
	inner.on('open', () => {
		isOpen = true;
		const connection = response?.socket;
		response = undefined;
		if (connection)
			stopWatching = watchSilence(clock, connection, {
				ask: () => inner.ping(),
				onSilent: since => {
					heardAt = since;
					connection.destroy();
				},
			});
		socket.onopen?.({});
	});
	inner.on('message', (data: ArrayBuffer | Buffer) =>
		socket.onmessage?.({data: Buffer.isBuffer(data) ? data.toString() : data}),
	);
	inner.on('error', error => {
		cause = error;
		// Otherwise ws waits for the peer to close an invalid connection.
		inner.terminate();
	});
	inner.on('close', (code, words) => {
		stopWatching();
		const end = (reason: string) =>
			socket.onclose?.({
				code,
				reason,
				...(response?.statusCode !== undefined && {status: response.statusCode}),
				...(response?.headers['retry-after'] !== undefined && {retryAfter: response.headers['retry-after']}),
				...(heardAt !== undefined && {heardAt}),
			});
		const {noAnswer, badMessage} = feedConnectionMessages;
		if (heardAt !== undefined) end(noAnswer(giveUpAfterMs / 1000));
		else if (isOpen && cause) end(badMessage(maxMessageBytes / 2 ** 20));
		else if (response || !cause) end(words.toString());
		else
			void explain(cause, url)
				.catch(() => cause)
				.then(problem => end(handshakeProblemText(problem, url)));
	});
	return socket;
}

const isSecure = ({protocol}: URL) => protocol === 'wss:' || protocol === 'https:';

/**
Detects a dead peer on an open connection: pings it after a period without a byte. Every peer must answer pings.
(RFC 6455, 5.5.2) STOMP's heart-beats are too rare for this, and brokers choose their interval. Returns a function that stops it.
*/
function watchSilence(
	clock: Clock,
	connection: Socket,
	{ask, onSilent}: {ask: () => void; onSilent: (heardAt: number) => void},
): () => void {
	let heardAt = clock.now();
	let heardTick = clock.monotonic();
	let isAsked = false;
	let cancel = () => {};
	const giveUp = () => {
		if (isAsked) onSilent(heardAt);
	};
	const check = () => {
		if (isAsked) {
			// If this process was suspended or busy, data may be waiting to be read.
			const turn = setImmediate(giveUp);
			cancel = () => clearImmediate(turn);
			return;
		}
		const leftMs = heardTick + pingAfterMs - clock.monotonic();
		if (leftMs <= 0) {
			ask();
			isAsked = true;
		}
		wait(leftMs > 0 ? leftMs : giveUpAfterMs - pingAfterMs);
	};
	const wait = (delayMs: number) => {
		cancel = clock.after(delayMs, check);
	};
	const stop = () => cancel();
	wait(pingAfterMs);
	connection.once('close', stop).on('data', () => {
		heardAt = clock.now();
		heardTick = clock.monotonic();
		if (!isAsked) return;
		isAsked = false;
		cancel();
		wait(pingAfterMs);
	});
	return stop;
}

/** Explains why a handshake failed, as far as is known. */
function handshakeProblemText(cause: unknown, {host}: URL): string {
	return connectionProblemText(
		connectionProblem(cause, {name: host, setting: feedConnectionMessages.setting}),
	);
}
