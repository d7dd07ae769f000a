import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, openSync, rmSync, writeSync} from 'node:fs';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {WebSocket} from 'ws';
import {farServer} from '../helpers/far-server.ts';

/*
What a token can do to the memory of a service, and to others that wait for it. Each attack runs against a service in a
process of its own with a small heap.
*/

export type Size = {servers: number; answers: number; backups: number; connections: number};

type Target = {
	url: string;
	feedUrl: string;
	token: string;
	teamId: string;
	startMs: number;
	child: ChildProcess;
};

/** Starts the service. Resolves to undefined if it ends before it listens. */
export async function startTarget(data: string, heapMB: number): Promise<Target | undefined> {
	const script = path.join(import.meta.dirname, 'attacked-service.ts');
	const args = [`--max-old-space-size=${heapMB}`, '--no-warnings', script, data];
	const child = spawn(process.execPath, args, {stdio: ['ignore', 'pipe', 'ignore', 'ipc']});
	if (!child.stdout) throw new TypeError('It is a pipe.');
	const lines = createInterface(child.stdout);
	const line = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [])]);
	const [text] = line as unknown[];
	return typeof text === 'string' ? {...(JSON.parse(text) as Omit<Target, 'child'>), child} : undefined;
}

export async function endTarget({child}: Target): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exit = once(child, 'exit');
	child.kill('SIGKILL');
	await exit;
}

/** What is seen of a service during an attack. */
export type Seen = {isAlive: boolean; healthMs: number; heapMB: number; rssMB: number};

/** Runs an attack and asks for `/healthz` all the time. `healthMs` is the longest wait. */
export async function watch(target: Target, attack: () => Promise<unknown>): Promise<Seen> {
	const over = new AbortController();
	const health = watchHealth(target, over.signal);
	await attack().catch(() => undefined);
	over.abort();
	const healthMs = await health;
	const memory = await memoryOf(target);
	return {isAlive: memory !== undefined, healthMs, heapMB: memory?.heapMB ?? 0, rssMB: memory?.rssMB ?? 0};
}

async function watchHealth({url}: Target, over: AbortSignal): Promise<number> {
	let longest = 0;
	while (!over.aborted) {
		const at = performance.now();
		const answer = await fetch(`${url}/healthz`).catch(() => undefined);
		await answer?.arrayBuffer().catch(() => undefined);
		longest = Math.max(longest, performance.now() - at);
		if (!answer) break;
	}
	return Math.round(longest);
}

async function memoryOf({child}: Target): Promise<{heapMB: number; rssMB: number} | undefined> {
	if (!child.connected) return undefined;
	const answer = Promise.race([once(child, 'message'), once(child, 'exit').then(() => [])]);
	child.send('memory');
	const [memory] = await answer;
	return memory as {heapMB: number; rssMB: number} | undefined;
}

export async function call(
	{url, token}: Target,
	method: string,
	pathname: string,
	body?: object,
): Promise<Response> {
	const headers = {'Application-Token': token};
	const init = {method, headers, ...(body && {body: JSON.stringify(body)})};
	return fetch(`${url}${pathname}`, init);
}

export async function addNode(target: Target): Promise<{nodeId: string; token: string}> {
	const answer = await call(target, 'POST', '/node/add', {name: 'machine'});
	return (await answer.json()) as {nodeId: string; token: string};
}

const idOf = (index: number) => `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`;

type Agent = {
	send: (message: object) => void;
	stored: (sequence: number) => Promise<void>;
	close: () => void;
};

/** Connects as the agent of a node, with these servers. */
async function openAgent({url}: Target, token: string): Promise<Agent> {
	const socket = new WebSocket(new URL('/agent', url), {headers: {Authorization: `Bearer ${token}`}});
	const state = {newest: 0, isClosed: false, wake: () => {}};
	socket.on('error', () => {});
	socket.on('close', () => {
		state.isClosed = true;
		state.wake();
	});
	socket.on('message', data => {
		const {type, sequence} = JSON.parse(String(data)) as {type: string; sequence?: number};
		if (type === 'stored') state.newest = sequence ?? state.newest;
		state.wake();
	});
	await once(socket, 'open');
	return {
		send: message => socket.send(JSON.stringify(message)),
		stored: async sequence => {
			while (state.newest < sequence && !state.isClosed)
				await new Promise<void>(resolve => {
					state.wake = resolve;
				});
			if (state.isClosed) throw new Error('The service has closed the connection.');
		},
		close: () => socket.terminate(),
	};
}

const serverOf = (index: number, more: object) => ({
	type: 'server',
	server: {...farServer(idOf(index), `far ${index}`), ...more},
});

async function introduce(target: Target, token: string, servers: number, more: object): Promise<Agent> {
	const agent = await openAgent(target, token);
	const machine = {os: '', hostname: '', ram: 1};
	agent.send({type: 'hello', protocol: 1, oldest: 1, records: 'r', version: '9', machine});
	for (let index = 0; index < servers; index++) agent.send(serverOf(index, more));
	agent.send({
		type: 'complete',
		servers: Array.from({length: servers}, (_, index) => idOf(index)),
		tasks: [],
	});
	agent.send({type: 'report', sequence: 1});
	await agent.stored(1);
	return agent;
}

