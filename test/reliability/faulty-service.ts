import {request as httpRequest, Agent} from 'node:http';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';
import {openDemo, type DemoOptions} from '../../src/demo/index.ts';
import {nextTurn, systemClock} from '../../src/lib/time/clock.ts';
import {listen} from '../../src/service/http/listen.ts';
import {threeServers} from '../helpers/three-servers.ts';
import {takeRequest, writeAnswer, type RawAnswer, type RawRequest} from './raw-http.ts';

/** One request that reached the front, whether or not the service got it. */
export type RequestSeen = {
	method: string;
	/** With the query. */
	path: string;
	headers: Record<string, string>;
	body: string;
	/** The name of the fault that it met. */
	fault: string | undefined;
	/** `performance.now()` at its last byte. */
	at: number;
	/** When its answer was written or its connection ended; undefined until then. */
	endedAt: number | undefined;
	/** Requests with the same method and path that were unanswered at `at`, this one included. */
	inFlight: number;
	/** The status with which the service answered; undefined: it did not get the request. */
	carriedOut: number | undefined;
};

/** One request in the hands of a fault. */
export type RestExchange = {
	request: RawRequest;
	/** The program's connection, for bytes that are not an answer. */
	socket: Socket;
	/** Asks the service, and returns its true answer. */
	service: () => Promise<RawAnswer>;
	/** Answers. The connection then serves the next request; without an answer it stays as the fault leaves it. */
	send: (answer: RawAnswer) => void;
	/** Waits; less long if the connection ends. */
	wait: (ms: number) => Promise<void>;
};
export type RestFault = {
	name: string;
	/** Nothing listens while the fault lasts, also not for the feed, and open REST connections are reset. */
	isRefused?: true;
	act: (exchange: RestExchange) => void | Promise<void>;
};

/** A WebSocket of the program and the broker behind it. Bytes are passed on, unless a fault replaces the functions. */
export type FeedConnection = {
	/** Of the program. */
	client: Socket;
	/** Of the service's listener. */
	service: Socket;
	request: RawRequest;
	toClient: (chunk: Buffer) => void;
	toService: (chunk: Buffer) => void;
};
export type FeedFault = {
	name: string;
	/** Called for each connection that is open when the fault begins, and for each that opens while it lasts. */
	act: (connection: FeedConnection, isNew: boolean) => void | Promise<void>;
	/** Called for each open connection when the fault ends; by default its bytes are passed on again. */
	end?: (connection: FeedConnection) => void;
};

/** How long the end of a request may take to arrive here, ms: this process also makes the large answers. */
const endingMs = 10_000;

/** Polls of the list that one program sent while an earlier one was unanswered and not abandoned. */
export function overlappingPolls(log: readonly RequestSeen[]): {fault: string | undefined; ms: number}[] {
	const polls = log.filter(({path}) => path.startsWith('/server/by-team/'));
	return polls.flatMap(({at, fault}, index) => {
		const ends = polls.slice(0, index).map(({endedAt = Infinity}) => endedAt);
		const ms = Math.max(0, ...ends) - at;
		return ms > endingMs ? [{fault, ms}] : [];
	});
}

export type FaultyService = Awaited<ReturnType<typeof openFaultyService>>;

/**
Opens a demo with its real listener behind a front on one free loopback port, for REST and feed. Without a fault the front
passes everything on. `close` rejects with the first bug of the service.
*/
export async function openFaultyService(options: Partial<DemoOptions> = {}) {
	const bugs: unknown[] = [];
	const service = await openDemo({
		clock: systemClock,
		fleet: threeServers,
		onBug: bug => void bugs.push(bug),
		...options,
	});
	const behind = await listen(service, {port: 0});
	const agent = new Agent({keepAlive: true});
	const [rest, feed] = [createRest(Number(new URL(behind.url).port), agent), createFeed(behind.url)];
	const open = new Set<Socket>();
	const server = createServer(socket => {
		open.add(socket);
		socket.once('close', () => open.delete(socket));
		socket.on('error', () => {});
		readRequests(socket, request =>
			request.headers['upgrade'] === undefined ? rest.serve(request, socket) : feed.serve(request, socket),
		);
	});
	const start = (port: number) =>
		new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
	const stop = () => new Promise<void>(resolve => void server.close(() => resolve()));
	await start(0);
	const {port} = server.address() as AddressInfo; // A listening TCP server has one.
	const refuse = async (isRefused: boolean) => {
		if (isRefused === !server.listening) return;
		if (!isRefused) return start(port);
		// Resolves when all connections have ended, which those of the feed may outlive.
		void stop();
		for (const socket of open) if (!feed.has(socket)) socket.resetAndDestroy();
	};
	return {
		url: `http://127.0.0.1:${port}`,
		feedUrl: `ws://127.0.0.1:${port}/websocket`,
		token: service.credentials.token,
		/** The environment that selects this service for the program. */
		env: {
			RCONDECK_URL: `http://127.0.0.1:${port}`,
			RCONDECK_FEED_URL: `ws://127.0.0.1:${port}/websocket`,
			RCONDECK_TOKEN: service.credentials.token,
		},
		/** The demo, with its truth and its own faults. */
		service,
		rest: {
			/** Begins a fault for the requests that match (default: all), or ends it with undefined. */
			set: async (fault: RestFault | undefined, match: (request: RawRequest) => boolean = () => true) => {
				rest.set(fault, match);
				await refuse(fault?.isRefused === true);
			},
		},
		feed: {set: feed.set},
		/** Every request except handshakes, in the order of arrival. */
		log: rest.log,
		feedConnections: feed.count,
		close: async () => {
			for (const socket of open) socket.destroy();
			if (server.listening) await stop();
			agent.destroy();
			await behind.close();
			await service.close();
			if (bugs.length > 0) throw bugs[0];
		},
	};
}

