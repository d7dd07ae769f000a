import {Agent, request as send} from 'node:http';
import {expect, onTestFinished, test} from 'vitest';
import {openService} from '../open-service.ts';
import {serveRaw} from '../raw-client.ts';

test('the requests of a token that are being answered have a budget of bytes, also through a proxy on this machine', async () => {
	const events: object[] = [];
	const onEvent = (event: {kind: string}) => void (event.kind === 'budget' && events.push(event));
	const {demo, post} = await openService({onEvent});
	const create = async (name: string) =>
		String(
			(await post('/team/team/application-user', {name, permissions: ['ACCESS_TEAM', 'MANAGE_TEAM']})).body[
				'token'
			],
		);
	const [busy, other] = [await create('busy'), await create('other')];
	const bodies: ReadableStreamDefaultController[] = [];
	const upload = (token: string) => {
		const body = new ReadableStream({start: controller => void bodies.push(controller)});
		const headers = {
			'Application-Token': token,
			'Content-Length': '1000000',
			'Content-Type': 'application/json',
		};
		return demo.fetch(
			new Request('http://demo/team/team/application-user', {method: 'POST', headers, body, duplex: 'half'}),
			'127.0.0.1',
		);
	};
	const read = async (token: string) =>
		demo.fetch(new Request('http://demo/team/my', {headers: {'Application-Token': token}}), '127.0.0.1');
	const waiting = Array.from({length: 31}, () => upload(busy));
	await expect.poll(() => bodies.length).toBe(31);
	const refused = await upload(busy);
	expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
	expect(events[0]).toEqual({kind: 'budget', budget: 'request', who: expect.any(String)});
	expect((await read(other)).status).toBe(200);
	for (const body of bodies) body.error(new Error('gone'));
	await Promise.all(waiting);
	expect((await read(busy)).status).toBe(200);
});

test('connections of a token beyond its budget are not kept open', async () => {
	const {served, demo} = await serveRaw();
	const agent = new Agent({keepAlive: true, maxSockets: Infinity, maxFreeSockets: Infinity});
	onTestFinished(() => agent.destroy());
	const get = (token: string) =>
		new Promise<string | undefined>((resolve, reject) => {
			send(`${served.url}/team/my`, {agent, headers: {'Application-Token': token}}, response => {
				response.resume();
				response.on('end', () => resolve(response.headers.connection));
			})
				.on('error', reject)
				.end();
		});
	const answers = await Promise.all(Array.from({length: 310}, () => get(demo.credentials.token)));
	expect(answers.filter(connection => connection === 'close')).toHaveLength(10);
});
