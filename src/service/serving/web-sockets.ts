import type {IncomingMessage} from 'node:http';
import type {Duplex} from 'node:stream';
import {WebSocketServer, type WebSocket} from 'ws';
import {brokerMessages} from '../../messages/service-feed.ts';
import type {Broker} from '../broker/broker.ts';
import type {Gate} from '../origin-check.ts';
import {Refusal} from '../refusal.ts';
import {headerOf, refuse} from './answers.ts';

export type WebSockets = {
	/** Answers a request for an upgrade. */
	upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
	/** Closes every connection: at once, or with a closing handshake. */
	close: (isGraceful: boolean) => void;
};

/** How long a client may take to answer the closing handshake. */
const closeMs = 2000;

/** Serves the broker to WebSockets. `brokerNow` is undefined while the service starts or closes. */
export function openWebSockets(
	gate: Gate,
	brokerNow: () => Broker | undefined,
	onBug: (bug: unknown) => void,
): WebSockets {
	// The types lack `closeTimeout`, so the options are not checked for it.
	const options = {noServer: true, maxPayload: 1024 * 1024, handleProtocols, closeTimeout: closeMs};
	const sockets = new WebSocketServer(options);
	const shakeHands = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		// Node.js before 24.9 ignores `shouldUpgradeCallback` and emits every upgrade here.
		if (!isHandshake(request)) return refuse(socket, new Refusal('general.path_not_found'));
		const refusal = gate(request.headers);
		if (refusal) return refuse(socket, refusal);
		const broker = brokerNow();
		if (!broker) return refuse(socket, new Refusal('general.unavailable'));
		// A frozen broker keeps the connection open and answers when it is unfrozen.
		broker.whenAwake(() => {
			const refusal = broker.refusal(headerOf(request), request.socket.remoteAddress);
			if (socket.destroyed) return;
			if (refusal) return refuse(socket, refusal);
			sockets.handleUpgrade(request, socket, head, webSocket => connect(broker, webSocket, request));
		});
	};
	return {
		upgrade: (request, socket, head) => {
			// A client that waits for a frozen broker may disconnect.
			socket.on('error', () => {});
			try {
				shakeHands(request, socket, head);
			} catch (bug) {
				onBug(bug);
				socket.destroy();
			}
		},
		close: isGraceful => {
			for (const client of sockets.clients) {
				if (isGraceful) client.close(1001, brokerMessages.closing);
				else client.terminate();
			}
			sockets.close();
		},
	};
}

/** Returns true for a WebSocket handshake. Other upgrades are answered as plain requests. (RFC 9110: Upgrade) */
export function isHandshake({method, url = '', headers}: IncomingMessage): boolean {
	return (
		method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && /^\/websocket(?:\?|$)/.test(url)
	);
}

function connect(broker: Broker, webSocket: WebSocket, request: IncomingMessage): void {
	const accepted = broker.accept(
		{
			send: text => webSocket.send(text),
			close: (code, reason) => (code === 1006 ? webSocket.terminate() : webSocket.close(code, reason)),
			address: request.socket.remoteAddress,
			waitingBytes: () => webSocket.bufferedAmount,
			freeze: frozen => (frozen ? webSocket.pause() : webSocket.resume()),
		},
		headerOf(request),
	);
	webSocket.on('message', data => accepted.receive(bytesOf(data)));
	webSocket.on('close', () => accepted.closed());
	// The close event follows.
	webSocket.on('error', () => {});
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
	if (Array.isArray(data)) return Buffer.concat(data);
	return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

/** Selects the newest STOMP version that both sides support. */
function handleProtocols(offered: Set<string>): string | false {
	return offered.has('v12.stomp') ? 'v12.stomp' : false;
}
