import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, expect, onTestFinished, test} from 'vitest';
import {openPanelDriver} from '../../../src/service/power/panel.ts';
import {PowerError} from '../../../src/service/power/power-driver.ts';
import {never} from './fake-programs.ts';

type Reply = {status: number; headers?: NodeJS.Dict<string>; body?: string};

const key = 'ptlc_0123456789';

/** The client API of a panel below `/games`, written from its public documentation. */
async function aPanel(reply: Partial<Reply> = {}) {
	const requests: string[] = [];
	const given: Reply & {state: string} = {status: 0, state: 'offline', ...reply};
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', (text: string) => (body += text));
		request.on('end', () => {
			requests.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`.trimEnd());
			const attributes = {current_state: given.state, is_suspended: false, resources: {uptime: 0}};
			if (given.status !== 0) response.writeHead(given.status, given.headers).end(given.body);
			else if (request.method === 'POST') response.writeHead(204).end();
			else response.end(JSON.stringify({object: 'stats', attributes}));
		});
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}/games`;
	const keys = [key];
	const driver = openPanelDriver({
		url,
		server: 'd3aac109',
		readKey: async () => keys.at(-1) ?? '',
		env: {},
	});
	onTestFinished(driver.release);
	return {driver, requests, keys, port, setState: (state: string) => (given.state = state)};
}

test('sends power signals with the key, which is read for each request', async () => {
	const {driver, requests, keys} = await aPanel();
	expect(driver.blocked).toEqual({});
	await driver.start(never);
	keys.push('ptlc_new');
	await driver.stop(never);
	await driver.kill(never);
	const path = 'POST /games/api/client/servers/d3aac109/power';
	expect(requests).toEqual([
		`${path} Bearer ${key} {"signal":"start"}`,
		`${path} Bearer ptlc_new {"signal":"stop"}`,
		`${path} Bearer ptlc_new {"signal":"kill"}`,
	]);
});

test.each([
	['running', {kind: 'running'}],
	['starting', {kind: 'running'}],
	['stopping', {kind: 'running'}],
	['offline', {kind: 'stopped'}],
	['on fire', {kind: 'unknown', reason: 'The panel reports an unknown state: on fire.'}],
])('reports the state %s', async (state, expected) => {
	const {driver, setState, requests} = await aPanel();
	setState(state);
	expect(await driver.status(never)).toEqual(expected);
	expect(requests).toEqual([`GET /games/api/client/servers/d3aac109/resources Bearer ${key}`]);
});

const detail = (text: string) => JSON.stringify({errors: [{code: 'X', status: '1', detail: text}]});

describe.each<[string, Partial<Reply>, string]>([
	[
		'a wrong key',
		{status: 401, body: detail('Unauthenticated.')},
		'The panel does not accept the API key (401). Create a client API key under Account → API Credentials.',
	],
	[
		'a missing permission',
		{status: 403, body: detail('This action is unauthorized.')},
		'The panel refused the request (403). Check that the key belongs to a user with permission to start and stop this server, and allows the address of this machine.',
	],
	[
		'an unknown server',
		{status: 404},
		"The panel has no server d3aac109 for this key (404). Use the identifier in the address of the server's page.",
	],
	[
		'a conflict',
		{status: 409, body: detail('This server is being installed.')},
		'The panel cannot do this now (409): the server may be suspended, installing or moving: This server is being installed.',
	],
	[
		'too many requests',
		{status: 429, headers: {'Retry-After': '17'}},
		'The panel limits the number of requests (429). It accepts the next one in 17s.',
	],
	['too many requests, without a time', {status: 429}, 'The panel limits the number of requests (429).'],
	[
		'a node that is down',
		{status: 502, body: '<html>Bad gateway</html>'},
		'The panel cannot reach the node of the server (502). Check that Wings runs there.',
	],
	['a failure', {status: 500, body: detail('whoops')}, 'The panel failed (500): whoops.'],
	[
		'an error that contains the key',
		{status: 422, body: detail(`invalid header Bearer ${key}`)},
		'The panel refused the request (422): invalid header Bearer ***.',
	],
	[
		'a redirect',
		{status: 301, headers: {Location: 'https://elsewhere.example/'}},
		'The panel URL redirects to another address (301). Use that address as the panel URL.',
	],
])('%s', (_, reply, reason) => {
	test('is a sentence', async () => {
		const {driver, requests} = await aPanel(reply);
		await expect(driver.start(never)).rejects.toEqual(new PowerError(reason));
		expect(await driver.status(never)).toEqual({kind: 'unknown', reason});
		expect(requests).toHaveLength(2);
	});
});

test.each([
	['a web page', '<!doctype html>'],
	['bad JSON', '{"attributes":'],
	['another shape', '{"attributes":{"current_state":7}}'],
	['an endless body', 'x'.repeat(3_000_000)],
])('the status is unknown after %s', async (_, body) => {
	const {driver} = await aPanel({status: 200, body});
	const reason = 'The answer from the panel could not be read. Check the panel URL.';
	expect(await driver.status(never)).toEqual({kind: 'unknown', reason});
});

test.each([
	[
		{memory_bytes: 588_701_696, cpu_absolute: 45.7},
		{cpuPercent: 45.7, memoryBytes: 588_701_696},
	],
	[{memory_bytes: 'many', cpu_absolute: -1}, {}],
	[7, {}],
	[undefined, {}],
])('reads the CPU and memory of a server from the same answer: %j', async (resources, usage) => {
	const body = JSON.stringify({attributes: {current_state: 'running', resources}});
	const {driver, requests} = await aPanel({status: 200, body});
	expect(await driver.status(never, true)).toEqual({kind: 'running', usage});
	expect(requests).toHaveLength(1);
});

test('a suspended server is unknown', async () => {
	const body = JSON.stringify({attributes: {current_state: 'offline', is_suspended: true}});
	const {driver} = await aPanel({status: 200, body});
	expect(await driver.status(never)).toEqual({
		kind: 'unknown',
		reason: 'The panel has suspended this server.',
	});
});

test('a panel that cannot be reached, an unreadable key and a key with a line break are reported', async () => {
	const {driver, keys, requests} = await aPanel();
	keys.push('ptlc\nX-Evil: 1');
	const status = await driver.status(never);
	expect(status.kind === 'unknown' && status.reason).toMatch(/not allowed in a header/);
	expect(requests).toEqual([]);
	const unreachable = openPanelDriver({
		url: 'http://127.0.0.1:1/',
		server: 'x',
		readKey: async () => key,
		env: {},
	});
	const down = await unreachable.status(never);
	expect(down.kind === 'unknown' && down.reason).toMatch(/nothing is listening at 127\.0\.0\.1:1/i);
	const keyless = openPanelDriver({
		url: 'http://127.0.0.1:1/',
		server: 'x',
		readKey: () => Promise.reject(new Error('The file k cannot be read.')),
		env: {},
	});
	expect(await keyless.status(never)).toEqual({kind: 'unknown', reason: 'The file k cannot be read.'});
});

test('rejects with the reason of the signal', async () => {
	const {driver} = await aPanel();
	await expect(driver.status(AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed');
});
