import {expect, test} from 'vitest';
import {openService, type Service} from '../open-service.ts';
import {smallFleet} from '../small-fleet.ts';

const command = (text: string) => ({command: text});
type Command = {command: string; response: string | null; commandId: string; timestamp: string};

async function history({call}: Service, serverId: string): Promise<Command[]> {
	return JSON.parse((await call('GET', `/server/${serverId}`)).text).commands;
}

test("an awaited command gets the game's answer, which is stored and broadcast to the team", async () => {
	const service = await openService();
	const events = await service.listen();
	const {status, body} = await service.post('/server/cs/rcon?await=true', command('mp_maxrounds'));
	expect(status).toBe(200);
	expect(body).toMatchObject({
		serverId: 'cs',
		command: {command: 'mp_maxrounds', response: expect.stringContaining('mp_maxrounds')},
	});
	await service.until(() => events.some(packet => 'command' in packet));
	expect(events.find(packet => 'command' in packet)).toEqual(body);
	expect(await history(service, 'cs')).toEqual([body['command']]);
});

test('a plain command is accepted at once, and its answer comes later', async () => {
	const service = await openService();
	const answer = await service.post('/server/cs/rcon', command('status'));
	expect(answer).toMatchObject({status: 200, text: ''});
	await service.until(async () => (await history(service, 'cs')).length === 1);
	expect(await history(service, 'cs')).toMatchObject([command('status')]);
});

test('stores and broadcasts an answer that comes after the deadline', async () => {
	const service = await openService();
	const events = await service.listen();
	service.demo.faults.slowRcon('cs', 3000);
	const waiting = service.post('/server/cs/rcon?await=true&timeoutMs=1000', command('status'));
	await service.pass(1100);
	expect(await waiting).toMatchObject({status: 408, body: {key: 'server.rcon_timeout'}});
	expect(await history(service, 'cs')).toEqual([]);
	await service.until(() => events.some(packet => 'command' in packet));
	expect(await history(service, 'cs')).toHaveLength(1);
});

test('the service waits 5s without timeoutMs', async () => {
	const {demo, post, pass} = await openService();
	demo.faults.slowRcon('cs', 60_000);
	let answer: unknown;
	void post('/server/cs/rcon?await=true', command('status')).then(given => (answer = given.status));
	await pass(4900);
	expect(answer).toBeUndefined();
	await pass(200);
	expect(answer).toBe(408);
});

test('a game that ends the connection is an error of the request', async () => {
	const fleet = {
		...smallFleet,
		servers: smallFleet.servers.map(server => ({...server, behavior: 'dropping' as const})),
	};
	const {post} = await openService({fleet});
	const statuses: number[] = [];
	for (let time = 0; time < 3; time++) {
		const {body, status} = await post('/server/cs/rcon?await=true', command('mp_maxrounds'));
		statuses.push(status);
		const {response, failure} = body['command'] as Command & {failure?: unknown};
		const lost = {key: 'server.console_lost', response: null, failure: {key: 'server.console_lost'}};
		const answered = {response: expect.any(String), failure: undefined};
		expect({key: body['key'], response, failure}).toMatchObject(status === 200 ? answered : lost);
	}
	expect(new Set(statuses)).toEqual(new Set([200, 502]));
});

test('the commands of one node wait for each other', async () => {
	const {demo, post, pass, until} = await openService();
	demo.faults.slowRcon('cs', 2000);
	let quick: unknown;
	void post('/server/cs/rcon', command('status'));
	void post('/server/ark/rcon?await=true', command('ListPlayers')).then(({status}) => (quick = status));
	await pass(1500);
	expect(quick).toBeUndefined();
	await until(() => quick === 200);
});

test('commands queued after a slow server time out at their own deadline, and their answers still come in order', async () => {
	const service = await openService();
	const events = await service.listen();
	service.demo.faults.slowRcon('cs', 3000);
	const wait = (serverId: string, text: string, timeoutMs: number) =>
		service.post(`/server/${serverId}/rcon?await=true&timeoutMs=${timeoutMs}`, command(text));
	const waiting = [
		wait('cs', 'status', 1000),
		wait('ark', 'ListPlayers', 1500),
		wait('cs', 'mp_maxrounds', 2000),
		wait('ark', 'SaveWorld', 600_000),
	];
	await service.pass(2100);
	const timedOut = {status: 408, body: {key: 'server.rcon_timeout'}};
	expect(await Promise.all(waiting.slice(0, 3))).toMatchObject([timedOut, timedOut, timedOut]);
	expect(events.filter(packet => 'command' in packet)).toEqual([]);
	await service.until(() => events.filter(packet => 'command' in packet).length === 4);
	const answers = events.flatMap(({command: told}) => (told ? [told as Command] : []));
	expect(answers.map(told => told.command)).toEqual(['status', 'ListPlayers', 'mp_maxrounds', 'SaveWorld']);
	expect(answers.every(({response}) => response !== null)).toBe(true);
	expect((await waiting[3])?.status).toBe(200);
	expect((await history(service, 'ark')).map(each => each.command)).toEqual(['ListPlayers', 'SaveWorld']);
});

test('a slow server does not delay another node', async () => {
	const fleet = {
		...smallFleet,
		servers: smallFleet.servers.map(server => (server.id === 'ark' ? {...server, node: 'bare'} : server)),
	};
	const service = await openService({fleet});
	service.demo.faults.slowRcon('cs', 60_000);
	void service.post('/server/cs/rcon', command('status'));
	expect((await service.post('/server/ark/rcon?await=true', command('ListPlayers'))).status).toBe(200);
});

test('commands to an unresponsive node are lost', async () => {
	const service = await openService();
	service.demo.faults.nodeSilent('node', true);
	const waiting = service.post('/server/cs/rcon?await=true&timeoutMs=500', command('status'));
	await service.pass(600);
	expect(await waiting).toMatchObject({status: 408});
	service.demo.faults.nodeSilent('node', false);
	expect(await history(service, 'cs')).toEqual([]);
});

test('stores only the newest commands, up to the limit of the team', async () => {
	const limits = {...smallFleet.team.limits, maxRconCommands: 3};
	const service = await openService({fleet: {...smallFleet, team: {...smallFleet.team, limits}}});
	for (const name of ['a', 'b', 'c', 'd'])
		await service.post('/server/cs/rcon?await=true', command(`say ${name}`));
	expect((await history(service, 'cs')).map(each => each.command)).toEqual(['say b', 'say c', 'say d']);
});
