import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import {createServer as createSecureServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import {getRequestListener} from '@hono/node-server';
import {type Clock, systemClock} from '../../lib/time/clock.ts';
import type {Service} from '../index.ts';
import {createGate} from './origin-check.ts';
import {Refusal} from './refusal.ts';
import type {RequestFacts} from './request-facts.ts';
import {closeAfter, type PlainAnswer, targetOf} from './answers.ts';
import {type ClientAddress, connectedAddress} from './client-address.ts';
import type {Certificate, Certificates} from './certificate.ts';
import {
	limitConnections,
	maxPayloadBytes,
	type PortLimits,
	serverOptions,
	silenceMs,
	usualConnectionLimits,
} from './connection-limits.ts';
import type {Monitor, Phase} from './monitor.ts';
import {isHandshake, openWebSockets} from './web-sockets.ts';

export type Listening = {
	/** For example `http://127.0.0.1:8080`. */
	url: string;
	/** For example `ws://127.0.0.1:8080/websocket`. */
	feedUrl: string;
	/** Stops listening, and ends every connection. */
	close: () => Promise<void>;
	/** Continues to answer, but announces to load balancers at `/readyz` that it will close. */
	leave: () => void;
	/** Stops listening. Requests in progress get `limitMs` to finish. */
	drain: (limitMs: number) => Promise<void>;
};

export type ListenOptions = {
	/** 0 selects a free port. */
	port: number;
	/** The address to bind (default `127.0.0.1`). */
	host?: string;
	/** The host name in the URLs (default: `host`). */
	publicName?: string;
	/** Host names that a loopback port accepts besides the loopback names. */
	names?: readonly string[];
	/** Serves HTTPS and WSS with this certificate. */
	certificates?: Certificates | undefined;
	limits?: PortLimits;
	/** Finds the address of a client (default: that of the connection). */
	addressOf?: ClientAddress;
	/** Answers `/healthz`, `/readyz` and `/metrics`, and records each request. */
	monitor?: Monitor | undefined;
	clock?: Clock;
	/** Called with bugs of this program, none of which ends the process. */
	onBug?: (bug: unknown) => void;
};

type Served = Pick<Service, 'fetch' | 'broker' | 'links'>;

/** Serves REST on all paths, STOMP at `/websocket` and agents at `/agent`. Rejects if the port is taken. */
export async function listen(service: Served, options: ListenOptions): Promise<Listening> {
	const port = await openPort(options);
	port.serve(service);
	return port;
}

/** A port that answers 503 until the service is ready. */
export type Port = Listening & {serve: (service: Served) => void};

/** Starts to listen. Rejects if the port is taken. */
export async function openPort(options: ListenOptions): Promise<Port> {
	const {port, host = '127.0.0.1', names = [], certificates, limits = {}, monitor} = options;
	const {publicName = host, clock = systemClock, onBug = () => {}} = options;
	const {addressOf = connectedAddress} = options;
	const {maxConnectionsPerAddress: maxPerAddress} = {...usualConnectionLimits, ...limits};
	let served: Served | undefined;
	let phase: Phase = 'starting';
	const gate = createGate(host, names, certificates !== undefined);
	const answer = createAnswer(() => served, addressOf, onBug);
	const {inTurn, isBusy} = createTurns();
	const sendMonitored = createSendMonitored(monitor, onBug);
	const server = createServerFor(certificates, limits, (request, response) => {
		const facts: RequestFacts = {connection: request.socket};
		monitor?.onRequest(request, response, facts);
		response.once('close', () => {
			if (phase === 'closing') server.closeIdleConnections();
		});
		const refusal = gate(request);
		request.url = targetOf(request.url);
		const refused = refusalOf(request, refusal, maxPayloadBytes(limits));
		if (refused) return send(response, refused);
		if (sendMonitored(request, response, {phase, facts})) return;
		// A proxy would otherwise send its next requests over the same connection.
		if (phase === 'leaving') response.setHeader('Connection', 'close');
		if (isServing(phase)) inTurn(request, response, () => answer(request, response, facts));
		else send(response, closeAfter(new Refusal('general.not_carried_out')));
	});
	const servedNow = () => (isServing(phase) ? served : undefined);
	const sockets = openWebSockets({gate, servedNow, addressOf, maxPerAddress, onBug});
	server.on('upgrade', (request, socket, head) => {
		// The answers before it would become part of the WebSocket.
		if (isBusy(socket)) socket.destroy();
		else sockets.upgrade(request, socket, head);
	});
	limitConnections(server, limits, why => monitor?.onRefused(why));
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, resolve);
	});
	// For example, no file descriptors are left for a new connection.
	server.on('error', onBug);
	const {port: boundPort} = server.address() as AddressInfo; // a listening TCP server has one
	const name = publicName.includes(':') ? `[${publicName}]` : publicName;
	const secure = certificates ? 's' : '';
	const end = async (drainMs: number) => {
		phase = 'closing';
		const closed = new Promise<void>(resolve => server.close(() => resolve()));
		const cut = () => {
			sockets.close(false);
			server.closeAllConnections();
		};
		if (drainMs === 0) cut();
		else sockets.close(true);
		server.closeIdleConnections();
		const stopWaiting = clock.after(drainMs, cut);
		await closed;
		stopWaiting();
	};
	return {
		url: `http${secure}://${name}:${boundPort}`,
		feedUrl: `ws${secure}://${name}:${boundPort}/websocket`,
		serve: service => {
			served = service;
			phase = 'ready';
		},
		close: () => end(0),
		leave: () => {
			phase = 'leaving';
		},
		drain: end,
	};
}

