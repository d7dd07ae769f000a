import {connect} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {listen} from '../../src/service/http/listen.ts';
import {openService} from './open-service.ts';
import {expectUnharmed, head, serveRaw, signedIn, statusesIn, upgrade} from './raw-client.ts';
import {waitFor} from '../helpers/wait-for.ts';

test('pipelined requests are answered one after another', async () => {
	const service = await openService();
	let [open, most] = [0, 0];
	const served = await listen(
		{
			...service.demo,
			fetch: async (...request) => {
				most = Math.max(most, ++open);
				await new Promise(resolve => setImmediate(resolve));
				const answer = await service.demo.fetch(...request);
				open--;
				return answer;
			},
		},
		{port: 0},
	);
	onTestFinished(served.close);
	const more = `Application-Token: ${service.demo.credentials.token}\r\n`;
	const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
	onTestFinished(() => void socket.destroy());
	let text = '';
	socket.on('data', chunk => (text += String(chunk)));
	socket.write(head('/server/by-team/team', {more}).repeat(30));
	await waitFor(() => expect(statusesIn(text)).toEqual(Array.from({length: 30}, () => 200)));
	expect(most).toBe(1);
});

test('a target that a proxy may read differently, or with another host, reaches nothing', async () => {
	const served = await serveRaw();
	const more = `${signedIn(served)}Connection: close\r\n`;
	const statusOf = async (target: string) => statusesIn(await served.raw(head(target, {more})));
	for (const target of [
		'/healthz/../team/my',
		'/x/%2E%2e/team/my',
		'/./team/my',
		'/team\\my',
		'/team/my/..?',
	])
		expect(await statusOf(target)).toEqual([404]);
	for (const target of ['http://evil.example/team/my', 'http://localhost:1/team/my'])
		expect(await statusOf(target)).toEqual([403]);
	for (const target of ['http://localhost/team/my', '/team/my?x=/../y', '/team/my?..'])
		expect(await statusOf(target)).toEqual([200]);
});

test('a handshake after an unanswered request ends the connection', async () => {
	const served = await serveRaw();
	const more = signedIn(served);
	const answer = await served.raw(head('/team/my', {more}) + head('/websocket', {more: more + upgrade}));
	expect(answer).not.toContain('101 Switching Protocols');
	await expectUnharmed(served);
});

test('a request with credentials that are revoked while its body arrives is refused', async () => {
	const served = await serveRaw();
	const create = async (name: string) =>
		(await served.post('/team/team/application-user', {name, permissions: ['MANAGE_TEAM']})).body;
	const {id, token} = await create('stolen');
	const body = JSON.stringify({name: 'spare', permissions: ['MANAGE_TEAM']});
	const more = `Application-Token: ${String(token)}\r\nContent-Length: ${body.length}\r\n`;
	const socket = connect(served.port, '127.0.0.1');
	onTestFinished(() => void socket.destroy());
	let text = '';
	socket.on('data', chunk => (text += String(chunk)));
	const used = () => served.demo.context.store.applications.get(String(id))?.lastUsedAt;
	socket.write(`${head('/team/team/application-user', {method: 'POST', more})}${body.slice(0, 5)}`);
	await waitFor(() => expect(used()).toBeDefined());
	await served.call('DELETE', `/team/team/application-user/${String(id)}`);
	socket.write(body.slice(5));
	await waitFor(() => expect(statusesIn(text)).toEqual([401]));
	expect(served.demo.context.store.applications.all().map(({name}) => name)).not.toContain('spare');
});

test('a request without credentials may have only a short body, and settings without a text crash nothing', async () => {
	const served = await serveRaw();
	const join = {code: 'x'.repeat(5000)};
	expect((await served.call('POST', '/team/join', join, {})).status).toBe(413);
	const odd = await served.post('/setting/profile/generate-ini', {
		a: {b: {toString: 1, valueOf: 1}, c: [1, null]},
	});
	expect(odd).toMatchObject({status: 200, text: expect.stringContaining('c=')});
	await expectUnharmed(served);
});
