import {gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import type {ServerResponse} from 'node:http';
import {httpService, json} from '../../helpers/http-service.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {apiAt, failureOf} from './helpers.ts';

const write = (status: number, body: string | Buffer, headers: Record<string, string> = {}) => {
	return (response: ServerResponse) => response.writeHead(status, headers).end(body);
};
const html = {'Content-Type': 'text/html'};

test.each([
	[
		'a key and a message',
		write(409, '{"key":"server.is_not_online","message":"Start it."}'),
		409,
		'server.is_not_online',
		'Start it.',
	],
	['no key', write(409, '{"message":"Not now."}'), 409, undefined, 'Not now.'],
	['nothing', write(403, ''), 403, undefined, undefined],
	['a web page', write(502, '<html><h1>Bad Gateway</h1></html>', html), 502, undefined, undefined],
	['a truncated body', write(500, '{"key":"server.is_not'), 500, undefined, undefined],
	['an array', write(500, '[]'), 500, undefined, undefined],
	['null', write(500, 'null'), 500, undefined, undefined],
	[
		'a framework message',
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
	['a key that is not text', write(400, '{"key":7,"message":{}}'), 400, undefined, undefined],
	[
		'a compressed body',
		write(400, gzipSync('{"key":"validation.failed"}'), {'Content-Encoding': 'gzip'}),
		400,
		'validation.failed',
		undefined,
	],
	[
		'a wrongly compressed body',
		write(400, 'not gzip', {'Content-Encoding': 'gzip'}),
		400,
		undefined,
		undefined,
	],
	['a timeout', write(408, '{"key":"server.rcon_timeout"}'), 408, 'server.rcon_timeout', undefined],
	[
		'a timeout as bad input',
		write(400, '{"key":"server.rcon_timeout"}'),
		400,
		'server.rcon_timeout',
		undefined,
	],
])('an error with %s keeps its status', async (_what, answer, status, key, serviceMessage) => {
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

test('truncates an error of any size instead of reading all of it', async () => {
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
	['899', 899_000],
	['86400', 900_000],
	['2147484', 900_000],
	['9'.repeat(400), 900_000],
	['Fri, 31 Dec 9999 23:59:59 GMT', 900_000],
	['-5', 0],
	['1e9', undefined],
	['soon', undefined],
])('Retry-After: %s is %j milliseconds', async (value, retryAfterMs) => {
	const service = await httpService((_seen, response) => write(429, '', {'Retry-After': value})(response));
	const error = await failureOf(apiAt(service.url, {clock: manualClock()}).startServer({serverId: 's1'}));
	expect(error).toMatchObject({status: 429, retryAfterMs});
});

test.each([
	['an empty body', write(200, ''), /is empty/],
	['a web page', write(200, '<!doctype html><p>secret', html), /web page/],
	['a truncated body', write(200, '{"id":"s3cret'), /the JSON ends early/],
	['another shape', write(200, '{"id":true}'), /id: expected an id/],
	['an array', write(200, '[]'), /expected object/],
])(
	'a successful response with %s is unreadable, and the error gives the reason',
	async (_what, answer, why) => {
		const service = await httpService((_seen, response) => answer(response));
		const error = await failureOf(apiAt(service.url).getServer({serverId: 's1'}));
		expect(error).toMatchObject({reason: 'unreadable', status: 200});
		expect(error.message).toMatch(why);
		expect(error.message).not.toMatch(/s3cret|secret/);
	},
);

test.each([write(200, ''), write(204, ''), write(202, 'fine'), write(200, '{"a":1}')])(
	'accepts any body where none is expected',
	async answer => {
		const service = await httpService((_seen, response) => answer(response));
		expect(await apiAt(service.url).startServer({serverId: 's1'})).toBeUndefined();
	},
);

test('a response above the limit is unreadable, even when it exceeds it only after decompression', async () => {
	const big = JSON.stringify({id: 'packed', displayName: 'x'.repeat(5000)});
	const service = await httpService((seen, response) =>
		seen.url.endsWith('packed')
			? response.setHeader('Content-Encoding', 'gzip').end(gzipSync(big))
			: response.end(big),
	);
	const api = apiAt(service.url, {maxBytes: 4000});
	for (const serverId of ['plain', 'packed']) {
		const error = await failureOf(api.getServer({serverId}));
		expect(error).toMatchObject({reason: 'unreadable'});
		expect(error.message).toContain('is larger than 4 KiB.');
	}
	const roomy = apiAt(service.url);
	expect((await roomy.getServer({serverId: 'packed'})).displayName).toHaveLength(5000);
});

test('does not follow a redirect, so that the credentials stay with the service', async () => {
	const other = await httpService((_seen, response) => json(response, 200, {id: 'x'}));
	const service = await httpService((_seen, response) =>
		write(302, '', {Location: `${other.url}/team/my`})(response),
	);
	const error = await failureOf(apiAt(service.url).myTeam());
	expect(error).toMatchObject({reason: 'refused', status: 302});
	expect(error.message).toContain(`redirects to ${other.url}`);
	expect(other.seen).toEqual([]);
});
