import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo, Socket} from 'node:net';
import {onTestFinished} from 'vitest';
import {WebSocketServer, type WebSocket} from 'ws';

export type StompPeer = {
	url: string;
	port: number;
	/** The request of every handshake. */
	handshakes: IncomingMessage[];
	/** Every received frame, with its headers and body. */
	frames: Frame[];
	/** The number of received heart-beats. */
	beats: () => number;
	/** The open connections. */
	open: () => WebSocket[];
	sockets: Socket[];
	/** Sends a frame on every connection. */
	say: (command: string, headers: Record<string, string>, body?: string) => void;
};
type Frame = {command: string; headers: Record<string, string>; body: string};
export type Peering = {
	/** Answers a handshake with this status instead of opening. */
	refuse?: (request: IncomingMessage) => number | undefined;
	/** The `Retry-After` of a refusal. */
	retryAfter?: string;
	/** The headers of CONNECTED; undefined: never answers CONNECT. */
	connected?: Record<string, string> | undefined;
	/** False: confirms no subscription, as Spring's broker. */
	receipts?: false;
	onFrame?: (frame: Frame, socket: WebSocket, peer: StompPeer) => void;
	protocols?: false;
	port?: number;
};

/** A small STOMP server on a free loopback port, for one test, which controls what is sent. */
export async function stompService(peering: Peering = {}): Promise<StompPeer & {stop: () => void}> {
	const server = createServer();
	const sockets: Socket[] = [];
	const {protocols} = peering;
	const webSockets = new WebSocketServer({
		noServer: true,
		...(protocols === false && {handleProtocols: () => false}),
	});
	let beats = 0;
	const connected =
		'connected' in peering ? peering.connected : {version: '1.2', 'heart-beat': '10000,10000'};
	const peer: StompPeer = {
		url: '',
		port: 0,
		handshakes: [],
		frames: [],
		beats: () => beats,
		open: () => [...webSockets.clients].filter(({readyState}) => readyState === 1),
		sockets,
		say: (command, headers, body = '') => {
			for (const socket of peer.open()) socket.send(textOf(command, headers, body));
		},
	};
	server.on('upgrade', (request, socket, head) => {
		peer.handshakes.push(request);
		// Node declares the TCP socket as a stream.
		sockets.push(socket as Socket);
		const status = peering.refuse?.(request);
		if (status !== undefined) {
			const {retryAfter} = peering;
			const more = retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`;
			socket.end(`HTTP/1.1 ${status} No\r\n${more}Content-Length: 0\r\nConnection: close\r\n\r\n`);
			return;
		}
		webSockets.handleUpgrade(request, socket, head, webSocket => {
			webSocket.on('message', data => {
				const text = String(data);
				if (text === '\n') {
					beats++;
					return;
				}
				const frame = frameOf(text);
				peer.frames.push(frame);
				if (frame.command === 'CONNECT' && connected) webSocket.send(textOf('CONNECTED', connected, ''));
				const receipt = frame.command === 'SUBSCRIBE' ? frame.headers['receipt'] : undefined;
				if (receipt !== undefined && peering.receipts !== false)
					webSocket.send(textOf('RECEIPT', {'receipt-id': receipt}, ''));
				peering.onFrame?.(frame, webSocket, peer);
			});
		});
	});
	await new Promise<void>(resolve => server.listen(peering.port ?? 0, '127.0.0.1', resolve));
	const stop = () => {
		for (const socket of sockets) socket.destroy();
		server.close();
	};
	onTestFinished(stop);
	// A server that listens on a port has an address with a port.
	peer.port = (server.address() as AddressInfo).port;
	peer.url = `ws://127.0.0.1:${peer.port}/websocket`;
	return {...peer, stop};
}

export function textOf(command: string, headers: Record<string, string>, body: string): string {
	const head = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
	return `${command}\n${head.join('')}\n${body}\0`;
}

function frameOf(text: string): Frame {
	const [head = '', ...rest] = text.split('\n\n');
	const [command = '', ...lines] = head.split('\n');
	const headers = Object.fromEntries(
		lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
	);
	return {command, headers, body: rest.join('\n\n').replace(/\0$/, '')};
}
