import {expect, test} from 'vitest';
import {openService} from './open-service.ts';

test('an extension does not exist in a strict service', async () => {
	const {call, post} = await openService({strictSpec: true});
	for (const path of [
		'/node/node/task',
		'/setting/profile/any',
		'/team/team/action-log',
		'/automation-run/any',
	]) {
		const {status, body} = await call('GET', path);
		expect({path, status, key: body['key']}).toEqual({path, status: 404, key: 'general.path_not_found'});
	}
	expect((await post('/server/cs/backup', {name: 'x'})).status).toBe(404);
	expect((await post('/automation', {teamId: 'team', name: 'both paths'})).status).toBe(200);
});

test("every response has the date of the service's clock, including those of faults", async () => {
	const {demo, clock} = await openService();
	const date = async () => (await demo.fetch(new Request('http://demo/info/version'))).headers.get('Date');
	expect(await date()).toBe(new Date(clock.now()).toUTCString());
	demo.faults.failNext(503);
	await clock.advance(5000);
	expect(await date()).toBe(new Date(clock.now()).toUTCString());
});

test('a known path responds to another method with 405 and the allowed ones, an unknown path with 404', async () => {
	const {demo, call} = await openService();
	const message = expect.stringMatching(/./);
	expect(await call('DELETE', '/server/cs')).toMatchObject({
		status: 405,
		body: {key: 'general.method_not_allowed', message},
	});
	expect(await call('GET', '/nothing/here')).toMatchObject({
		status: 404,
		body: {key: 'general.path_not_found', message},
	});
	const headers = {'Application-Token': demo.credentials.token};
	const answer = await demo.fetch(new Request('http://demo/server/cs/rcon', {method: 'PUT', headers}));
	expect(answer.headers.get('Allow')).toBe('POST');
});

test('a closed service says so with a key', async () => {
	const {demo, call} = await openService();
	await demo.close();
	expect(await call('GET', '/team/my')).toMatchObject({status: 503, body: {key: 'general.not_carried_out'}});
});

test.each([
	['text', 'hello'],
	['a JSON string', '"hello"'],
	['null', 'null'],
	['an array', '[]'],
	['a number', '5'],
	['a truncated object', '{"command": "sta'],
	['nothing', ''],
	['a wrong content type', '{"command": 5}'],
])('%s as a body where an object is needed is validation.failed', async (_what, body) => {
	const {post} = await openService();
	expect(await post('/server/cs/rcon', body)).toMatchObject({status: 400, body: {key: 'validation.failed'}});
});

test('a body that is too large is 413', async () => {
	const {post} = await openService();
	const answer = await post('/server/cs/rcon', {command: 'x'.repeat(1024 * 1024)});
	expect(answer).toMatchObject({status: 413, body: {key: 'general.payload_too_large'}});
});

test('the next request fails as configured', async () => {
	const {call, demo} = await openService();
	demo.faults.failNext(429, {message: 'slow down'}, {headers: {'Retry-After': '7'}});
	expect(await call('GET', '/team/my')).toMatchObject({status: 429, body: {message: 'slow down'}});
	demo.faults.failNext(502, '<html>Bad gateway</html>', {times: 2});
	expect([await call('GET', '/team/my'), await call('GET', '/team/my')]).toMatchObject([
		{status: 502, text: '<html>Bad gateway</html>'},
		{status: 502},
	]);
	expect((await call('GET', '/team/my')).status).toBe(200);
});

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const formWith = (part: string, bytes: Uint8Array<ArrayBuffer>) => {
	const form = new FormData();
	form.append(part, new File([bytes], 'icon.png', {type: 'text/plain'}));
	return form;
};

test('stores an icon and returns it with the type that its bytes have', async () => {
	const {demo, call} = await openService();
	const headers = {'Application-Token': demo.credentials.token};
	const send = (body: FormData | string) =>
		demo.fetch(new Request('http://demo/team/team/icon', {method: 'POST', headers, body}));
	expect((await send(formWith('icon', png))).status).toBe(200);
	const {iconImageId} = (await call('GET', '/team/my')).body;
	const image = await demo.fetch(new Request(`http://demo/images/${String(iconImageId)}`, {headers}));
	expect(image.headers.get('content-type')).toBe('image/png');
	expect(new Uint8Array(await image.arrayBuffer())).toEqual(png);
	expect(image.headers.get('cache-control')).toMatch(/^private\b/);
	// Members of other teams, and users without a team, learn nothing.
	for (const token of [demo.credentials.otherTeamToken, demo.credentials.teamlessToken])
		expect(
			await call('GET', `/images/${String(iconImageId)}`, undefined, {'Application-Token': token}),
		).toMatchObject({status: 404, body: {key: 'general.not_found'}});
	for (const wrong of [formWith('file', png), formWith('icon', new Uint8Array([1, 2, 3])), 'no form'])
		expect((await send(wrong)).status).toBe(400);
});
