/**
Measures the throughput of the local service on its real port: the list of servers, with 10 and with 1,000 of them, and
awaited RCON commands to a game over TCP. Compares each, in the same run, with a plain `node:http` handler that sends
the same bytes. Clients keep their connections open and send one request after another. A node runs its commands one at
a time, each on its own connection; an answer of ARK ends with silence, one of CS2 with a marker.
*/
import {Agent, createServer, request, type RequestOptions} from 'node:http';
import type {AddressInfo} from 'node:net';
import {performance} from 'node:perf_hooks';
import {systemClock} from '../../src/lib/clock.ts';
import {openDemo} from '../../src/demo/index.ts';
import {listen} from '../../src/service/listen.ts';
import {rowOf, type Row} from './row.ts';

const [clients, spanMs, warmUpMs] = [16, 1500, 500];

type Call = {url: URL; token?: string; body?: string};
type Heard = {status: number; text: string};

function send(agent: Agent, {url, token, body}: Call): Promise<Heard> {
	const options: RequestOptions = {
		agent,
		method: body === undefined ? 'GET' : 'POST',
		headers: {
			...(token !== undefined && {'Application-Token': token}),
			...(body !== undefined && {
				'Content-Type': 'application/json',
				'Content-Length': Buffer.byteLength(body),
			}),
		},
	};
	return new Promise((resolve, reject) => {
		const sent = request(url, options, answer => {
			const chunks: Buffer[] = [];
			answer.on('data', (chunk: Buffer) => chunks.push(chunk));
			answer.on('end', () =>
				resolve({status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString()}),
			);
		});
		sent.on('error', reject);
		sent.end(body);
	});
}

/** Responses a second, of all clients together. */
async function rate(call: () => Call): Promise<number> {
	const agent = new Agent({keepAlive: true, maxSockets: clients});
	let count = 0;
	const beganAt = performance.now();
	const ask = async () => {
		while (performance.now() - beganAt < warmUpMs + spanMs) {
			const {status, text} = await send(agent, call());
			if (status !== 200) throw new Error(`${status}: ${text}`);
			if (performance.now() - beganAt > warmUpMs) count++;
		}
	};
	await Promise.all(Array.from({length: clients}, () => ask()));
	agent.destroy();
	return (count * 1000) / spanMs;
}

/** The same bytes from a handler that does nothing else. */
async function bareRate(body: string | undefined, answer: string): Promise<number> {
	const bytes = Buffer.from(answer);
	const server = createServer((asked, response) => {
		asked.resume();
		asked.on('end', () => {
			response.writeHead(200, {'Content-Type': 'application/json', 'Content-Length': bytes.length});
			response.end(bytes);
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as AddressInfo; // A listening TCP server has an address with a port.
	const url = new URL(`http://127.0.0.1:${port}/`);
	try {
		return await rate(() => ({url, ...(body !== undefined && {body})}));
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

async function compare(what: string, call: () => Call): Promise<Row> {
	const agent = new Agent();
	const first = call();
	const {text} = await send(agent, first);
	agent.destroy();
	const ours = await rate(call);
	const bare = await bareRate(first.body, text);
	const kilobytes = (Buffer.byteLength(text) / 1000).toFixed(1);
	return rowOf(what, ours, {
		unit: '/s',
		detail: `${kilobytes} kB; ${((ours / bare) * 100).toFixed(1)}% of node:http with the same bytes`,
	});
}

async function measure(servers: number): Promise<Row[]> {
	const table: Row[] = [];
	const demo = await openDemo({clock: systemClock, servers});
	const listening = await listen(demo, {port: 0});
	const {token} = demo.credentials;
	const at = (path: string) => new URL(path, listening.url);
	const url = at(`/server/by-team/${demo.teamId}`);
	table.push(
		await compare(`Service: list of ${servers.toLocaleString('en-US')} servers to 16 clients`, () => ({
			url,
			token,
		})),
	);
	const answer = await demo.fetch(
		new Request(at(`/server/by-team/${demo.teamId}`), {headers: {'Application-Token': token}}),
	);
	// The service sends this list.
	const list = (await answer.json()) as {id: string; state: string; gameType: string}[];
	for (const [gameType, command] of [
		['CS2', 'mp_maxrounds'],
		['ARK_ASCENDED', 'SaveWorld'],
	]) {
		const id = list.find(server => server.state === 'ONLINE' && server.gameType === gameType)?.id ?? '';
		const url = at(`/server/${id}/rcon?await=true&timeoutMs=60000`);
		const body = JSON.stringify({command});
		table.push(
			await compare(
				`Service: RCON commands to ${gameType}, ${servers.toLocaleString('en-US')} servers`,
				() => ({url, token, body}),
			),
		);
	}
	await listening.close();
	await demo.close();
	return table;
}

export const run = async (): Promise<readonly Row[]> => [...(await measure(10)), ...(await measure(1000))];
