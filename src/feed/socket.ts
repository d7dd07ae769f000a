import type {Duplex} from 'node:stream';
import type {Dispatcher, WebSocket as UndiciSocket} from 'undici';
import type {FeedSocket, OpenSocket} from '../contract/socket.ts';
import {connectionProblem} from '../lib/connection-problem.ts';
import type {Network} from '../lib/dispatcher.ts';
import {connectionProblemText} from '../messages/connection-problems.ts';
import {feedConnectionMessages} from '../messages/feed-connection.ts';

/** Packets with many servers exceed 1 MiB. A message larger than this ends the connection. */
const maxPayloadSize = 64 * 1024 * 1024;

/**
Opens WebSockets with undici, which supports headers on the handshake, the environment's proxies, and the HTTP status of
a failed handshake, which the standard interface hides. undici is imported on first use.
*/
export async function undiciSockets(env: NodeJS.ProcessEnv = process.env): Promise<OpenSocket> {
	const {openNetwork, WebSocket} = await import('../lib/dispatcher.ts');
	const network = openNetwork(env, {tunnels: true, webSocket: {maxPayloadSize}});
	return (url, {protocols, headers}) => {
		const handshake: Handshake = {status: undefined, socket: undefined, cause: undefined};
		const dispatcher = network.dispatcher.compose(
			dispatch => (options, handler) => dispatch(options, observeHandshake(handler, handshake)),
		);
		return feedSocket(url, new WebSocket(url, {protocols, headers, dispatcher}), handshake, network);
	};
}

type Handshake = {status: number | undefined; socket: Duplex | undefined; cause: Error | undefined};

function feedSocket(url: string, inner: UndiciSocket, handshake: Handshake, {explain}: Network): FeedSocket {
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
			if (handshake.socket) handshake.socket.destroy();
			else inner.close();
		},
	};
	inner.binaryType = 'arraybuffer';
	inner.addEventListener('open', event => {
		handshake.status = undefined;
		socket.onopen?.(event);
	});
	inner.addEventListener('message', ({data}) => socket.onmessage?.({data}));
	inner.addEventListener('error', ({message}) => socket.onerror?.({message}));
	inner.addEventListener('close', ({code, reason}) => {
		const {status, cause} = handshake;
		const end = (why: string) => socket.onclose?.({code, reason: why, ...(status !== undefined && {status})});
		if (reason || status !== undefined || cause === undefined) end(reason);
		else void explain(cause, new URL(url)).then(known => end(handshakeProblemText(known, new URL(url))));
	});
	return socket;
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
		onResponseStart: (controller, status) => {
			handshake.status = status;
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
