/**
Loads the built `rcondeck serve` on real sockets: the list, awaited RCON, the feed of 200 clients with and without clients
that never read, and 1,000 idle feed clients. Figures depend on the machine; failures do not: a refused or broken request, a
feed message that a reading client missed, and memory that grows from one round of 1,000 clients to the next.
*/
import {spawn} from 'node:child_process';
import {Agent, request} from 'node:http';
import path from 'node:path';
import {performance} from 'node:perf_hooks';
import {setTimeout as wait} from 'node:timers/promises';
import {WebSocket} from 'ws';
import {quantile} from '../../bench/quantile.ts';
import {seeded} from '../../helpers/nasty-wire.ts';
import type {Outcome, Trial} from '../run.ts';

const program = path.resolve(import.meta.dirname, '../../../dist/rcondeck.mjs');
const [requesters, readers, idlers, deaf] = [16, 200, 1000, 20];
const maxGrowthMb = 80;

type Served = {url: URL; feedUrl: string; token: string; teamId: string; online: string[]; end: () => void};
type Ask = {method?: string; path: string; body?: string};

/** Sends a request; resolves to its status and text. */
function send(agent: Agent, {url, token}: Pick<Served, 'url' | 'token'>, {method = 'GET', path, body}: Ask) {
	return new Promise<{status: number; text: string}>((resolve, reject) => {
		const headers = {
			'Application-Token': token,
			...(body !== undefined && {'Content-Length': Buffer.byteLength(body)}),
		};
		const sent = request(new URL(path, url), {agent, method, headers}, answer => {
			let text = '';
			answer.setEncoding('utf8').on('data', chunk => (text += String(chunk)));
			answer.on('end', () => resolve({status: answer.statusCode ?? 0, text}));
			answer.on('error', reject);
		});
		sent.on('error', reject);
		sent.end(body);
	});
}

