import {createServer, type AddressInfo, type Server} from 'node:net';
import {gzipSync} from 'node:zlib';
import {expect, onTestFinished, test, vi} from 'vitest';
import type {ServerResponse} from 'node:http';
import {httpService, json} from '../helpers/http-service.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {apiAt, failureOf} from './helpers.ts';

const write = (status: number, body: string | Buffer, headers: Record<string, string> = {}) => {
	return (response: ServerResponse) => response.writeHead(status, headers).end(body);
};
const html = {'Content-Type': 'text/html'};

test.each([
	[
		'a key and words',
		write(409, '{"key":"server.is_not_online","message":"Start it."}'),
		409,
		'server.is_not_online',
		'Start it.',
	],
	['no key', write(409, '{"message":"Not now."}'), 409, undefined, 'Not now.'],
	['nothing', write(403, ''), 403, undefined, undefined],
	['a web page', write(502, '<html><h1>Bad Gateway</h1></html>', html), 502, undefined, undefined],
	['half of a body', write(500, '{"key":"server.is_not'), 500, undefined, undefined],
	['an array', write(500, '[]'), 500, undefined, undefined],
	['null', write(500, 'null'), 500, undefined, undefined],
	[
		'words of a framework',
		write(404, '{"status":404,"error":"Not Found","path":"/x"}'),
		404,
		undefined,
		'Not Found',
	],
	[
		'a nested error',
		write(400, '{"error":{"key":"validation.failed","message":"No."}}'),
		400,
		'validation.failed',
		'No.',
	],
	[
		'problem details',
		write(400, '{"title":"Bad","detail":"The name is long."}'),
		400,
		undefined,
		'The name is long.',
	],
	['plain text', write(429, 'Slow down', {'Content-Type': 'text/plain'}), 429, undefined, 'Slow down'],
	['a key that is no text', write(400, '{"key":7,"message":{}}'), 400, undefined, undefined],
	[
		'a packed body',
		write(400, gzipSync('{"key":"validation.failed"}'), {'Content-Encoding': 'gzip'}),
		400,
		'validation.failed',
		undefined,
	],
	['a badly packed body', write(400, 'not gzip', {'Content-Encoding': 'gzip'}), 400, undefined, undefined],
	['a time-out', write(408, '{"key":"server.rcon_timeout"}'), 408, 'server.rcon_timeout', undefined],
	[
		'a time-out as bad input',
		write(400, '{"key":"server.rcon_timeout"}'),
		400,
		'server.rcon_timeout',
		undefined,
	],
])('a refusal with %s keeps its status', async (_what, answer, status, key, serviceMessage) => {
	const service = await httpService((_seen, response) => answer(response));
	const error = await failureOf(apiAt(service.url).awaitRcon({serverId: 's1', command: 'x'}));
	expect(error).toMatchObject({
		reason: 'refused',
		request: 'POST /server/{serverId}/rcon',
		status,
		key,
		serviceMessage,
	});
	expect(error.message).toMatch(/^[^\n]+\.$/);
	expect(service.seen).toHaveLength(1);
});

test('a refusal of any size is cut, not read to its end', async () => {
	const service = await httpService((_seen, response) => {
		response.writeHead(500, {'Content-Type': 'text/plain'});
		const chunk = 'x'.repeat(64 * 1024);
		const more = () => {
			while (!response.destroyed) if (!response.write(chunk)) break;
		};
		response.on('drain', more);
		more();
	});
	const error = await failureOf(apiAt(service.url).startServer({serverId: 's1'}));
	expect(error).toMatchObject({reason: 'refused', status: 500});
	expect(error.serviceMessage?.length).toBeLessThan(600);
});

test.each([
	['7', 7000],
	['0', 0],
	['Sat, 21 Nov 2026 03:00:30 GMT', 30_000],
	['Sat, 21 Nov 2026 02:00:00 GMT', 0],
	['soon', undefined],
])('Retry-After: %s is %j milliseconds', async (value, retryAfterMs) => {
	const service = await httpService((_seen, response) => write(429, '', {'Retry-After': value})(response));
	const error = await failureOf(apiAt(service.url, {clock: manualClock()}).startServer({serverId: 's1'}));
	expect(error).toMatchObject({status: 429, retryAfterMs});
});

