import type {Server} from 'node:http';
import type {Duplex} from 'node:stream';
import {WebSocketServer, type WebSocket} from 'ws';

export type Feed = {
	/** Sends a packet to every subscription. */
	publish: (packet: unknown) => void;
	/** Ends all connections and refuses new ones while `isOff`. */
	setOff: (isOff: boolean) => void;
	close: () => void;
};

const beatMs = 5000;

/** A STOMP 1.2 broker over WebSocket at `/websocket`, for one team and one kind of subscriber. */
export function openFeed(server: Server, isAllowed: (headers: Record<string, unknown>) => boolean): Feed {
	const sockets = new WebSocketServer({noServer: true, handleProtocols: offered => [...offered][0] ?? false});
	const subscriptions = new Map<WebSocket, Map<string, string>>();
	let isOff = false;
	let sent = 0;
	server.on('upgrade', (request, socket: Duplex, head) => {
		const status = isOff ? 503 : isAllowed(request.headers) ? undefined : 401;
		if (status !== undefined) {
			socket.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
			return;
		}
		sockets.handleUpgrade(request, socket, head, opened => {
			const destinations = new Map<string, string>();
			subscriptions.set(opened, destinations);
			opened.on('close', () => subscriptions.delete(opened));
			opened.on('message', data => {
				for (const reply of replies(String(data), destinations)) opened.send(reply);
			});
		});
	});
	const beat = setInterval(() => {
		for (const socket of subscriptions.keys()) socket.send('\n');
	}, beatMs);
	return {
		publish: packet => {
			const body = JSON.stringify(packet);
			for (const [socket, destinations] of subscriptions) {
				for (const [id, destination] of destinations) {
					const headers = {subscription: id, destination, 'message-id': String(++sent)};
					socket.send(frame('MESSAGE', headers, body));
				}
			}
		},
		setOff: next => {
			isOff = next;
			if (isOff) for (const socket of sockets.clients) socket.terminate();
		},
		close: () => {
			clearInterval(beat);
			for (const socket of sockets.clients) socket.terminate();
		},
	};
}

function replies(text: string, destinations: Map<string, string>): string[] {
	if (text.trim() === '') return [];
	const [command = '', ...lines] = (text.split('\n\n')[0] ?? '').trim().split('\n');
	const headers = new Map(
		lines.map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
	);
	const receipt = headers.get('receipt');
	const receipts = receipt === undefined ? [] : [frame('RECEIPT', {'receipt-id': receipt})];
	if (command === 'CONNECT' || command === 'STOMP') {
		return [frame('CONNECTED', {version: '1.2', 'heart-beat': `${beatMs},0`})];
	}
	if (command === 'SUBSCRIBE') destinations.set(headers.get('id') ?? '', headers.get('destination') ?? '');
	if (command === 'UNSUBSCRIBE') destinations.delete(headers.get('id') ?? '');
	return receipts;
}

function frame(command: string, headers: Record<string, string>, body = ''): string {
	const head = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
	return `${command}\n${head.join('')}\n${body}\0`;
}