const isServing = (phase: Phase): boolean => phase === 'ready' || phase === 'leaving';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

function createServerFor(
	certificates: Certificates | undefined,
	limits: PortLimits,
	handler: Handler,
): Server {
	const options = {...serverOptions(limits), shouldUpgradeCallback: isHandshake};
	const server = certificates
		? secureServer(certificates, limits, options, handler)
		: createServer(options, handler);
	server.timeout = silenceMs(limits);
	return server;
}

function secureServer(
	certificates: Certificates,
	{maxHeaderMs = usualConnectionLimits.maxHeaderMs}: PortLimits,
	options: ReturnType<typeof serverOptions>,
	handler: Handler,
): Server {
	const context = ({cert, key}: Certificate) => ({cert, key, minVersion: 'TLSv1.2' as const});
	const server = createSecureServer(
		{...options, ...context(certificates.current()), handshakeTimeout: maxHeaderMs},
		handler,
	);
	// Open connections keep the certificate of their handshake.
	certificates.onChange(certificate => server.setSecureContext(context(certificate)));
	return server;
}

/** Returns a function that sends the answer of the monitor, and returns false if the monitor has none. */
function createSendMonitored(monitor: Monitor | undefined, onBug: (bug: unknown) => void) {
	return (
		request: IncomingMessage,
		response: ServerResponse,
		{phase, facts}: {phase: Phase; facts: RequestFacts},
	): boolean => {
		const fail = (error: unknown) => {
			onBug(error);
			send(response, closeAfter(new Refusal('general.internal_error')));
		};
		try {
			const plain = monitor?.answer(request, phase, facts);
			if (plain instanceof Promise) plain.then(found => send(response, found)).catch(fail);
			else if (plain) send(response, plain);
			return plain !== undefined;
		} catch (error) {
			fail(error);
			return true;
		}
	};
}

/** Answers the pipelined requests of a connection one at a time, so that their answers do not accumulate in memory. */
function createTurns() {
	const latest = new WeakMap<object, ServerResponse>();
	const isBusy = (socket: object) => latest.get(socket)?.closed === false;
	const inTurn = ({socket}: IncomingMessage, response: ServerResponse, answer: () => void): void => {
		const before = latest.get(socket);
		const isWaiting = isBusy(socket);
		latest.set(socket, response);
		if (!isWaiting) answer();
		else
			before?.once('close', () => {
				// Node says so only to the response that was being sent.
				if (socket.destroyed) response.emit('close');
				else answer();
			});
	};
	return {inTurn, isBusy};
}

/** Passes requests to the service, with an object for the facts that it finds. */
function createAnswer(
	served: () => Served | undefined,
	addressOf: ClientAddress,
	onBug: (bug: unknown) => void,
) {
	const known = new WeakMap<object, RequestFacts>();
	const listener = getRequestListener((request, {incoming}) => {
		const service = served();
		if (!service) throw new TypeError('The port has no service.');
		return service.fetch(request, addressOf(incoming), known.get(incoming));
	});
	return (request: IncomingMessage, response: ServerResponse, facts: RequestFacts) => {
		known.set(request, facts);
		listener(request, response).catch(onBug);
	};
}

/** Returns the refusal of a request before anything reads it. */
function refusalOf(
	{headers}: IncomingMessage,
	gate: Refusal | undefined,
	maxBytes: number,
): PlainAnswer | undefined {
	if (gate) return closeAfter(gate);
	const isLarge = Number(headers['content-length'] ?? 0) > maxBytes;
	return isLarge ? closeAfter(new Refusal('general.payload_too_large')) : undefined;
}

function send(response: ServerResponse, {status, headers, body}: PlainAnswer): void {
	response.writeHead(status, headers).end(response.req.method === 'HEAD' ? '' : body);
}
