import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Answers with a status and JSON. */
export const json =
	(status: number, value?: unknown): Answer =>
	response =>
		response
			.writeHead(status, {'Content-Type': 'application/json'})
			.end(value === undefined ? undefined : JSON.stringify(value));

/** One frame of a multiplexed stream. (Docker Engine API: ContainerAttach, Stream format) */
export function frame(stream: number, text: string): Buffer {
	const payload = Buffer.from(text);
	const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0]);
	header.writeUInt32BE(payload.length, 4);
	return Buffer.concat([header, payload]);
}

/**
A container engine with the container `mc` on a Unix socket, which answers as the Docker Engine API documents. `answers`
replace those of an operation: `json`, `logs`, `start`, `stop`, `kill` or `exec`, and `exec/start` or `exec/json` of what that
has created.
*/
export async function openFakeEngine(answers: Readonly<NodeJS.Dict<Answer>> | Map<string, Answer> = {}) {
	const given = answers instanceof Map ? answers : new Map(Object.entries(answers));
	const folder = mkdtempSync(path.join(tmpdir(), 'engine-'));
	const socket = path.join(folder, 'engine.sock');
	const requests: string[] = [];
	let state = 'exited';
	let isTerminal = false;
	let log: Buffer = Buffer.alloc(0);
	const usual = new Map<string, Answer>([
		['json', r => json(200, {State: {Status: state}, Config: {Tty: isTerminal}})(r, r.req)],
		['logs', response => response.writeHead(200).end(log)],
		['start', r => json(state === 'running' ? 304 : 204)(r, r.req)],
		['stop', r => json(state === 'running' ? 204 : 304)(r, r.req)],
		['kill', r => json(state === 'running' ? 204 : 409, {message: 'Container 1 is not running'})(r, r.req)],
	]);
	const nextState = new Map([
		['start', 'running'],
		['stop', 'exited'],
		['kill', 'exited'],
	]);
	const server = createServer((request, response) => {
		requests.push(`${request.method} ${request.url}`);
		const [, root, name = '', last = ''] = new URL(request.url ?? '', 'http://x').pathname.split('/');
		const what = root === 'exec' ? `exec/${last}` : last;
		if (name !== 'mc' && root !== 'exec')
			return json(404, {message: `No such container: ${name}`})(response, request);
		(given.get(what) ?? usual.get(what))?.(response, request);
		if (!given.has(what)) state = nextState.get(what) ?? state;
	});
	await new Promise<void>(resolve => server.listen(socket, resolve));
	const close = async () => {
		server.closeAllConnections();
		await new Promise(resolve => server.close(resolve));
	};
	onTestFinished(async () => {
		if (server.listening) await close();
		rmSync(folder, {recursive: true, force: true});
	});
	return {
		socket,
		requests,
		close,
		setState: (name: string) => (state = name),
		setLog: (bytes: Buffer, terminal = false) => {
			log = bytes;
			isTerminal = terminal;
		},
	};
}