test.each([
	['an empty body', write(200, ''), /is empty/],
	['a web page', write(200, '<!doctype html><p>secret', html), /web page/],
	['half of a body', write(200, '{"id":"s3cret'), /not valid JSON/],
	['another shape', write(200, '{"id":7}'), /id: expected string/],
	['an array', write(200, '[]'), /expected object/],
])('a good answer with %s is unreadable, and why is said', async (_what, answer, why) => {
	const service = await httpService((_seen, response) => answer(response));
	const error = await failureOf(apiAt(service.url).getServer({serverId: 's1'}));
	expect(error).toMatchObject({reason: 'unreadable', status: 200});
	expect(error.message).toMatch(why);
	expect(error.message).not.toMatch(/s3cret|secret/);
});

test.each([write(200, ''), write(204, ''), write(202, '<html>'), write(200, '{"a":1}')])(
	'where no body is expected any is fine',
	async answer => {
		const service = await httpService((_seen, response) => answer(response));
		expect(await apiAt(service.url).startServer({serverId: 's1'})).toBeUndefined();
	},
);

test('an answer above the limit is unreadable, also when it grows only by being unpacked', async () => {
	const big = JSON.stringify({id: 'x'.repeat(5000)});
	const service = await httpService((seen, response) =>
		seen.url.endsWith('packed')
			? response.setHeader('Content-Encoding', 'gzip').end(gzipSync(big))
			: response.end(big),
	);
	const api = apiAt(service.url, {maxBytes: 4000});
	for (const serverId of ['plain', 'packed']) {
		const error = await failureOf(api.getServer({serverId}));
		expect(error).toMatchObject({reason: 'unreadable'});
		expect(error.message).toContain('larger than this program reads');
	}
	const roomy = apiAt(service.url);
	expect((await roomy.getServer({serverId: 'packed'})).id).toHaveLength(5000);
});

test('a redirect is not followed, so that the credentials stay here', async () => {
	const other = await httpService((_seen, response) => json(response, 200, {id: 'x'}));
	const service = await httpService((_seen, response) =>
		write(302, '', {Location: `${other.url}/team/my`})(response),
	);
	const error = await failureOf(apiAt(service.url).myTeam());
	expect(error).toMatchObject({reason: 'refused', status: 302});
	expect(error.message).toContain(`redirects to ${other.url}`);
	expect(other.seen).toEqual([]);
});

/** A bare TCP server, for peers that do not keep to HTTP. */
async function tcpService(
	onConnect: Parameters<typeof createServer>[1],
): Promise<{server: Server; port: number}> {
	const server = createServer({}, onConnect);
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	// A server that listens on a port has an address with one.
	return {server, port: (server.address() as AddressInfo).port};
}

test('a port where nobody listens is unreachable, and the sentence names it', async () => {
	const {server, port} = await tcpService(() => {});
	server.close();
	const error = await failureOf(apiAt(`http://127.0.0.1:${port}`).startServer({serverId: 's1'}));
	expect(error).toMatchObject({reason: 'unreachable', status: undefined});
	expect(error.message).toBe(
		`Nothing listens at 127.0.0.1:${port}: check the base URL, or whether the service is up.`,
	);
});

test('a host that does not exist is unreachable', async () => {
	const error = await failureOf(apiAt('http://nowhere.invalid').startServer({serverId: 's1'}));
	expect(error.reason).toBe('unreachable');
	expect(error.message).toContain('nowhere.invalid');
});

test('TLS towards a peer that speaks none is unreachable, and says so', async () => {
	const {port} = await tcpService(socket =>
		socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
	);
	const error = await failureOf(apiAt(`https://127.0.0.1:${port}`).startServer({serverId: 's1'}));
	expect(error.reason).toBe('unreachable');
	expect(error.message).toContain('does not speak TLS');
});

