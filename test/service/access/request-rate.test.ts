import {expect, test} from 'vitest';
import {openService} from '../open-service.ts';

test('the requests of a token have a limit per minute, also through a proxy on this machine', async () => {
	const {demo, clock, post} = await openService({limits: {maxRequestsPerMinute: 10}});
	const create = async (name: string) =>
		String((await post('/team/team/application-user', {name, permissions: ['ACCESS_TEAM']})).body['token']);
	const [busy, other] = [await create('busy'), await create('other')];
	const send = (token: string) =>
		demo.fetch(new Request('http://demo/team/my', {headers: {'Application-Token': token}}), '127.0.0.1');
	for (let count = 0; count < 10; count++) expect((await send(busy)).status).toBe(200);
	const refused = await send(busy);
	expect(refused.status).toBe(429);
	expect(refused.headers.get('retry-after')).toBe('60');
	expect(await refused.json()).toMatchObject({key: 'general.too_many_requests'});
	expect((await send(other)).status).toBe(200);
	for (let count = 0; count < 20; count++) expect((await send(demo.credentials.token)).status).toBe(200);
	await clock.advance(60_000);
	expect((await send(busy)).status).toBe(200);
});