async function serve(agent: Agent): Promise<Served> {
	const options = ['--demo', '--servers', '100', '--port', '0', '--service-limit', 'maxConnections=3000'];
	const child = spawn(process.execPath, [program, 'serve', ...options], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	let said = '';
	for await (const chunk of child.stdout) {
		said += String(chunk);
		if (said.includes('Ctrl-C')) break;
	}
	const find = (pattern: RegExp) => pattern.exec(said)?.[1] ?? '';
	const token = find(/RCONDECK_TOKEN=(\S+)/);
	const url = new URL(find(/RCONDECK_URL=(\S+)/));
	const {id: teamId} = JSON.parse((await send(agent, {url, token}, {path: '/team/my'})).text) as {id: string};
	const {text} = await send(agent, {url, token}, {path: `/server/by-team/${teamId}`});
	const online = (JSON.parse(text) as {id: string; state: string}[])
		.filter(({state}) => state === 'RUNNING')
		.map(({id}) => id);
	const feedUrl = find(/RCONDECK_FEED_URL=(\S+)/);
	return {url, feedUrl, token, teamId, online, end: () => void child.kill('SIGINT')};
}

/** Resident memory of the service in MB. */
async function memoryOf(agent: Agent, served: Served): Promise<number> {
	const {text} = await send(agent, served, {path: '/metrics'});
	return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 1e6;
}

type Note = (failure: string) => void;

/** Keeps requests running for a time; returns what one line says of them. */
async function load(served: Served, spanMs: number, next: () => Ask, note: Note) {
	const agent = new Agent({keepAlive: true, maxSockets: requesters});
	const times: number[] = [];
	const startedAt = performance.now();
	const ask = async () => {
		while (performance.now() - startedAt < spanMs) {
			const at = performance.now();
			const what = next();
			const {status, text} = await send(agent, served, what);
			times.push(performance.now() - at);
			if (status !== 200) note(`${what.path}: ${status} ${text.slice(0, 100)}`);
		}
	};
	await Promise.all(Array.from({length: requesters}, ask));
	agent.destroy();
	const perSecond = Math.round((times.length * 1000) / spanMs);
	return {count: times.length, line: `${perSecond}/s, p50 ${ms(times, 0.5)}, p99 ${ms(times, 0.99)}`};
}

const ms = (times: number[], share: number) => `${(quantile(times, share) ?? 0).toFixed(1)} ms`;

type FeedClient = {socket: WebSocket; seen: Map<string, number>; closed: () => number | undefined};

function follow({feedUrl, token, teamId}: Served): Promise<FeedClient> {
	const socket = new WebSocket(feedUrl, ['v12.stomp'], {headers: {'Application-Token': token}});
	const seen = new Map<string, number>();
	let code: number | undefined;
	socket.on('close', number => (code = number));
	return new Promise((resolve, reject) => {
		socket.on('error', reject);
		socket.on('open', () => socket.send('CONNECT\naccept-version:1.2\nheart-beat:0,0\n\n\0'));
		socket.on('message', data => {
			const text = Buffer.isBuffer(data) ? data.toString() : '';
			if (text.startsWith('CONNECTED')) {
				socket.send(`SUBSCRIBE\nid:1\ndestination:/topic/team/${teamId}\n\n\0`);
				resolve({socket, seen, closed: () => code});
			}
			const mark = /"command":"say (mark-\d+)/.exec(text)?.[1];
			if (mark !== undefined) seen.set(mark, performance.now());
		});
	});
}

async function followAll(served: Served, count: number): Promise<FeedClient[]> {
	const clients: FeedClient[] = [];
	while (clients.length < count)
		clients.push(
			...(await Promise.all(
				Array.from({length: Math.min(50, count - clients.length)}, () => follow(served)),
			)),
		);
	return clients;
}

/** Sends commands; returns how long after the first client each of the others had each answer. */
async function fanOut(served: Served, clients: FeedClient[], marks: string[], note: Note): Promise<number[]> {
	const agent = new Agent({keepAlive: true});
	for (const [index, mark] of marks.entries()) {
		const server = served.online[index % served.online.length];
		const body = JSON.stringify({command: `say ${mark}`});
		const path = `/server/${server}/rcon?await=true&timeoutMs=60000`;
		const {status} = await send(agent, served, {method: 'POST', path, body});
		if (status !== 200) note(`command ${mark}: ${status}`);
	}
	agent.destroy();
	const isComplete = () => clients.every(({seen}) => marks.every(mark => seen.has(mark)));
	for (const until = performance.now() + 20_000; !isComplete() && performance.now() < until;) await wait(50);
	return marks.flatMap(mark => {
		const times = clients.flatMap(({seen}) => seen.get(mark) ?? []);
		if (times.length < clients.length) note(`${clients.length - times.length} clients missed ${mark}`);
		const first = Math.min(...times);
		return times.map(time => time - first);
	});
}

export async function run({minutes, seed, print}: Trial): Promise<Outcome> {
	const failures: string[] = [];
	const note = (failure: string) => void failures.push(failure);
	const random = seeded(seed);
	const agent = new Agent({keepAlive: true});
	const served = await serve(agent);
	const spanMs = (minutes * 60_000) / 4;
	let tried = 0;
	const marksOf = (name: number, count: number) =>
		Array.from({length: count}, (_, at) => `mark-${name}${at}`);
	try {
		const list = {path: `/server/by-team/${served.teamId}`};
		await load(served, 2000, () => list, note);
		const before = await memoryOf(agent, served);
		const lists = await load(served, spanMs, () => list, note);
		const command = () => ({
			method: 'POST',
			path: `/server/${served.online[Math.floor(random() * served.online.length)]}/rcon?await=true&timeoutMs=60000`,
			body: '{"command":"status"}',
		});
		const commands = await load(served, spanMs, command, note);
		tried += lists.count + commands.count;
		const clients = await followAll(served, readers);
		const alone = await fanOut(served, clients, marksOf(1, 100), note);
		const silent = await followAll(served, deaf);
		for (const {socket} of silent) socket.pause();
		const among = await fanOut(served, clients, marksOf(2, 100), note);
		for (const {socket} of [...clients, ...silent]) socket.terminate();
		tried += 200;
		const memories: number[] = [];
		let withIdle = '';
		for (const round of [1, 2]) {
			const idle = await followAll(served, idlers);
			withIdle = (await load(served, spanMs / 2, () => list, note)).line;
			memories.push(await memoryOf(agent, served));
			for (const {socket} of idle) socket.terminate();
			await wait(2000 * round);
			memories.push(await memoryOf(agent, served));
		}
		const [first = 0, afterFirst = 0, second = 0, afterSecond = 0] = memories;
		const [from, to] = [Math.max(first, afterFirst), Math.max(second, afterSecond)];
		if (to - from > maxGrowthMb) note(`memory grew from ${from.toFixed(0)} to ${to.toFixed(0)} MB`);
		print(`list of 100 servers   ${lists.line}`);
		print(`awaited RCON          ${commands.line}`);
		print(
			`feed, ${readers} clients     last one p50 ${ms(alone, 0.5)}, p99 ${ms(alone, 0.99)} after the first`,
		);
		print(`with ${deaf} that never read p50 ${ms(among, 0.5)}, p99 ${ms(among, 0.99)}`);
		print(`list, ${idlers} idle       ${withIdle}`);
		print(`memory (MB)           ${[before, ...memories].map(mb => mb.toFixed(0)).join(', ')}`);
		return {tried, 'feed messages': alone.length + among.length, failures};
	} finally {
		agent.destroy();
		served.end();
	}
}
