import {expect, test} from 'vitest';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {httpService, json} from '../../helpers/http-service.ts';
import {apiAt, failureOf} from './helpers.ts';

test('a read sends the token and accepts JSON', async () => {
	const service = await httpService((_seen, response) => json(response, 200, {id: 'team-1', name: 'Owls'}));
	expect(await apiAt(service.url).myTeam()).toMatchObject({id: 'team-1', name: 'Owls'});
	expect(service.seen).toMatchObject([{method: 'GET', url: '/team/my'}]);
	expect(service.seen[0]?.headers).toMatchObject({
		'application-token': 't0ps3cret',
		accept: 'application/json',
	});
	expect(service.seen[0]?.headers['content-type']).toBeUndefined();
});

test.each([
	[
		{kind: 'application', id: 'app-1', secret: new Secret('s')} as const,
		{'application-id': 'app-1', 'application-secret': 's'},
	],
	[{kind: 'bearer', token: new Secret('b')} as const, {authorization: 'Bearer b'}],
])('credentials %j travel in their own headers', async (credentials, headers) => {
	const service = await httpService((_seen, response) => json(response, 200, {id: 'team-1'}));
	await apiAt(service.url, {credentials}).myTeam();
	expect(service.seen[0]?.headers).toMatchObject(headers);
	expect(service.seen[0]?.headers['application-token']).toBeUndefined();
});

test('an awaited command is one POST with query and body', async () => {
	const service = await httpService((_seen, response) =>
		json(response, 200, {serverId: 's1', command: {command: 'status', response: 'ok', commandId: 'c1'}}),
	);
	const answer = await apiAt(service.url).awaitRcon({serverId: 's1', command: 'status', timeoutMs: 700});
	expect(answer.command).toMatchObject({response: 'ok', commandId: 'c1'});
	expect(service.seen).toMatchObject([{method: 'POST', url: '/server/s1/rcon?await=true&timeoutMs=700'}]);
	expect(service.seen[0]?.headers['content-type']).toBe('application/json');
	expect(String(service.seen[0]?.body)).toBe('{"command":"status"}');
});

test('omits optional fields without a value, and the body where the endpoint takes none', async () => {
	const service = await httpService((_seen, response) => response.writeHead(204).end());
	const api = apiAt(service.url);
	await api.stopServer({serverId: 's1', forceStop: true});
	await api.stopServer({serverId: 's1'});
	await api.startServer({serverId: 's1'});
	expect(service.seen.map(({body}) => String(body))).toEqual(['{"forceStop":true}', '{}', '']);
	expect(service.seen[2]?.headers).toMatchObject({'content-length': '0'});
});

test.each([
	['a/b', '/server/a%2Fb'],
	['../x', '/server/..%2Fx'],
	['ä ?#%', '/server/%C3%A4%20%3F%23%25'],
	['\ud800', '/server/%EF%BF%BD'],
])('the ID %j remains a single path segment', async (serverId, url) => {
	const service = await httpService((_seen, response) => json(response, 200, {id: serverId.toWellFormed()}));
	await apiAt(`${service.url}/api/`).getServer({serverId});
	expect(service.seen[0]?.url).toBe(`/api${url}`);
});

test.each(['', '.', '..'])('rejects the ID %j before sending anything', async serverId => {
	const service = await httpService((_seen, response) => response.end());
	expect(await failureOf(apiAt(service.url).getServer({serverId}))).toMatchObject({reason: 'blocked'});
	expect(service.seen).toEqual([]);
});

test.each([-1, 1.5])('rejects a delay of %j before sending anything', async delayMinutes => {
	const service = await httpService((_seen, response) => response.end());
	const error = await failureOf(apiAt(service.url).stopServer({serverId: 's1', delayMinutes}));
	expect(error).toMatchObject({reason: 'blocked', request: 'POST /server/{serverId}/stop'});
	expect(error.message).toContain('delayMinutes');
	expect(service.seen).toEqual([]);
});

test('a read-only session allows reads and blocks changes', async () => {
	const service = await httpService((_seen, response) => json(response, 200, {id: 's1'}));
	const api = apiAt(service.url, {readOnly: true});
	await api.getServer({serverId: 's1'});
	expect(await failureOf(api.startServer({serverId: 's1'}))).toMatchObject({reason: 'blocked'});
	expect(await failureOf(api.raw({method: 'delete', path: '/node/n1'}))).toMatchObject({reason: 'blocked'});
	expect(service.seen.map(({method}) => method)).toEqual(['GET']);
});

