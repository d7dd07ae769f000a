import {expect, test} from 'vitest';
import {shortTimings} from '../../../src/demo/index.ts';
import {openService, type Service} from '../open-service.ts';
import {smallFleet} from '../small-fleet.ts';

type Heard = {at: number; state: unknown}[];

/** The states of one server as the feed reports them, with their times relative to now. */
async function statesOf({listen, clock}: Service, serverId: string): Promise<Heard> {
	const states: Heard = [];
	const beganAt = clock.now();
	const packets = await listen();
	const push = packets.push.bind(packets);
	packets.push = (...items) => {
		for (const item of items)
			if (item['serverId'] === serverId && 'state' in item)
				states.push({at: clock.now() - beganAt, state: item['state']});
		return push(...items);
	};
	return states;
}

test('a restart passes through STOPPING, STOPPED and INITIALIZING to RUNNING', async () => {
	const service = await openService();
	const states = await statesOf(service, 'cs');
	expect((await service.post('/server/cs/restart')).status).toBe(200);
	await service.until(async () => states.length === 4);
	expect(states.map(({state}) => state)).toEqual(['STOPPING', 'STOPPED', 'INITIALIZING', 'RUNNING']);
	const [stopping, offline, initializing, online] = states.map(({at}) => at);
	expect(stopping).toBe(0);
	expect(offline).toBeGreaterThanOrEqual(shortTimings.exitMs);
	expect(initializing).toBe(offline);
	expect(Number(online) - Number(initializing)).toBeGreaterThanOrEqual(shortTimings.bootMs);
});

test('a graceful stop shows the players a countdown and ends STOPPED', async () => {
	const {demo, post, until, state} = await openService();
	expect((await post('/server/cs/stop')).status).toBe(200);
	await until(() => demo.chat('cs').some(line => line.includes('STOP')));
	const countdown = ['Server is stopping', '3', '2', '1', 'STOP'];
	const lines = demo.chat('cs').filter(line => countdown.some(text => line.endsWith(text)));
	expect(lines.map(line => countdown.find(text => line.endsWith(text)))).toEqual(countdown);
	await until(async () => (await state('cs')) === 'STOPPED');
});

test('a stop makes an ARK server save its world and exit', async () => {
	const {post, until, state} = await openService();
	await post('/server/ark/stop', {forceStop: false});
	expect(await state('ark')).toBe('STOPPING');
	await until(async () => (await state('ark')) === 'STOPPED');
});

test('a forced stop kills at once, even while the server is stopping', async () => {
	const {post, until, state, clock} = await openService();
	await post('/server/cs/stop');
	const beganAt = clock.now();
	expect((await post('/server/cs/stop', {forceStop: true})).status).toBe(200);
	await until(async () => (await state('cs')) === 'STOPPED');
	expect(clock.now() - beganAt).toBeLessThanOrEqual(shortTimings.probeMs + 200);
});

test('a start brings a server up, and its RCON responds', async () => {
	const {post, until, state} = await openService();
	expect((await post('/server/down/start')).status).toBe(200);
	expect(await state('down')).toBe('INITIALIZING');
	await until(async () => (await state('down')) === 'RUNNING');
	const answer = await post('/server/down/rcon?await=true', {command: 'status'});
	expect(answer).toMatchObject({status: 200, body: {serverId: 'down', command: {command: 'status'}}});
});

test('the node restarts a server after a crash', async () => {
	const service = await openService();
	const states = await statesOf(service, 'cs');
	await service.demo.faults.crash('cs');
	await service.until(() => states.some(({state}) => state === 'RUNNING'));
	expect(states.map(({state}) => state)).toEqual(['RESTARTING', 'INITIALIZING', 'RUNNING']);
	const {text} = await service.call('GET', '/team/team/notifications?onlyUnread=true');
	expect(text).toContain('SERVER_CRASHED');
});

test('a crash ends STOPPED when the profile turns restarts off', async () => {
	const {call, post, until, state, demo} = await openService();
	const {settingProfileId: profileId} = (await call('GET', '/server/cs')).body;
	await post('/setting/profile', {profileId, gmcSettings: {RestartOnCrash: false}});
	await demo.faults.crash('cs');
	await until(async () => (await state('cs')) === 'STOPPED');
	expect((await post('/server/cs/start')).status).toBe(200);
});

test('a game that an admin tells to quit counts as crashed', async () => {
	const {post, until, state} = await openService();
	await post('/server/cs/rcon', {command: 'quit'});
	await until(async () => (await state('cs')) === 'RESTARTING');
	await until(async () => (await state('cs')) === 'RUNNING');
	expect((await post('/server/cs/rcon?await=true', {command: 'status'})).status).toBe(200);
});

test('a new server is returned STOPPED, is installed, and can then be started', async () => {
	const {post, until, state} = await openService();
	const {body, status} = await post('/server/create', {
		nodeId: 'node',
		name: ' fresh ',
		gameType: 'ARK_ASCENDED',
		map: 'TheCenter_WP',
	});
	expect(status).toBe(200);
	expect(body).toMatchObject({
		state: 'STOPPED',
		displayName: 'fresh',
		serverDirectory: 'D:\\servers',
		teamId: 'team',
	});
	expect(body).not.toHaveProperty('rconPort');
	const id = String(body['id']);
	expect(await state(id)).toBe('CREATING');
	await until(async () => (await state(id)) === 'STOPPED');
	await post(`/server/${id}/start`);
	await until(async () => (await state(id)) === 'RUNNING');
});

test('a directory change is a task with progress, during which the server is CREATING', async () => {
	const {post, until, state, call} = await openService();
	expect((await post('/server/down/change-directory', {serverDirectory: 'E:\\new'})).status).toBe(200);
	expect(await state('down')).toBe('CREATING');
	const task = async () => JSON.parse((await call('GET', '/node/node/task')).text)[0];
	await until(async () => (await task()).progressPercentage > 40);
	expect(await task()).toMatchObject({
		type: 'SERVER_DIRECTORY_CHANGE',
		state: 'RUNNING',
		targetIds: ['down'],
		context: {sourceParent: 'D:\\servers', destinationParent: 'E:\\new'},
	});
	await until(async () => (await state('down')) === 'STOPPED');
	expect(await task()).toMatchObject({state: 'SUCCEEDED', progressPercentage: 100});
	expect((await call('GET', '/server/down')).body['serverDirectory']).toBe('E:\\new');
});

test('a server is UNKNOWN while its node is away, and then has its previous state again', async () => {
	const service = await openService();
	const {demo, state, post} = service;
	const states = await statesOf(service, 'cs');
	demo.faults.nodeOffline('node', true);
	expect(await state('cs')).toBe('UNKNOWN');
	expect((await post('/server/cs/rcon', {command: 'status'})).body['key']).toBe('server.is_not_online');
	demo.faults.nodeOffline('node', false);
	expect(await state('cs')).toBe('RUNNING');
	await service.until(() => states.length === 3);
	// A node that logs in again reports all its servers again.
	expect(states.map(({state}) => state)).toEqual(['UNKNOWN', 'STOPPED', 'RUNNING']);
});

test('a strict service shows RUNNING and STOPPED', async () => {
	const {state} = await openService({strictSpec: true, fleet: smallFleet});
	expect([await state('cs'), await state('down')]).toEqual(['RUNNING', 'STOPPED']);
});