test('what is not HTTP is unreadable', async () => {
	const {port} = await tcpService(socket => socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.2\r\n'));
	const error = await failureOf(apiAt(`http://127.0.0.1:${port}`).startServer({serverId: 's1'}));
	expect(error.reason).toBe('unreadable');
});

test.each([0, 1, 2, 3])(
	'a POST whose connection breaks after it was read is sent once, also on the kept connection number %i',
	async before => {
		const service = await httpService((seen, response, socket) => {
			if (seen.method === 'GET') json(response, 200, {id: 'x'});
			else socket.destroy();
		});
		const api = apiAt(service.url);
		for (let n = 0; n < before; n++) await api.getServer({serverId: 's1'});
		const error = await failureOf(api.awaitRcon({serverId: 's1', command: 'saveworld'}));
		expect(error.reason).toBe('interrupted');
		expect(service.seen.filter(({method}) => method === 'POST')).toHaveLength(1);
	},
);

test('a POST is not repeated where HTTP would allow it: 408, 421, 503 with Retry-After', async () => {
	for (const status of [408, 421, 503]) {
		const service = await httpService((_seen, response) => write(status, '', {'Retry-After': '0'})(response));
		expect(await failureOf(apiAt(service.url).startServer({serverId: 's1'}))).toMatchObject({status});
		expect(service.seen).toHaveLength(1);
	}
});

test('an answer that breaks off in its middle is interrupted', async () => {
	const service = await httpService((_seen, response, socket) => {
		response.writeHead(200, {'Content-Length': '1000'}).write('{"id":"s1"');
		setImmediate(() => socket.destroy());
	});
	const error = await failureOf(apiAt(service.url).sendRcon({serverId: 's1', command: 'x'}));
	expect(error.reason).toBe('interrupted');
});

test.each([
	['before its head', () => {}],
	['in its body', (response: ServerResponse) => void response.writeHead(200).write('{')],
])('a service that hangs %s times out after fifteen seconds', async (_where, answer) => {
	const clock = manualClock();
	const service = await httpService((_seen, response) => answer(response));
	const failed = failureOf(apiAt(service.url, {clock}).startServer({serverId: 's1'}));
	await vi.waitFor(() => expect(service.seen).toHaveLength(1));
	await clock.advance(14_999);
	await clock.advance(1);
	const error = await failed;
	expect(error).toMatchObject({reason: 'timeout'});
	expect(error.message).toContain('within 15 s');
});

test('an awaited command is given its own time and five seconds', async () => {
	const clock = manualClock();
	const service = await httpService(() => {});
	const failed = failureOf(
		apiAt(service.url, {clock}).awaitRcon({serverId: 's1', command: 'x', timeoutMs: 20_000}),
	);
	await vi.waitFor(() => expect(service.seen).toHaveLength(1));
	await clock.advance(25_000);
	expect(await failed).toMatchObject({reason: 'timeout', message: expect.stringContaining('within 25 s')});
});

test('a caller that gives up gets an answer at once', async () => {
	const service = await httpService(() => {});
	const abort = new AbortController();
	const failed = failureOf(apiAt(service.url).startServer({serverId: 's1'}, {signal: abort.signal}));
	await vi.waitFor(() => expect(service.seen).toHaveLength(1));
	abort.abort();
	expect(await failed).toMatchObject({reason: 'cancelled'});
	const early = apiAt(service.url).startServer({serverId: 's1'}, {signal: abort.signal});
	expect(await failureOf(early)).toMatchObject({reason: 'cancelled'});
	expect(service.seen).toHaveLength(1);
});

test('credentials that no header carries fail with a sentence, and without the secret', async () => {
	const service = await httpService((_seen, response) => response.end());
	const {Secret} = await import('../../src/lib/secret.ts');
	const credentials = {kind: 'token', token: new Secret('s3\ncret')} as const;
	const error = await failureOf(apiAt(service.url, {credentials}).startServer({serverId: 's1'}));
	expect(error.message).toContain('check the credentials');
	expect(String(error)).not.toContain('cret\n');
	expect(service.seen).toEqual([]);
});

test.each([
	['throws', () => Promise.reject(new Error('bug')), 'interrupted'],
	['answers 500', async () => new Response('{"key":"validation.failed"}', {status: 500}), 'refused'],
] as const)('a service in the same process that %s gives the same errors', async (_what, fetch, reason) => {
	const api = apiAt('http://sandbox.invalid', {fetch});
	expect(await failureOf(api.startServer({serverId: 's1'}))).toMatchObject({reason});
});
