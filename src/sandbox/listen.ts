import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {getRequestListener} from '@hono/node-server';
import {WebSocketServer, type WebSocket} from 'ws';
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
	const server = createServer(getRequestListener(request => sandbox.fetch(request)));
	const sockets = new WebSocketServer({noServer: true, maxPayload: 1024 * 1024, handleProtocols});
	server.on('upgrade', (request, socket, head) => {
		const path = new URL(request.url ?? '/', 'http://sandbox').pathname;
		const isDown = sandbox.broker.faults.down;
		if (path !== '/websocket' || isDown) {
			socket.end(
				`HTTP/1.1 ${isDown ? '503 Service Unavailable' : '404 Not Found'}\r\nConnection: close\r\n\r\n`,
			);
			return;
		}
		sockets.handleUpgrade(request, socket, head, webSocket => connect(sandbox, webSocket, request));
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

function connect({broker}: Sandbox, webSocket: WebSocket, request: IncomingMessage): void {
	const accepted = broker.accept(
		{
			send: text => webSocket.send(text),
			close: (code, reason) => (code === 1006 ? webSocket.terminate() : webSocket.close(code, reason)),
			waitingBytes: () => webSocket.bufferedAmount,
		},
		name => {
			const value = request.headers[name];
			return Array.isArray(value) ? value[0] : value;
		},
	);
	if (!accepted) return webSocket.terminate();
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