/** The token of a node reports answers of 1 MB. */
export async function sendAnswers(target: Target, token: string, {servers, answers}: Size): Promise<void> {
	const agent = await introduce(target, token, servers, {});
	const response = 'x'.repeat(1024 * 1024);
	let sequence = 1;
	for (let index = 0; index < servers; index++)
		for (let count = 0; count < answers; count++) {
			sequence++;
			const answer = {kind: 'answer', serverId: idOf(index), command: 'x', commandId: `${index} ${count}`};
			agent.send({type: 'report', sequence, fact: {...answer, response, timestamp: 1}});
			await agent.stored(sequence);
		}
	agent.close();
}

/** The token of a node reports many backups. Lists of servers are read meanwhile; resolves to the bytes of the largest. */
export async function sendBackups(target: Target, token: string, {servers, backups}: Size): Promise<number> {
	const all = Array.from({length: backups}, (_, index) => ({
		backupId: `gmc-back-${index.toString(16).padStart(32, '0')}`,
		name: 'b'.repeat(300),
		createdAt: index,
		autoBackup: false,
		size: 1,
	}));
	const agent = await introduce(target, token, servers, {backups: all});
	let largest = 0;
	for (let count = 0; count < 3; count++) {
		const list = await call(target, 'GET', `/server/by-team/${target.teamId}`);
		largest = Math.max(largest, (await list.arrayBuffer()).byteLength);
	}
	agent.close();
	return largest;
}

const grant = (target: Target, body: object): Promise<Response> =>
	call(target, 'POST', `/team/${target.teamId}/application-user`, {permissions: [], ...body});

/**
Someone who may create tokens asks for some with names of 1 MB, and for many that last a second. Resolves to the number of
those with long names that were created.
*/
export async function createTokens(target: Target, {servers: long, backups: short}: Size): Promise<number> {
	let created = 0;
	for (let count = 0; count < long; count++) {
		const answer = await grant(target, {name: `${count}${'n'.repeat(1_000_000)}`});
		await answer.arrayBuffer();
		if (answer.ok) created++;
	}
	for (let count = 0; count < short; count++)
		await (await grant(target, {name: `short ${count}`, expiresInSeconds: 1})).arrayBuffer();
	return created;
}

/** Changes while the disk of the records is full, and after it was freed. Resolves to the statuses of both, and of `/readyz`. */
export async function changeOnFullDisk(target: Target, folder: string): Promise<Record<string, number>> {
	const fill = path.join(folder, 'fill');
	const opened = openSync(fill, 'w');
	for (let size = 1024 * 1024; size >= 1; size = size > 1 ? Math.floor(size / 4) : 0) {
		try {
			for (;;) writeSync(opened, Buffer.alloc(size));
		} catch {
			// Full for parts of this size.
		}
	}
	closeSync(opened);
	const change = async (name: string) => (await grant(target, {name})).status;
	let full = 0;
	// What is left of the pages that the file already has.
	for (let count = 0; count < 2000 && full < 400; count++) full = await change(`full ${count}`);
	const read = (await call(target, 'GET', '/team/my')).status;
	const ready = (await fetch(`${target.url}/readyz`)).status;
	rmSync(fill);
	const over = performance.now() + 30_000;
	let freed = 0;
	while (freed !== 200 && performance.now() < over) freed = await change(`freed ${Math.round(over)}`);
	return {full, read, ready, freed};
}

/** A token without permissions subscribes under long ids, over many connections. */
export async function subscribeLong(target: Target, {connections}: Size): Promise<void> {
	const made = await call(target, 'POST', `/team/${target.teamId}/application-user`, {
		name: 'nobody',
		permissions: [],
	});
	const {token} = (await made.json()) as {token?: string};
	const sockets: WebSocket[] = [];
	for (let count = 0; count < connections; count++) {
		const socket = new WebSocket(target.feedUrl, ['v12.stomp'], {headers: {'Application-Token': token}});
		sockets.push(socket);
		socket.on('error', () => {});
		await Promise.race([once(socket, 'open'), once(socket, 'close')]);
		const answer = Promise.race([once(socket, 'message'), once(socket, 'close')]);
		if (socket.readyState !== WebSocket.OPEN) continue;
		socket.send(`CONNECT\naccept-version:1.2\npasscode:${token}\n\n\0`);
		await answer;
		for (let id = 0; id < 100 && socket.readyState === WebSocket.OPEN; id++)
			socket.send(`SUBSCRIBE\nid:${id}${'i'.repeat(60_000)}\ndestination:/user/queue/x\n\n\0`);
	}
	// Answered after everything before it.
	await call(target, 'GET', '/team/my');
	for (const socket of sockets) socket.terminate();
}
