import type {Duplex} from 'node:stream';
import type {Dispatcher, WebSocket as UndiciSocket} from 'undici';
import type {FeedSocket, OpenSocket} from '../contract/socket.ts';
import {connectionProblem} from '../lib/connection-problem.ts';
import {systemClock, type Clock} from '../lib/clock.ts';
import type {Network} from '../lib/dispatcher.ts';
import {maxFrameBytes} from './frames.ts';
import {connectionProblemText} from '../messages/connection-problems.ts';
import {feedConnectionMessages} from '../messages/feed-connection.ts';

/** A connection is pinged after the first duration of silence, and dropped after the second, ms. */
const [pingAfterMs, giveUpAfterMs] = [2000, 5000];

/**
Opens WebSockets with undici, which supports headers on the handshake, the environment's proxies, and the HTTP status of
a failed handshake, which the standard interface hides. undici is imported on first use.
*/
export async function undiciSockets(
	env: NodeJS.ProcessEnv = process.env,
	clock: Clock = systemClock,
): Promise<OpenSocket> {
	const {openNetwork, ping, WebSocket} = await import('../lib/dispatcher.ts');
	const network = openNetwork(env, {tunnels: true, webSocket: {maxPayloadSize: maxFrameBytes}});
	return (url, {protocols, headers}) => {
		const handshake: Handshake = {status: undefined, socket: undefined, cause: undefined};
		const dispatcher = network.dispatcher.compose(
			dispatch => (options, handler) => dispatch(options, observeHandshake(handler, handshake)),
		);
		const inner = new WebSocket(url, {protocols, headers, dispatcher});
		return feedSocket({url, inner, handshake, clock, ping, explain: network.explain});
	};
}

type Handshake = {
	status: number | undefined;
	retryAfter?: string;
	socket: Duplex | undefined;
	cause: Error | undefined;
};

type Connecting = Pick<Network, 'explain'> & {
	url: string;
	inner: UndiciSocket;
	handshake: Handshake;
	clock: Clock;
	ping: (socket: UndiciSocket) => void;
};

function feedSocket({url, inner, handshake, clock, ping, explain}: Connecting): FeedSocket {
	/** True if the peer or the network ended the connection. Otherwise undici did, because of an invalid message. */
	let isEnded = false;
	let wasOpen = false;
	let heardAt: number | undefined;
	let stopWatching = () => {};
	const watch = (socket: Duplex) => {
		const ended = () => void (isEnded = true);
		const silence = watchSilence(clock, {
			ask: () => ping(inner),
			onSilent: since => {
				heardAt = since;
				socket.destroy();
			},
		});
		stopWatching = silence.stop;
		socket.on('data', silence.heard).once('end', ended).once('error', ended).once('close', silence.stop);
	};
	const socket: FeedSocket = {
		url,
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
			if (handshake.socket) handshake.socket.destroy();
			else inner.close();
		},
	};
	inner.binaryType = 'arraybuffer';
	inner.addEventListener('open', event => {
		handshake.status = undefined;
		wasOpen = true;
		if (handshake.socket) watch(handshake.socket);
		socket.onopen?.(event);
	});
	inner.addEventListener('message', ({data}) => socket.onmessage?.({data}));
	inner.addEventListener('error', ({message}) => socket.onerror?.({message}));
	inner.addEventListener('close', ({code, reason}) => {
		const {status, retryAfter, cause} = handshake;
		const end = (why: string) =>
			socket.onclose?.({
				code,
				reason: why,
				...(status !== undefined && {status}),
				...(retryAfter !== undefined && {retryAfter}),
				...(heardAt !== undefined && {heardAt}),
			});
		if (heardAt !== undefined) end(feedConnectionMessages.noAnswer(giveUpAfterMs / 1000));
		else if (wasOpen && code === 1006 && !isEnded)
			end(feedConnectionMessages.badMessage(maxFrameBytes / 2 ** 20));
		else if (reason || status !== undefined || cause === undefined) end(reason);
		else void explain(cause, new URL(url)).then(known => end(handshakeProblemText(known, new URL(url))));
	});
	return socket;
}

/**
Detects a dead peer on an open connection: pings it after a period without a byte. Every peer must answer pings.
(RFC 6455, 5.5.2) STOMP's heart-beats are too rare for this, and brokers choose their interval.
*/
function watchSilence(
	clock: Clock,
	{ask, onSilent}: {ask: () => void; onSilent: (heardAt: number) => void},
): {heard: () => void; stop: () => void} {
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
	wait(pingAfterMs);
	return {
		heard: () => {
			heardAt = clock.now();
			heardTick = clock.monotonic();
			if (!isAsked) return;
			isAsked = false;
			cancel();
			wait(pingAfterMs);
		},
		stop: () => cancel(),
	};
}

function observeHandshake(
	handler: Dispatcher.DispatchHandler,
	handshake: Handshake,
): Dispatcher.DispatchHandler {
	return {
		onRequestStart: (...start) => handler.onRequestStart?.(...start),
		onResponseStarted: () => handler.onResponseStarted?.(),
		onRequestUpgrade: (controller, status, headers, socket) => {
			handshake.status = status;
			handshake.socket = socket;
			handler.onRequestUpgrade?.(controller, status, headers, socket);
		},
		// A response instead of the upgrade ends the attempt: undici would try again after a 401.
		onResponseStart: (controller, status, headers) => {
			handshake.status = status;
			const retryAfter = headers['retry-after'];
			if (typeof retryAfter === 'string') handshake.retryAfter = retryAfter;
			controller.abort(new Error(feedConnectionMessages.handshakeStatus(status)));
		},
		onResponseError: (controller, error) => {
			handshake.cause = error;
			handler.onResponseError?.(controller, error);
		},
	};
}

/** Explains why a handshake failed, as far as is known. */
function handshakeProblemText(cause: unknown, {host}: URL): string {
	return connectionProblemText(
		connectionProblem(cause, {name: host, setting: feedConnectionMessages.setting}),
	);
}
