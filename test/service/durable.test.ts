import {expect, test} from 'vitest';
import {openStore} from '../../src/service/records/store.ts';
import {manualClock} from '../helpers/manual-clock.ts';
import {dataFile, openService, type Service} from './open-service.ts';

test('all successful changes survive a restart of the service', async () => {
	const data = dataFile();
	const first = await openService({data});
	const {post, call} = first;
	const {body: created} = await post('/server/create', {
		nodeId: 'node',
		name: 'new',
		gameType: 'CS2',
		map: 'de_dust2',
	});
	await post('/server/cs/change-display-name', {displayName: 'renamed'});
	await post('/server/down/change-directory', {serverDirectory: 'E:\\moved'});
	await post('/server/cs/rcon?await=true', {command: 'status'});
	await call('POST', '/team/team/invite', {userEmail: 'new@team.example'});
	await first.demo.close();

	const second = await openService({data});
	expect(second.demo.credentials).toEqual(first.demo.credentials);
	const list: Record<string, unknown>[] = JSON.parse((await second.call('GET', '/server/by-team/team')).text);
	expect(list.map(({id, displayName, serverDirectory}) => [id, displayName, serverDirectory])).toEqual([
		['cs', 'renamed', 'D:\\servers'],
		['ark', 'ark', 'D:\\servers'],
		['down', 'down', 'E:\\moved'],
		[created['id'], 'new', 'D:\\servers'],
	]);
	expect(list[0]?.['commands']).toMatchObject([{command: 'status'}]);
	expect((await second.call('GET', '/team/my')).text).toContain('new@team.example');
});

test('operations in progress continue: an installation, a move, a server that was up', async () => {
	const data = dataFile();
	const first = await openService({data});
	const {body} = await first.post('/server/create', {
		nodeId: 'node',
		name: 'new',
		gameType: 'CS2',
		map: 'de_dust2',
	});
	await first.post('/server/down/change-directory', {serverDirectory: 'E:\\moved'});
	await first.post('/server/cs/restart');
	await first.post('/server/ark/stop');
	await first.pass(1000);
	await first.demo.close();

	const {state, until} = await openService({data});
	expect(await state(String(body['id']))).toBe('CREATING');
	expect(await state('down')).toBe('CREATING');
	expect(await state('ark')).toBe('STOPPED');
	await until(async () => (await state('cs')) === 'RUNNING');
	await until(async () => (await state('down')) === 'STOPPED');
	await until(async () => (await state(String(body['id']))) === 'STOPPED');
});

test('a scheduled stop still happens on time', async () => {
	const data = dataFile();
	const first = await openService({data});
	await first.post('/server/cs/stop', {delayMinutes: 10, forceStop: true});
	await first.demo.close();

	const {state, until, clock, post} = await openService({data});
	await until(async () => (await state('cs')) === 'RUNNING');
	const again = await post('/server/cs/stop', {delayMinutes: 1});
	expect(again.body['key']).toBe('server.timed_shutdown_already_scheduled');
	await clock.advance(9 * 60_000);
	expect(await state('cs')).toBe('RUNNING');
	await clock.advance(60_000);
	await until(async () => (await state('cs')) === 'STOPPED');
});

test('a run that was accepted and not started is performed afterward', async () => {
	const data = dataFile();
	const first = await openService({data});
	const workflow = [{type: 'NOTIFY', message: 'performed'}];
	const {body} = await first.post('/automation/create', {teamId: 'team', name: 'note', workflow});
	await first.demo.close();
	const killed = openStore(data);
	killed.runs.put({
		id: 'accepted',
		automationId: String(body['id']),
		teamId: 'team',
		status: 'QUEUED',
		createdAt: 0,
		targetIds: {},
		stepHistory: [],
		cancelRequested: false,
		workflow,
		runTimeoutSec: 60,
	});
	killed.close();
	const {call, until, demo} = await openService({data});
	const run = async () => (await call('GET', '/automation-run/accepted')).body['status'];
	await until(async () => (await run()) === 'SUCCEEDED');
	expect(demo.context.store.notifications.all()).toMatchObject([{message: 'performed'}]);
});

test('a run that only waited continues, with the answers that it has got', async () => {
	const data = dataFile();
	const first = await openService({data});
	const workflow = [
		{type: 'RCON', command: 'mp_maxrounds', var: 'rounds'},
		{type: 'WAIT', seconds: 60},
		{type: 'NOTIFY', message: "{outputs.rcon('rounds').byId('cs').response}"},
	];
	const fields = {teamId: 'team', name: 'rounds', targets: {serverIds: ['cs']}, workflow};
	const {body} = await first.post('/automation/create', fields);
	await first.post(`/automation/${String(body['id'])}/trigger/manual`);
	const runs = async ({call}: Service) =>
		(await call('GET', '/automation-run/by-team/team')).body['content'] as {status: string}[];
	await first.until(async () => JSON.stringify(await runs(first)).includes('WAIT'));
	await first.pass(20_000);
	await first.demo.close();

	const service = await openService({data});
	const {store} = service.demo.context;
	const closedAt = first.clock.now();
	await service.clock.advance(closedAt - service.clock.now() + 30_000);
	expect(await runs(service)).toMatchObject([{status: 'RUNNING'}]);
	expect(store.notifications.all()).toEqual([]);
	await service.pass(11_000);
	expect(await runs(service)).toMatchObject([{status: 'SUCCEEDED'}]);
	expect(store.notifications.all()).toMatchObject([{message: expect.stringContaining('mp_maxrounds')}]);
	expect(store.runs.all()[0]?.outputs).toBeUndefined();
});

test('a run whose timeout has expired ends instead of continuing', async () => {
	const data = dataFile();
	const first = await openService({data});
	const workflow = [{type: 'WAIT', seconds: 60}, {type: 'NOTIFY'}];
	const {body} = await first.post('/automation/create', {
		teamId: 'team',
		name: 'wait',
		workflow,
		runTimeoutSec: 90,
	});
	await first.post(`/automation/${String(body['id'])}/trigger/manual`);
	await first.demo.close();
	const clock = manualClock(first.clock.now() + 90_000);
	const {call, demo} = await openService({data, clock});
	await demo.context.runner.idle();
	expect((await call('GET', '/automation-run/by-team/team')).body['content']).toMatchObject([
		{status: 'TIMEOUTED'},
	]);
	expect(demo.context.store.notifications.all()).toEqual([]);
});

test('a run whose step is in progress is FAILED afterward, and the step is not repeated', async () => {
	const data = dataFile();
	const first = await openService({data});
	const workflow = [{type: 'RESTART'}, {type: 'NOTIFY'}];
	const targets = {serverIds: ['cs']};
	const {body} = await first.post('/automation/create', {teamId: 'team', name: 'night', targets, workflow});
	await first.post(`/automation/${String(body['id'])}/trigger/manual`);
	await first.until(async () => (await first.state('cs')) !== 'RUNNING');
	await first.demo.close();
	const {call, demo} = await openService({data});
	await demo.context.runner.idle();
	const unknown = 'The service ended during this step. Its outcome is unknown.';
	expect((await call('GET', '/automation-run/by-team/team')).body['content']).toMatchObject([
		{status: 'FAILED', stepHistory: [{type: 'RESTART', errorMessage: unknown}]},
	]);
	expect(demo.context.store.notifications.all()).toEqual([]);
});
