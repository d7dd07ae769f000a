import {createServer as createHttpServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import type {AddressInfo} from 'node:net';
import type {Behavior, GameServer} from '../conformance.ts';
import {openTcpServer} from './tcp-server.ts';

export type HttpGame = Omit<GameServer, 'heard'> & {
	requests: {method: string; path: string; body: unknown; login: string | undefined}[];
};

type Response = {status?: number; body?: string; raw?: Uint8Array; isCut?: boolean};

/** An HTTP server that answers as `respond` says, and remembers the requests. */
export async function openHttpGame(
	respond: (request: HttpGame['requests'][number]) => Response | Promise<Response>,
	tls?: {key: string | Buffer; cert: string | Buffer},
): Promise<HttpGame> {
	const requests: HttpGame['requests'] = [];
	const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk as Buffer);
		const text = Buffer.concat(chunks).toString('utf8');
		const request = {
			method: incoming.method ?? '',
			path: incoming.url ?? '',
			body: text === '' ? undefined : (JSON.parse(text) as unknown),
			login: incoming.headers.authorization,
		};
		requests.push(request);
		const {status = 200, body = '', raw, isCut} = await respond(request);
		if (raw) return void incoming.socket.write(raw);
		if (!isCut) return void outgoing.writeHead(status).end(body);
		outgoing.writeHead(status, {'content-length': Buffer.byteLength(body)});
		outgoing.write(body.slice(0, body.length / 2), () => incoming.socket.destroy());
	};
	const listener = (incoming: IncomingMessage, outgoing: ServerResponse) =>
		void serve(incoming, outgoing).catch(() => incoming.socket.destroy());
	const server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener);
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {
		port: (server.address() as AddressInfo).port,
		requests,
		cutConnections: () => server.closeAllConnections(),
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** A game whose HTTP interface runs any command: `POST /run {"command": …}` with HTTP Basic. */
export async function openHttpConsole(behavior: Behavior): Promise<GameServer> {
	const heard: string[] = [];
	if (behavior.greeting) return {...(await openTcpServer(behavior, () => () => {})), heard};
	const login = `Basic ${Buffer.from(`admin:${behavior.password}`).toString('base64')}`;
	const game = await openHttpGame(async request => {
		if (request.login !== login) return {status: 401, body: 'Unauthorized'};
		if (request.path === '/health') return {body: '{}'};
		const {command} = request.body as {command: string};
		heard.push(command);
		if (behavior.rawAnswer) return {raw: behavior.rawAnswer};
		const body = JSON.stringify({data: {result: await behavior.answer(command)}});
		return {body, ...(behavior.isCutOff && {isCut: true})};
	});
	return {...game, heard};
}
