import {expect, test, vi} from 'vitest';
import {openService, type Service} from '../open-service.ts';

const minute = 60_000;
type Task = {id: string; state: string; type: string; cancellable: boolean; context: object};

async function tasksOf({call}: Service): Promise<Task[]> {
	return JSON.parse((await call('GET', '/node/node/task')).text);
}

/** The messages to the players that mention minutes. */
const announced = ({demo}: Service, serverId: string) =>
	demo.chat(serverId).flatMap(line => /Restart in \d+ min|Down in \d+ min/.exec(line)?.[0] ?? []);

test('a scheduled restart warns the players at once and at each milestone, then restarts', async () => {
	const service = await openService();
	const {post, clock, until, state} = service;
	const body = {delayMinutes: 12, delayedRestartMessage: 'Restart in {minutes} min'};
	expect((await post('/server/cs/restart', body)).status).toBe(200);
	await until(() => announced(service, 'cs').length === 1);
	expect(await tasksOf(service)).toMatchObject([
		{type: 'TIMED_RESTART', state: 'RUNNING', cancellable: true, context: {delay: 12}, targetIds: ['cs']},
	]);
	await clock.advance(2 * minute);
	await until(() => announced(service, 'cs').length === 2);
	await clock.advance(5 * minute);
	await until(() => announced(service, 'cs').length === 3);
	await clock.advance(4 * minute);
	await until(() => announced(service, 'cs').length === 4);
	expect(announced(service, 'cs')).toEqual([
		'Restart in 12 min',
		'Restart in 10 min',
		'Restart in 5 min',
		'Restart in 1 min',
	]);
	expect(await state('cs')).toBe('RUNNING');
	await clock.advance(minute);
	await until(async () => (await state('cs')) === 'STOPPING');
	expect(await tasksOf(service)).toMatchObject([{state: 'SUCCEEDED'}]);
	await until(async () => (await state('cs')) === 'RUNNING');
});

test('a scheduled stop warns the players at once, however long storing it takes', async () => {
	const service = await openService();
	const {tasks} = service.demo.context.store;
	const {put} = tasks;
	vi.spyOn(tasks, 'put').mockImplementation(task => {
		service.clock.setAhead(1);
		return put(task);
	});
	await service.post('/server/cs/stop', {delayMinutes: 5, delayedStopMessage: 'Down in {minutes} min'});
	await service.until(() => announced(service, 'cs').length === 1);
	expect(announced(service, 'cs')).toEqual(['Down in 5 min']);
});

const full = new Error('database or disk is full');

test('a due stop that fails on a full disk is reported and does not end the service', async () => {
	const bugs: unknown[] = [];
	const service = await openService({onBug: bug => void bugs.push(bug)});
	const {servers} = service.demo.context.store;
	await service.post('/server/cs/stop', {delayMinutes: 1});
	const {put} = servers;
	const spy = vi.spyOn(servers, 'put').mockImplementation(server => {
		if (server.state === 'STOPPING') throw full;
		return put(server);
	});
	await service.clock.advance(minute);
	await service.until(() => bugs.length > 0);
	spy.mockRestore();
	expect(bugs).toEqual([full]);
	expect(await tasksOf(service)).toMatchObject([{state: 'SUCCEEDED'}]);
});

test('a due stop whose order cannot be stored fails its task', async () => {
	const service = await openService();
	const {servers} = service.demo.context.store;
	await service.post('/server/cs/stop', {delayMinutes: 1});
	const {put} = servers;
	const spy = vi.spyOn(servers, 'put').mockImplementation(server => {
		if (server.wanted === 'down') throw full;
		return put(server);
	});
	await service.clock.advance(minute);
	await service.until(async () => (await tasksOf(service))[0]?.state === 'FAILED');
	spy.mockRestore();
	expect(await service.state('cs')).toBe('RUNNING');
});

test('a scheduled stop can be canceled and then scheduled again', async () => {
	const service = await openService();
	const {post, clock, until, state} = service;
	await post('/server/ark/stop', {delayMinutes: 5, delayedStopMessage: 'Down in {minutes} min'});
	await until(() => announced(service, 'ark').includes('Down in 5 min'));
	const [task] = await tasksOf(service);
	expect((await post(`/node/node/task/${task?.id}/cancel`)).status).toBe(202);
	await until(async () => (await tasksOf(service))[0]?.state === 'CANCELED');
	const again = await post(`/node/node/task/${task?.id}/cancel`);
	expect(again).toMatchObject({status: 409, body: {key: 'node.task_not_cancelable'}});
	await clock.advance(6 * minute);
	expect(await state('ark')).toBe('RUNNING');
	expect((await post('/server/ark/stop', {delayMinutes: 1, forceStop: true})).status).toBe(200);
	await clock.advance(minute);
	await until(async () => (await state('ark')) === 'STOPPED');
});

test('a scheduled stop without a message uses the message of the profile', async () => {
	const {post, until, demo} = await openService();
	await post('/server/cs/stop', {delayMinutes: 3});
	await until(() => demo.chat('cs').some(line => line.includes('in 3 minutes')));
	expect(demo.chat('cs').join()).toContain('Server stops in 3 minutes.');
});

test('a scheduled restart of a server that went down meanwhile starts it', async () => {
	const {post, clock, until, state, call, demo} = await openService();
	const {settingProfileId: profileId} = (await call('GET', '/server/cs')).body;
	await post('/setting/profile', {profileId, gmcSettings: {RestartOnCrash: false}});
	await post('/server/cs/restart', {delayMinutes: 1});
	await demo.faults.crash('cs');
	await until(async () => (await state('cs')) === 'STOPPED');
	await clock.advance(minute);
	await until(async () => (await state('cs')) === 'RUNNING');
	expect((await post('/server/cs/rcon?await=true', {command: 'status'})).status).toBe(200);
});
