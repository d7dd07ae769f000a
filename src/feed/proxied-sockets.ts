import type {Duplex} from 'node:stream';
import type {Dispatcher} from 'undici';
import {openNetwork, ping, WebSocket} from '../lib/dispatcher.ts';
import {feedConnectionMessages} from '../messages/feed-connection.ts';
import {maxFrameBytes} from './frames.ts';
import type {SocketLibrary} from './socket-library.ts';

type Handshake = {
	status: number | undefined;
	retryAfter?: string;
	connection: Duplex | undefined;
	cause: Error | undefined;
};

/**
Opens WebSockets with undici, which knows proxies. Throws `NotReached` if the environment is invalid.
*/
export function proxiedSockets(env: NodeJS.ProcessEnv): SocketLibrary {
	const network = openNetwork(env, {tunnels: true, webSocket: {maxPayloadSize: maxFrameBytes}});
	return {
		explain: network.explain,
		open: (url, {protocols, headers}, events) => {
			const handshake: Handshake = {status: undefined, connection: undefined, cause: undefined};
			const dispatcher = network.dispatcher.compose(
				dispatch => (options, handler) => dispatch(options, observeHandshake(handler, handshake)),
			);
			const inner = new WebSocket(url, {protocols, headers, dispatcher});
			/** True if the peer or the network ended the connection. Otherwise undici did, because of an invalid message. */
			let isEnded = false;
			let wasOpen = false;
			inner.binaryType = 'arraybuffer';
			inner.addEventListener('open', () => {
				handshake.status = undefined;
				wasOpen = true;
				const ended = () => void (isEnded = true);
				handshake.connection?.once('end', ended).once('error', ended);
				events.opened(handshake.connection);
			});
			inner.addEventListener('message', ({data}: {data: string | ArrayBuffer}) => events.message(data));
			inner.addEventListener('close', ({code, reason}) => {
				const {status, retryAfter, cause} = handshake;
				const isBadMessage = wasOpen && code === 1006 && !isEnded;
				events.closed({code, reason, status, retryAfter, cause, isBadMessage});
			});
			return {
				get readyState() {
					return inner.readyState;
				},
				send: data => inner.send(data),
				ping: () => ping(inner),
				close: () => inner.close(),
				terminate: () => {
					if (handshake.connection) handshake.connection.destroy();
					else inner.close();
				},
			};
		},
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
			handshake.connection = socket;
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
