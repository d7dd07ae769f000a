import {createServer, STATUS_CODES, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Duplex} from 'node:stream';
import {getRequestListener} from '@hono/node-server';
import {WebSocketServer, type WebSocket} from 'ws';
import type {HeaderOf} from './accounts.ts';
import type {Broker} from './broker/broker.ts';
import type {Sandbox} from './index.ts';

export type Listening = {
	/** For example `http://127.0.0.1:8080`. */
	url: string;
	/** For example `ws://127.0.0.1:8080/websocket`. */
	feedUrl: string;
	close: () => Promise<void>;
};

/** Puts the sandbox on a port: REST everywhere, STOMP at `/websocket`. Rejects where the port is taken. */
export async function listen(
	sandbox: Sandbox,
	{port, host = '127.0.0.1'}: {port: number; host?: string},
): Promise<Listening> {
	const {broker} = sandbox;
	const server = createServer(getRequestListener(request => sandbox.fetch(request)));
	const sockets = new WebSocketServer({noServer: true, maxPayload: 1024 * 1024, handleProtocols});
	server.on('upgrade', (request, socket, head) => {
		const path = new URL(request.url ?? '/', 'http://sandbox').pathname;
		if (path !== '/websocket') return refuse(socket, 404);
		// Who waits for a frozen one may give up.
		socket.on('error', () => {});
		// One that is frozen lets the connection stand, and answers when it is awake.
		broker.whenAwake(() => {
			const status = broker.refusal(headerOf(request));
			if (socket.destroyed) return;
			if (status !== undefined) return refuse(socket, status);
			sockets.handleUpgrade(request, socket, head, webSocket => connect(broker, webSocket, request));
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	const {port: given} = server.address() as AddressInfo; // a TCP server that listens has one
	const name = host.includes(':') ? `[${host}]` : host;
	return {
		url: `http://${name}:${given}`,
		feedUrl: `ws://${name}:${given}/websocket`,
		close: async () => {
			for (const client of sockets.clients) client.terminate();
			sockets.close();
			const closed = new Promise<void>(resolve => server.close(() => resolve()));
			server.closeAllConnections();
			await closed;
		},
	};
}

function refuse(socket: Duplex, status: number): void {
	socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
}

function headerOf({headers}: IncomingMessage): HeaderOf {
	return name => {
		const value = headers[name];
		return Array.isArray(value) ? value[0] : value;
	};
}

function connect(broker: Broker, webSocket: WebSocket, request: IncomingMessage): void {
	const accepted = broker.accept(
		{
			send: text => webSocket.send(text),
			close: (code, reason) => (code === 1006 ? webSocket.terminate() : webSocket.close(code, reason)),
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

/** The newest STOMP that both know. */
function handleProtocols(offered: Set<string>): string | false {
	return offered.has('v12.stomp') ? 'v12.stomp' : false;
}
