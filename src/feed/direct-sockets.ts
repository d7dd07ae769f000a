import type {IncomingMessage} from 'node:http';
import type {Socket} from 'node:net';
import {WebSocket} from 'ws';
import {tlsSettings, type TlsSettings} from '../lib/certificates.ts';
import {explainHangUps} from '../lib/explain-hang-up.ts';
import {onDemand} from '../lib/on-demand.ts';
import {whenConnected} from '../lib/when-connected.ts';
import {maxFrameBytes} from './frames.ts';
import type {LibraryEvents, LibrarySocket, SocketLibrary} from './socket-library.ts';

/**
How many pongs may wait to be sent: a service that sends that many pings and reads no answers is left. The types of ws lack the
option, so it is not checked for it.
*/
const pongLimit = {maxPendingAutoPongs: 65_536};

/** Opens WebSockets directly to the service. Attempts over TLS fail with `NotReached` if the environment is invalid. */
export function directSockets(env: NodeJS.ProcessEnv): SocketLibrary {
	let settings: TlsSettings | undefined;
	const tls = onDemand(() => (settings ??= tlsSettings(env)));
	const {explain, noteAnswer} = explainHangUps(tls, {mayProbe: true});
	return {
		explain,
		open: (url, {protocols, headers}, events) => {
			const {host, protocol} = new URL(url);
			let options = {};
			try {
				if (protocol === 'wss:' || protocol === 'https:') options = {...tls};
			} catch (cause) {
				return failedSocket(cause, events);
			}
			const inner = new WebSocket(url, protocols, {
				...options,
				...pongLimit,
				headers,
				maxPayload: maxFrameBytes,
				finishRequest: request => {
					request.on('socket', (socket: Socket) => whenConnected(socket, () => {}));
					request.end();
				},
			});
			relay(inner, {...events, answered: () => noteAnswer(host)});
			return {
				get readyState() {
					return inner.readyState;
				},
				send: data => inner.send(data),
				ping: () => inner.ping(),
				close: () => inner.close(),
				terminate: () => inner.terminate(),
			};
		},
	};
}

function relay(
	inner: WebSocket,
	{answered, opened, message, closed}: LibraryEvents & {answered: () => void},
): void {
	let response: IncomingMessage | undefined;
	let cause: Error | undefined;
	let isOpen = false;
	let isBadMessage = false;
	inner.binaryType = 'arraybuffer';
	inner.on('upgrade', upgrade => {
		answered();
		response = upgrade;
	});
	// A response instead of the upgrade ends the attempt.
	inner.on('unexpected-response', (_request, refusal) => {
		answered();
		response = refusal;
		inner.terminate();
	});
	inner.on('open', () => {
		const connection = response?.socket;
		response = undefined;
		isOpen = true;
		opened(connection);
	});
	inner.on('message', (data: ArrayBuffer | Buffer) =>
		message(Buffer.isBuffer(data) ? data.toString() : data),
	);
	inner.on('error', error => {
		if (isOpen) isBadMessage = true;
		else cause = error;
		// Otherwise ws waits for the peer to close an invalid connection.
		inner.terminate();
	});
	inner.on('close', (code, reason) =>
		closed({
			code,
			reason: reason.toString(),
			status: response?.statusCode,
			retryAfter: response?.headers['retry-after'],
			cause,
			isBadMessage,
		}),
	);
}

/** A WebSocket that could not even be tried. */
function failedSocket(cause: unknown, {closed}: LibraryEvents): LibrarySocket {
	queueMicrotask(() => closed({code: 1006, reason: '', cause: cause as Error, isBadMessage: false}));
	return {
		readyState: WebSocket.CLOSED,
		send: () => {},
		ping: () => {},
		close: () => {},
		terminate: () => {},
	};
}