/** Serves the requests of a connection one after the other. `serve` resolves to false to keep the connection. */
function readRequests(
	socket: Socket,
	serve: (request: RawRequest) => Promise<'next' | 'taken'> | 'taken',
): void {
	let bytes: Buffer = Buffer.alloc(0);
	let isBusy = false;
	const read = async () => {
		if (isBusy) return;
		isBusy = true;
		for (let taken = takeRequest(bytes); taken; taken = takeRequest(bytes)) {
			bytes = taken.rest;
			if ((await serve(taken.request)) === 'next') continue;
			socket.off('data', add);
			return;
		}
		isBusy = false;
	};
	const add = (chunk: Buffer) => {
		bytes = Buffer.concat([bytes, chunk]);
		void read();
	};
	socket.on('data', add);
}

function createRest(port: number, agent: Agent) {
	const log: RequestSeen[] = [];
	let active: {fault: RestFault; match: (request: RawRequest) => boolean} | undefined;
	const note = (request: RawRequest, socket: Socket, fault: string | undefined) => {
		const {method, path, headers} = request;
		const same = log.filter(
			other => other.endedAt === undefined && other.method === method && other.path === path,
		);
		const seen: RequestSeen = {
			method,
			path,
			headers,
			fault,
			body: request.body.toString(),
			at: performance.now(),
			endedAt: undefined,
			inFlight: same.length + 1,
			carriedOut: undefined,
		};
		log.push(seen);
		const end = () => void (seen.endedAt ??= performance.now());
		socket.once('close', end);
		const endNow = () => {
			end();
			socket.off('close', end);
		};
		return {seen, end: endNow};
	};
	const serve = async (request: RawRequest, socket: Socket): Promise<'next' | 'taken'> => {
		const fault = active?.match(request) === true ? active.fault : undefined;
		// A connection that ended before this request may be reported after it, and making an answer may take seconds.
		await nextTurn();
		const {seen, end} = note(request, socket, fault?.name);
		let isAnswered = false;
		const send = (answer: RawAnswer) => {
			isAnswered = true;
			writeAnswer(socket, answer);
			end();
		};
		const service = async () => {
			const answer = await forward(request, port, agent);
			seen.carriedOut = answer.status;
			return answer;
		};
		if (fault) await fault.act({request, socket, service, send, wait: waitOn(socket)});
		else send(await service());
		return isAnswered ? 'next' : 'taken';
	};
	return {
		log,
		serve,
		set: (fault: RestFault | undefined, match: (request: RawRequest) => boolean) => {
			active = fault && {fault, match};
		},
	};
}

const waitOn = (socket: Socket) => (ms: number) =>
	new Promise<void>(resolve => {
		const done = () => {
			clearTimeout(timer);
			socket.off('close', done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		socket.once('close', done);
	});

/** Sends a request to the service behind the front. A service that is closing answers 503. */
function forward({method, path, headers, body}: RawRequest, port: number, agent: Agent): Promise<RawAnswer> {
	return new Promise(resolve => {
		const failed = () => resolve({status: 503, headers: {}, body: Buffer.alloc(0)});
		const onward = httpRequest({host: '127.0.0.1', port, method, path, headers, agent}, answer => {
			const chunks: Buffer[] = [];
			answer.on('error', failed);
			answer.on('data', (chunk: Buffer) => chunks.push(chunk));
			answer.on('end', () => {
				const {
					connection: _connection,
					'keep-alive': _keepAlive,
					'transfer-encoding': _encoding,
					// A fault may change the body.
					'content-length': _length,
					...kept
				} = answer.headers;
				const own = Object.entries(kept).map(([name, value]) => [name, [value].flat().join(', ')]);
				resolve({
					status: answer.statusCode ?? 500,
					headers: Object.fromEntries(own) as Record<string, string>,
					body: Buffer.concat(chunks),
				});
			});
		});
		onward.on('error', failed);
		onward.end(body);
	});
}

function createFeed(url: string) {
	const connections = new Set<FeedConnection>();
	let active: FeedFault | undefined;
	const passOn = (connection: FeedConnection) => {
		connection.toClient = chunk => void connection.client.write(chunk);
		connection.toService = chunk => void connection.service.write(chunk);
	};
	const serve = (request: RawRequest, client: Socket): 'taken' => {
		const service = connect(Number(new URL(url).port), '127.0.0.1');
		const ignore = () => {};
		const connection: FeedConnection = {client, service, request, toClient: ignore, toService: ignore};
		passOn(connection);
		connections.add(connection);
		service.on('error', ignore);
		client.once('close', () => {
			connections.delete(connection);
			service.destroy();
		});
		service.once('close', () => client.end());
		void active?.act(connection, true);
		client.on('data', (chunk: Buffer) => connection.toService(chunk));
		service.on('data', (chunk: Buffer) => connection.toClient(chunk));
		connection.toService(request.head);
		return 'taken';
	};
	return {
		serve,
		set: (fault: FeedFault | undefined) => {
			const ended = active;
			if (ended) for (const connection of connections) (ended.end ?? passOn)(connection);
			active = fault;
			if (fault) for (const connection of connections) void fault.act(connection, false);
		},
		/** WebSockets that are open, also those that have not finished their handshake. */
		count: () => connections.size,
		has: (socket: Socket) => [...connections].some(({client}) => client === socket),
	};
}
