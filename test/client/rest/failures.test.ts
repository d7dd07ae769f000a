import {createServer, type AddressInfo, type Server} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import type {ServerResponse} from 'node:http';
import {mayHaveRun} from '../../../src/contract/errors.ts';
import {httpService, json} from '../../helpers/http-service.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {secureService} from '../../helpers/secure-service.ts';
import {apiAt, failureOf} from './helpers.ts';
import {waitFor} from '../../helpers/wait-for.ts';

/** A bare TCP server, for peers that violate HTTP. */
async function tcpService(
	onConnect: Parameters<typeof createServer>[1],
): Promise<{server: Server; port: number}> {
	const server = createServer({}, onConnect);
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	return {server, port: (server.address() as AddressInfo).port};
}

test('a port without a listener is unreachable, and the message names it', async () => {
	const {server, port} = await tcpService(() => {});
	server.close();
	const error = await failureOf(apiAt(`http://127.0.0.1:${port}`).startServer({serverId: 's1'}));
	expect(error).toMatchObject({reason: 'unreachable', status: undefined});
	expect(error.message).toBe(
		`Nothing is listening at 127.0.0.1:${port}: check the base URL, and that it is running.`,
	);
});

test('a host that does not exist is unreachable', async () => {
	const error = await failureOf(apiAt('http://nowhere.invalid').startServer({serverId: 's1'}));
	expect(error.reason).toBe('unreachable');
	expect(error.message).toContain('nowhere.invalid');
});

test('TLS to a peer without TLS is unreachable, and the message says so', async () => {
	const {port} = await tcpService(socket =>
		socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
	);
	const error = await failureOf(apiAt(`https://127.0.0.1:${port}`).startServer({serverId: 's1'}));
	expect(error.reason).toBe('unreachable');
	expect(error.message).toContain('does not speak TLS');
});

test('a response that is not HTTP is unreadable', async () => {
	const {port} = await tcpService(socket => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.2\r\n'));
	const error = await failureOf(apiAt(`http://127.0.0.1:${port}`).startServer({serverId: 's1'}));
	expect(error.reason).toBe('unreadable');
});

test.each([0, 1, 2, 3])(
	'a POST is sent once when the connection breaks after it was read, also on reused connection %i',
	async before => {
		const service = await httpService((seen, response, socket) => {
			if (seen.method === 'GET') json(response, 200, {id: 's1'});
			else socket.destroy();
		});
		const api = apiAt(service.url);
		for (let n = 0; n < before; n++) await api.getServer({serverId: 's1'});
		const error = await failureOf(api.awaitRcon({serverId: 's1', command: 'saveworld'}));
		expect(error.reason).toBe('interrupted');
		expect(service.seen.filter(({method}) => method === 'POST')).toHaveLength(1);
	},
);

test('a POST is not repeated even where HTTP allows it: 408, 421, 503 with Retry-After', async () => {
	for (const status of [408, 421, 503]) {
		const service = await httpService((_seen, response) =>
			response.writeHead(status, {'Retry-After': '0'}).end(),
		);
		expect(await failureOf(apiAt(service.url).startServer({serverId: 's1'}))).toMatchObject({status});
		expect(service.seen).toHaveLength(1);
	}
});

test('a truncated response is interrupted', async () => {
	const service = await httpService((_seen, response, socket) => {
		response.writeHead(200, {'Content-Length': '1000'}).write('{"id":"s1"');
		setImmediate(() => socket.destroy());
	});
	const error = await failureOf(apiAt(service.url).sendRcon({serverId: 's1', command: 'x'}));
	expect(error.reason).toBe('interrupted');
});

test.each([
	['before its headers', () => {}],
	['in its body', (response: ServerResponse) => void response.writeHead(200).write('{')],
])('a service that hangs %s times out after 15s', async (_where, answer) => {
	const clock = manualClock();
	const service = await httpService((_seen, response) => answer(response));
	const failed = failureOf(apiAt(service.url, {clock}).startServer({serverId: 's1'}));
	await waitFor(() => expect(service.seen).toHaveLength(1));
	await clock.advance(14_999);
	await clock.advance(1);
	const error = await failed;
	expect(error).toMatchObject({reason: 'timeout'});
	expect(error.message).toContain('within 15s');
});

test('an awaited command gets its own timeout plus five seconds', async () => {
	const clock = manualClock();
	const service = await httpService(() => {});
	const failed = failureOf(
		apiAt(service.url, {clock}).awaitRcon({serverId: 's1', command: 'x', timeoutMs: 20_000}),
	);
	await waitFor(() => expect(service.seen).toHaveLength(1));
	await clock.advance(25_000);
	expect(await failed).toMatchObject({reason: 'timeout', message: expect.stringContaining('within 25s')});
});

test('canceling a call settles it at once', async () => {
	const service = await httpService(() => {});
	const abort = new AbortController();
	const failed = failureOf(apiAt(service.url).startServer({serverId: 's1'}, {signal: abort.signal}));
	await waitFor(() => expect(service.seen).toHaveLength(1));
	abort.abort();
	const inFlight = await failed;
	expect(inFlight).toMatchObject({reason: 'canceled'});
	expect(mayHaveRun(inFlight)).toBe(true);
	const early = apiAt(service.url).startServer({serverId: 's1'}, {signal: abort.signal});
	const unsent = await failureOf(early);
	expect(unsent).toMatchObject({reason: 'canceled'});
	expect(mayHaveRun(unsent)).toBe(false);
	expect(service.seen).toHaveLength(1);
});

test('credentials that do not fit in a header fail with a message that omits the secret', async () => {
	const service = await httpService((_seen, response) => response.end());
	const {Secret} = await import('../../../src/lib/secrets/secret.ts');
	const credentials = {kind: 'token', token: new Secret('s3\ncret')} as const;
	const error = await failureOf(apiAt(service.url, {credentials}).startServer({serverId: 's1'}));
	expect(error.message).toContain('check the credentials');
	expect(String(error)).not.toContain('cret\n');
	expect(service.seen).toEqual([]);
});

test.each([
	['throws', () => Promise.reject(new Error('bug')), 'interrupted'],
	['responds 500', async () => new Response('{"key":"validation.failed"}', {status: 500}), 'refused'],
] as const)('a service in the same process that %s causes the same errors', async (_what, fetch, reason) => {
	const api = apiAt('http://demo.invalid', {fetch});
	expect(await failureOf(api.startServer({serverId: 's1'}))).toMatchObject({reason});
});

test('plain text to a TLS port says so, and a write that was sent that way may have run', async () => {
	const {RCONDECK_URL = ''} = await secureService('good');
	const api = apiAt(RCONDECK_URL.replace('https', 'http'));
	const message = expect.stringContaining(
		'expects TLS, but the connection was not encrypted: write https://',
	) as string;
	expect(await failureOf(api.myTeam())).toMatchObject({reason: 'unreachable', message});
	expect(await failureOf(api.startServer({serverId: 's1'}))).toMatchObject({reason: 'interrupted', message});
});
