/**
A second implementation of the REST interface, written from its specification alone: it imports nothing of `src`. It
logs every write that it receives. Run it to play with it: `node test/reliability/monkey/service.ts PORT`; lines on standard
input break things: `crash srv-01`, `node beta OFFLINE`, `token new-token`, `feed off`, `slow 2000`, `other srv-02 status`.
*/
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createInterface} from 'node:readline';
import {answerOf, createFleet, recordCommand, type FleetServer} from './fleet.ts';
import {openFeed} from './feed.ts';
import {answerBadly, faultNames, type FaultName} from './faults.ts';

export type Write = {at: number; method: string; path: string; body: Record<string, unknown>};
type Answer = {status: number; body?: unknown};
type Call = {method: string; parts: string[]; query: URLSearchParams; body: Record<string, unknown>};

const startMs = 3000;
const missing: Answer = {status: 404, body: {key: 'general.not_found', message: 'Not found.'}};
const refused = (key: string): Answer => ({status: 409, body: {key, message: `Refused: ${key}.`}});
const invalid: Answer = {status: 400, body: {key: 'validation.failed', message: 'The body is invalid.'}};
const done: Answer = {status: 200};

/** `onWrite` gets every request that is not a GET, before it is answered. */
export async function openSecondService(onWrite: (write: Write) => void = () => {}, port = 0) {
	const fleet = createFleet();
	const automations: Record<string, unknown>[] = [];
	const writes: Write[] = [];
	let token = 'night-token';
	let delayMs = 0;
	let fault: FaultName | undefined;
	const server = createServer((request, response) => {
		const received = receive(request);
		const act = async () => answer(request, await received);
		if (fault !== undefined && answerBadly(fault, response, received, act)) return;
		void act().then(({status, body}) => {
			const content = body === undefined ? '' : JSON.stringify(body);
			setTimeout(() => {
				response.writeHead(status, {'Content-Type': 'application/json'}).end(content);
			}, delayMs);
		});
	});
	const feed = openFeed(server, headers => headers['application-token'] === token);

	/** Records a write, also one that a fault answers. undefined if its body is not a JSON object. */
	async function receive(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const url = new URL(request.url ?? '/', 'http://service');
		const {method = 'GET'} = request;
		const body = readBody(Buffer.concat(chunks).toString());
		if (method !== 'GET') {
			const write = {at: performance.now(), method, path: url.pathname, body: body ?? {}};
			writes.push(write);
			onWrite(write);
		}
		return body;
	}

	async function answer(
		request: IncomingMessage,
		body: Record<string, unknown> | undefined,
	): Promise<Answer> {
		const url = new URL(request.url ?? '/', 'http://service');
		const {method = 'GET'} = request;
		if (request.headers['application-token'] !== token) {
			return {status: 401, body: {key: 'unauthorized', message: 'Credentials are missing or invalid.'}};
		}
		if (body === undefined) return invalid;
		const parts = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
		return (await route({method, parts, query: url.searchParams, body})) ?? missing;
	}

	async function route(call: Call): Promise<Answer | undefined> {
		const [area, name, verb] = call.parts;
		if (area === 'info') return {status: 200, body: {version: '1.0.0'}};
		if (area === 'team') {
			if (name === 'my') return {status: 200, body: fleet.team};
			return call.method === 'POST' && /^(invite|kick|icon)$/.test(verb ?? '') ? done : undefined;
		}
		if (area === 'node') {
			if (name === 'by-team') return {status: 200, body: fleet.nodes.map(stamp)};
			const node = fleet.nodes.find(({id}) => id === name);
			return node && call.method === 'GET' && verb === undefined
				? {status: 200, body: stamp(node)}
				: undefined;
		}
		if (area === 'server') return ofServer(call);
		if (area === 'automation') return ofAutomation(call);
		if (area === 'automation-run') {
			const page = {page: 0, size: 20, totalElements: 0, totalPages: 0, first: true, last: true};
			return {status: 200, body: {content: [], ...page, numberOfElements: 0, empty: true}};
		}
		return undefined;
	}

	const stamp = (node: {status: string; lastAlive: string}) =>
		node.status === 'ONLINE' ? {...node, lastAlive: new Date().toISOString()} : node;

	function ofAutomation({method, parts: [, name, verb], body}: Call): Answer | undefined {
		if (name === 'by-team') return {status: 200, body: automations};
		if (method !== 'POST') return undefined;
		if (name === undefined || name === 'create') {
			const now = new Date().toISOString();
			const made = {...body, id: `auto-${automations.length + 1}`, createdAt: now, updatedAt: now};
			automations.push(made);
			return {status: 200, body: made};
		}
		const found = automations.find(({id}) => id === name);
		if (!found) return undefined;
		if (verb === undefined) return {status: 200, body: Object.assign(found, body)};
		if (verb !== 'trigger') return undefined;
		const run = {id: 'run-1', automationId: name, status: 'RUNNING', createdAt: new Date().toISOString()};
		return {status: 200, body: run};
	}

	async function ofServer(call: Call): Promise<Answer | undefined> {
		const {method, parts, body} = call;
		const [, name, verb] = parts;
		if (name === 'by-team') return {status: 200, body: fleet.servers};
		if (name === 'create' && method === 'POST') {
			const first = fleet.servers[0];
			if (!first || typeof body['name'] !== 'string') return invalid;
			if (fleet.servers.some(({displayName}) => displayName === body['name'])) {
				return refused('server.display_name_already_exists');
			}
			const id = `srv-${String(fleet.servers.length + 1).padStart(2, '0')}`;
			const made = {
				...first,
				id,
				displayName: body['name'],
				state: 'STOPPED',
				onlinePlayers: 0,
				commands: [],
			};
			fleet.servers.push(made);
			return {status: 200, body: made};
		}
		const one = fleet.servers.find(({id}) => id === name);
		if (!one) return undefined;
		if (method === 'GET') return verb === undefined ? {status: 200, body: one} : undefined;
		if (verb === 'rcon') return runCommand(one, call);
		if (verb === 'start')
			return one.state === 'STOPPED'
				? (setState(one, 'RUNNING', startMs), done)
				: refused('server.is_not_offline');
		if (verb === 'stop' || verb === 'restart') return runPower(one, verb, body);
		if (verb === 'change-display-name') {
			if (typeof body['displayName'] !== 'string') return invalid;
			one.displayName = body['displayName'];
			return {status: 204};
		}
		if (verb === 'change-directory') {
			if (one.state !== 'STOPPED') return refused('server.is_not_offline');
			one.serverDirectory = String(body['serverDirectory']);
			return done;
		}
		return undefined;
	}

	function runPower(one: FleetServer, verb: 'stop' | 'restart', body: Record<string, unknown>): Answer {
		const {forceStop, delayMinutes} = body;
		if (fleet.timers.has(one.id)) {
			return refused(
				verb === 'stop'
					? 'server.timed_shutdown_already_scheduled'
					: 'server.timed_restart_already_scheduled',
			);
		}
		if (forceStop === true) {
			if (one.state === 'STOPPED') return refused('server.stop_force_already_offline');
		} else if (one.state !== 'RUNNING') {
			return refused(verb === 'stop' ? 'server.stop_normal_invalid_state' : 'server.is_not_online');
		}
		const run = () => {
			fleet.timers.delete(one.id);
			setState(one, 'STOPPED', 500);
			if (verb === 'restart') setState(one, 'RUNNING', startMs);
		};
		if (typeof delayMinutes === 'number' && delayMinutes > 0) {
			fleet.timers.set(one.id, setTimeout(run, delayMinutes * 60_000).unref());
		} else run();
		return done;
	}

	async function runCommand(one: FleetServer, {query, body}: Call): Promise<Answer> {
		const {command} = body;
		if (typeof command !== 'string' || command.trim() === '') return invalid;
		if (one.state !== 'RUNNING') return refused('server.is_not_online');
		const text = answerOf(fleet, one, command);
		if (text === undefined) {
			const timeoutMs = Number(query.get('timeoutMs') ?? 5000);
			await new Promise(resolve => setTimeout(resolve, timeoutMs));
			return {status: 408, body: {key: 'server.rcon_timeout', message: 'The node did not reply in time.'}};
		}
		if (/^(quit|exit|doexit|killserver)$/i.test(command.trim())) setState(one, 'STOPPED', 300);
		const record = recordCommand(one, command, text);
		feed.publish({serverId: one.id, command: record});
		return query.get('await') === 'true' ? {status: 200, body: {serverId: one.id, command: record}} : done;
	}

	function setState(one: FleetServer, state: string, afterMs: number): void {
		setTimeout(() => {
			one.state = state;
			one.onlinePlayers = state === 'RUNNING' ? (fleet.players.get(one.id)?.length ?? 0) : 0;
			feed.publish({serverId: one.id, state});
		}, afterMs).unref();
	}

	/** Breaks something, as a line of words. */
	const control = (line: string): void => {
		const [what, first = '', ...rest] = line.trim().split(' ');
		const one = fleet.servers.find(({id}) => id === first);
		if (what === 'crash' && one) setState(one, 'STOPPED', 0);
		if (what === 'up' && one) setState(one, 'RUNNING', 0);
		if (what === 'node') {
			for (const node of fleet.nodes) if (node.name === first) node.status = rest[0] ?? 'OFFLINE';
			for (const on of fleet.servers.filter(({nodeName}) => nodeName === first)) {
				setState(on, rest[0] === 'ONLINE' ? 'RUNNING' : 'STOPPED', 0);
			}
		}
		if (what === 'token') token = first;
		if (what === 'feed') feed.setOff(first === 'off');
		if (what === 'slow') delayMs = Number(first);
		if (what === 'fault') fault = faultNames.find(name => name === first);
		if (what === 'other' && one) {
			feed.publish({serverId: one.id, command: recordCommand(one, rest.join(' '), `ok: ${rest.join(' ')}`)});
		}
	};

	await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
	// A server that listens on a port has an address with a port.
	const address = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${address.port}`,
		fleet,
		writes,
		control,
		token: () => token,
		close: () => {
			feed.close();
			server.closeAllConnections();
			server.close();
		},
	};
}

/** undefined if the text is not a JSON object. */
function readBody(text: string): Record<string, unknown> | undefined {
	if (text === '') return {};
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? {...value} : undefined;
	} catch {
		return undefined;
	}
}

if (import.meta.main) {
	const print = (text: string) => process.stdout.write(`${text}\n`);
	const service = await openSecondService(
		({method, path, body}) => print(`${method} ${path} ${JSON.stringify(body)}`),
		Number(process.argv[2] ?? 0),
	);
	print(`RCONDECK_URL=${service.url} RCONDECK_TOKEN=${service.token()}`);
	createInterface({input: process.stdin}).on('line', service.control);
}