test('uploads the icon as the part named icon', async () => {
	const service = await httpService((_seen, response) => response.end());
	const file = Buffer.from([0x89, 0x50, 0, 255, 13, 10]);
	await apiAt(service.url).uploadTeamIcon({
		teamId: 't1',
		file,
		fileName: 'a "b"\r\n.png',
		contentType: 'image/png',
	});
	const sent = service.seen[0];
	const form = await new Response(new Uint8Array(sent?.body ?? []), {
		headers: {'Content-Type': sent?.headers['content-type'] ?? ''},
	}).formData();
	const icon = form.get('icon');
	if (!(icon instanceof File)) throw new Error('no file part');
	expect(Buffer.from(await icon.arrayBuffer())).toEqual(file);
	expect(icon).toMatchObject({type: 'image/png', name: 'a "b"\r\n.png'});
});

test.each([
	['\x89PNG\r\n\x1a\n....', 'image/png'],
	['\xff\xd8\xff\xe0', 'image/jpeg'],
	['GIF89a......', 'image/gif'],
	['RIFF....WEBPVP8 ', 'image/webp'],
	['plain', undefined],
])('detects the type of an image that starts with %j', async (text, contentType) => {
	const body = Buffer.from(text, 'latin1');
	const service = await httpService((_seen, response) => response.end(body));
	const image = await apiAt(service.url).getImage({imageId: 'i1'});
	expect(image.contentType).toBe(contentType);
	expect(Buffer.from(image.bytes)).toEqual(body);
});

test('tries the alternative path when the first one is missing, and remembers it', async () => {
	const service = await httpService((seen, response) =>
		seen.url.endsWith('/trigger-manual')
			? json(response, 200, {id: 'run-1'})
			: json(response, 404, {status: 404, error: 'Not Found', path: seen.url}),
	);
	const api = apiAt(service.url);
	expect(await api.triggerAutomation({automationId: 'a1'})).toMatchObject({record: {id: 'run-1'}});
	await api.triggerAutomation({automationId: 'a1'});
	expect(service.seen.map(({url}) => url)).toEqual([
		'/automation/a1/trigger/manual',
		'/automation/a1/trigger-manual',
		'/automation/a1/trigger-manual',
	]);
});

test.each([
	[404, {key: 'general.not_found'}],
	[404, {key: 'strange.key'}],
	[405, {key: 'method.not_allowed'}],
	[405, undefined],
])(
	'creates an automation on the alternative path when the first one responds %i %j',
	async (status, body) => {
		const service = await httpService((seen, response) => {
			if (seen.url === '/automation') json(response, 200, {id: 'a1'});
			else if (body) json(response, status, body);
			else response.writeHead(status).end();
		});
		const api = apiAt(service.url);
		expect(await api.createAutomation({teamId: 't', name: 'x'})).toMatchObject({record: {id: 'a1'}});
		expect(service.seen.map(({method, url}) => `${method} ${url}`)).toEqual([
			'POST /automation/create',
			'POST /automation',
		]);
	},
);

test.each([
	[{key: 'general.not_found'}, {}, 'general.not_found'],
	[{}, {key: 'general.not_found'}, 'general.not_found'],
	[{key: 'first'}, {key: 'second'}, 'first'],
	[{}, {}, undefined],
])('when neither path exists, reports the error with a key: %j, %j', async (first, second, key) => {
	const service = await httpService((seen, response) =>
		json(response, 404, seen.url.endsWith('/trigger/manual') ? first : second),
	);
	const error = await failureOf(apiAt(service.url).triggerAutomation({automationId: 'gone'}));
	expect(error).toMatchObject({status: 404, key});
	expect(service.seen).toHaveLength(2);
});

test('reports an error from the alternative path that is not about the path', async () => {
	const service = await httpService((seen, response) =>
		json(response, seen.url === '/automation' ? 400 : 404, {key: 'validation.failed'}),
	);
	const error = await failureOf(apiAt(service.url).createAutomation({teamId: 't', name: 'x'}));
	expect(error).toMatchObject({status: 400, key: 'validation.failed'});
});

test.each([400, 401, 403, 408, 409, 429, 500, 502, 503])(
	'does not send a POST to another path after %i',
	async status => {
		const service = await httpService((_seen, response) => json(response, status, {}));
		await failureOf(apiAt(service.url).createAutomation({teamId: 't', name: 'x'}));
		expect(service.seen).toHaveLength(1);
	},
);

test('does not send a POST to another path after the connection breaks', async () => {
	const service = await httpService((_seen, _response, socket) => socket.destroy());
	const error = await failureOf(apiAt(service.url).createAutomation({teamId: 't', name: 'x'}));
	expect(error.reason).toBe('interrupted');
	expect(service.seen).toHaveLength(1);
});

