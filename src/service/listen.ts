import {createServer, STATUS_CODES, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {Duplex} from 'node:stream';
import {getRequestListener} from '@hono/node-server';
import {WebSocketServer, type WebSocket} from 'ws';
import type {HeaderOf} from './accounts.ts';
import type {Broker} from './broker/broker.ts';
import {createGate} from './origin-check.ts';
import type {Service} from './index.ts';
import {Refusal, wireOf} from './refusal.ts';

export type Listening = {
	/** For example `http://127.0.0.1:8080`. */
	url: string;
	/** For example `ws://127.0.0.1:8080/websocket`. */
	feedUrl: string;
	close: () => Promise<void>;
};

export type ListenOptions = {
	/** 0 selects a free port. */
	port: number;
	/** The address to bind (default `127.0.0.1`). */
	host?: string;
	/** Host names that a loopback port accepts besides the loopback names. */
	names?: readonly string[];
	/** Called with bugs of this program, none of which ends the process. */
	onBug?: (bug: unknown) => void;
};

/** Serves REST on all paths and STOMP at `/websocket`. Rejects if the port is taken. */
export async function listen(
	service: Pick<Service, 'fetch' | 'broker'>,
	{port, host = '127.0.0.1', names = [], onBug = () => {}}: ListenOptions,
): Promise<Listening> {
	const {broker} = service;
	const gate = createGate(host, names);
	const answer = getRequestListener((request, {incoming}) =>
		service.fetch(request, incoming.socket.remoteAddress),
	);
	const server = createServer({shouldUpgradeCallback: isHandshake}, (request, response) => {
		const refusal = gate(request.headers);
		if (refusal) {
			const {status, headers, body} = closeAfter(refusal);
			response.writeHead(status, headers).end(body);
			return;
		}
		request.url = targetOf(request.url);
		answer(request, response).catch(onBug);
	});
	const sockets = new WebSocketServer({noServer: true, maxPayload: 1024 * 1024, handleProtocols});
	const shakeHands = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		// Node.js before 24.9 ignores `shouldUpgradeCallback` and emits every upgrade here.
		if (!isHandshake(request)) return refuse(socket, new Refusal('general.path_not_found'));
		const refusal = gate(request.headers);
		if (refusal) return refuse(socket, refusal);
		// A frozen broker keeps the connection open and answers when it is unfrozen.
		broker.whenAwake(() => {
			const refusal = broker.refusal(headerOf(request), request.socket.remoteAddress);
			if (socket.destroyed) return;
			if (refusal) return refuse(socket, refusal);
			sockets.handleUpgrade(request, socket, head, webSocket => connect(broker, webSocket, request));
		});
	};
	server.on('upgrade', (request, socket, head) => {
		// A client that waits for a frozen broker may disconnect.
		socket.on('error', () => {});
		try {
			shakeHands(request, socket, head);
		} catch (bug) {
			onBug(bug);
			socket.destroy();
		}
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	// For example, no file descriptors are left for a new connection.
	server.on('error', onBug);
	const {port: boundPort} = server.address() as AddressInfo; // a listening TCP server has one
	const name = host.includes(':') ? `[${host}]` : host;
	return {
		url: `http://${name}:${boundPort}`,
		feedUrl: `ws://${name}:${boundPort}/websocket`,
		close: async () => {
			for (const client of sockets.clients) client.terminate();
			sockets.close();
			const closed = new Promise<void>(resolve => server.close(() => resolve()));
			server.closeAllConnections();
			await closed;
		},
	};
}

/** Returns true for a WebSocket handshake. Other upgrades are answered as plain requests. (RFC 9110: Upgrade) */
function isHandshake({method, url = '', headers}: IncomingMessage): boolean {
	return (
		method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && /^\/websocket(?:\?|$)/.test(url)
	);
}

/** Returns the path and query of a request target, or `/`, which is not one of our paths, if it has none. */
function targetOf(target = ''): string {
	const text = target.startsWith('/') ? `http://localhost${target}` : target;
	if (!/^https?:/i.test(text) || !URL.canParse(text)) return '/';
	const {pathname, search} = new URL(text);
	return pathname + search;
}

/** Returns a refusal that closes the connection. */
function closeAfter(refusal: Refusal) {
	const {status, headers, body} = wireOf(refusal);
	const length = String(Buffer.byteLength(body));
	return {status, headers: {...headers, 'Content-Length': length, Connection: 'close'}, body};
}

function refuse(socket: Duplex, refusal: Refusal): void {
	const {status, headers, body} = closeAfter(refusal);
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
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
			address: request.socket.remoteAddress,
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
