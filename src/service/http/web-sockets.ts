import type {IncomingMessage} from 'node:http';
import type {Duplex} from 'node:stream';
import {type WebSocket, WebSocketServer} from 'ws';
import {linkPath, maxReportBytes} from '../../contract/models/link.ts';
import {brokerMessages} from '../../messages/feed.ts';
import type {Broker} from '../broker/broker.ts';
import type {Links} from '../link/links.ts';
import {type ClientAddress, isLoopbackAddress, networkOf} from './client-address.ts';
import type {Gate} from './origin-check.ts';
import {Refusal} from './refusal.ts';
import {headerOf, refuse} from './answers.ts';

export type WebSockets = {
	/** Answers a request for an upgrade. */
	upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
	/** Closes every connection: at once, or with a closing handshake. */
	close: (isGraceful: boolean) => void;
};

type Upgrade = {socket: Duplex; head: Buffer};

/** How long a client may take to answer the closing handshake. */
const closeMs = 2000;

type WebSocketOptions = {
	gate: Gate;
	/** Undefined while the service starts or closes. */
	servedNow: () => {broker: Broker; links: Links} | undefined;
	addressOf: ClientAddress;
	/** For one client address that is not loopback, also behind a proxy. */
	maxPerAddress: number;
	onBug: (bug: unknown) => void;
};

/** Serves the broker and the agents of other machines to WebSockets. */
export function openWebSockets({
	gate,
	servedNow,
	addressOf,
	maxPerAddress,
	onBug,
}: WebSocketOptions): WebSockets {
	const perAddress = limitPerAddress(maxPerAddress);
	let isClosing = false;
	// The types lack `closeTimeout`, so the options are not checked for it.
	const options = {noServer: true, maxPayload: 1024 * 1024, handleProtocols, closeTimeout: closeMs};
	const sockets = new WebSocketServer(options);
	const agents = new WebSocketServer({...options, maxPayload: maxReportBytes});
	const shakeHands = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
		// Node.js before 24.9 ignores `shouldUpgradeCallback` and emits every upgrade here.
		if (!isHandshake(request)) return refuse(socket, new Refusal('general.path_not_found'));
		const refusal = gate(request);
		if (refusal) return refuse(socket, refusal);
		const served = servedNow();
		if (!served) return refuse(socket, new Refusal('general.not_carried_out'));
		const {broker, links} = served;
		const report = (bug: unknown) => {
			onBug(bug);
			socket.destroy();
		};
		if (request.url?.startsWith(linkPath)) {
			accept(agents, links, request, {socket, head}, webSocket =>
				connectAgent(links, webSocket, request, () => isClosing),
			).catch(report);
			return;
		}
		// A frozen broker keeps the connection open and answers when it is unfrozen.
		broker.whenAwake(() => {
			accept(sockets, broker, request, {socket, head}, (webSocket, address) =>
				connect(broker, webSocket, request, address),
			).catch(report);
		});
	};
	const accept = async (
		server: WebSocketServer,
		admission: Pick<Broker, 'refusal'>,
		request: IncomingMessage,
		{socket, head}: Upgrade,
		open: (webSocket: WebSocket, address: string | undefined) => void,
	) => {
		const address = addressOf(request);
		const refusal =
			perAddress.refusal(address) ??
			(await admission.refusal(headerOf(request), address)) ??
			// Others of the same address may have connected in the meantime.
			perAddress.refusal(address);
		if (socket.destroyed) return;
		if (refusal) return refuse(socket, refusal);
		server.handleUpgrade(request, socket, head, webSocket => {
			webSocket.on('close', perAddress.add(address));
			open(webSocket, address);
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
			isClosing = true;
			for (const client of [...sockets.clients, ...agents.clients]) {
				if (isGraceful) client.close(1001, brokerMessages.closing);
				else client.terminate();
			}
			sockets.close();
			agents.close();
		},
	};
}

/** Returns true for a WebSocket handshake. Other upgrades are answered as plain requests. (RFC 9110: Upgrade) */
export function isHandshake({method, url = '', headers}: IncomingMessage): boolean {
	return (
		method === 'GET' &&
		headers.upgrade?.toLowerCase() === 'websocket' &&
		/^\/(?:websocket|agent)(?:\?|$)/.test(url)
	);
}

/** Counts the feed clients of each address. */
function limitPerAddress(most: number) {
	const taken = new Map<string, number>();
	const isLimited = (address: string | undefined): address is string =>
		address !== undefined && !isLoopbackAddress(address);
	return {
		refusal: (address: string | undefined) =>
			isLimited(address) && (taken.get(networkOf(address)) ?? 0) >= most
				? new Refusal('general.too_many_connections')
				: undefined,
		/** Counts a connection. Returns a function that removes it. */
		add: (address: string | undefined): (() => void) => {
			if (!isLimited(address)) return () => {};
			const network = networkOf(address);
			taken.set(network, (taken.get(network) ?? 0) + 1);
			return () => {
				const left = (taken.get(network) ?? 1) - 1;
				if (left === 0) taken.delete(network);
				else taken.set(network, left);
			};
		},
	};
}

function connect(
	broker: Broker,
	webSocket: WebSocket,
	request: IncomingMessage,
	address: string | undefined,
): void {
	const accepted = broker.accept(
		{
			send: text => webSocket.send(text),
			close: (code, reason) => (code === 1006 ? webSocket.terminate() : webSocket.close(code, reason)),
			address,
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

function connectAgent(
	links: Links,
	webSocket: WebSocket,
	request: IncomingMessage,
	isClosing: () => boolean,
): void {
	const accepted = links.accept(
		{
			send: text => webSocket.send(text),
			close: () => webSocket.close(),
			terminate: () => webSocket.terminate(),
			pause: isPaused => (isPaused ? webSocket.pause() : webSocket.resume()),
			receivedBytes: () => request.socket.bytesRead,
		},
		headerOf(request),
	);
	webSocket.on('message', data => accepted.receive(Buffer.from(bytesOf(data)).toString()));
	webSocket.on('close', () => accepted.closed(isClosing()));
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