test('a raw request accepts any path of the service and no other host', async () => {
	const service = await httpService((seen, response) =>
		seen.url === '/text' ? response.end('plain') : json(response, 200, {a: 1}),
	);
	const api = apiAt(service.url);
	expect(await api.raw({method: 'post', path: 'setting/profile', body: {profileId: 'p'}})).toMatchObject({
		status: 200,
		body: {a: 1},
	});
	expect(await api.raw({method: 'GET', path: '/text'})).toMatchObject({body: 'plain'});
	expect(await failureOf(api.raw({method: 'GET', path: 'http://localhost/x'}))).toMatchObject({
		reason: 'blocked',
	});
	await api.raw({method: 'GET', path: '//other.invalid/x'});
	expect(service.seen.at(-1)?.url).toBe('//other.invalid/x');
	expect(service.seen[0]).toMatchObject({method: 'POST', url: '/setting/profile'});
});

test('reports the latency of each call and the clock skew of the service', async () => {
	const calls: unknown[] = [];
	const service = await httpService((_seen, response) => {
		response.setHeader('Date', new Date(Date.now() + 60_000).toUTCString());
		json(response, 200, {id: 't'});
	});
	await apiAt(service.url, {onCall: call => calls.push(call)}).myTeam();
	expect(calls).toMatchObject([{request: 'GET /team/my', attempt: 1, outcome: 'answered', status: 200}]);
	const [{skewMs}] = calls as [{skewMs: number}];
	expect(Math.abs(skewMs - 60_000)).toBeLessThan(20_000);
});

test('the time that an answer takes is not reported as clock skew', async () => {
	const calls: unknown[] = [];
	const clock = manualClock(Date.UTC(2026, 10, 21));
	const fetch = async () => {
		await clock.advance(9000);
		return Response.json({id: 't'}, {headers: {Date: new Date(clock.now()).toUTCString()}});
	};
	await apiAt('http://service', {clock, fetch, onCall: call => calls.push(call)}).myTeam();
	expect(calls).toMatchObject([{outcome: 'answered', ms: 9000, skewMs: undefined}]);
});

test('reuses connections for consecutive calls', async () => {
	const sockets = new Set<unknown>();
	const service = await httpService((_seen, response, socket) => {
		sockets.add(socket);
		json(response, 200, {id: 't'});
	});
	const api = apiAt(service.url);
	for (let call = 0; call < 9; call++) await api.myTeam();
	// undici may still count the first connection as busy for one tick, and then keeps two.
	expect(sockets.size).toBeLessThanOrEqual(2);
});

test('calls a service in the same process without a port', async () => {
	const api = apiAt('http://demo.invalid', {
		fetch: async request => Response.json({id: request.headers.get('Application-Token'), name: request.url}),
	});
	expect(await api.myTeam()).toMatchObject({id: 't0ps3cret', name: 'http://demo.invalid/team/my'});
});

test.each([
	['short', 10],
	['long', 100_000],
])(
	'a %s list with identical bytes returns the identical value, and one with other bytes is parsed',
	async (_, length) => {
		const server = (state: string) => [{id: 'a', displayName: 'x'.repeat(length), state}];
		const bodies = [server('ONLINE'), server('ONLINE'), server('OFFLINE')];
		const service = await httpService((_seen, response) => json(response, 200, bodies.shift()));
		const api = apiAt(service.url);
		const first = await api.listServers({teamId: 't'});
		expect(await api.listServers({teamId: 't'})).toBe(first);
		expect((await api.listServers({teamId: 't'})).items[0]?.state).toBe('OFFLINE');
	},
);

test('a list instead of the team is an error each time', async () => {
	const service = await httpService((_seen, response) =>
		json(response, 200, [{id: 'team-1'}, {id: 'team-2'}]),
	);
	const api = apiAt(service.url);
	for (const _ of [1, 2, 3]) await expect(api.myTeam()).rejects.toMatchObject({reason: 'unreadable'});
});

test('does not cache a list that could not be parsed', async () => {
	const bodies = [{not: 'a list'}, {not: 'a list'}, [{id: 'a'}]];
	const service = await httpService((_seen, response) => json(response, 200, bodies.shift()));
	const api = apiAt(service.url);
	for (const _ of [1, 2])
		await expect(api.listServers({teamId: 't'})).rejects.toMatchObject({reason: 'unreadable'});
	expect((await api.listServers({teamId: 't'})).items).toHaveLength(1);
});
