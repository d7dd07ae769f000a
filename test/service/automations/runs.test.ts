import {expect, test} from 'vitest';
import {openService} from '../open-service.ts';
import {ended, runOf, trigger, triggerStored} from './a-run.ts';

test('an automation keeps its open fields complete, also when edited', async () => {
	const {post, call} = await openService();
	const open = {
		targets: {all: true},
		workflow: [{type: 'START', kept: true, odd: [1, {deep: null}]}],
		trigger: {cron: '0 5 * * *'},
	};
	const {body} = await post('/automation', {teamId: 'team', name: 'open', ...open});
	expect(body).toMatchObject({...open, enabled: true, name: 'open'});
	const edited = await post(`/automation/${String(body['id'])}`, {name: 'other', trigger: null});
	expect(edited.body).toMatchObject({...open, name: 'other', trigger: null});
	expect((await call('GET', '/automation/by-team/team')).text).toContain('"deep":null');
	expect((await post('/automation/create', {teamId: 'others', name: 'theirs'})).status).toBe(404);
	expect((await post('/automation/create', {teamId: 'team'})).body['key']).toBe('validation.failed');
});

test('a run executes its steps: a command, a pause, a restart', async () => {
	const service = await openService();
	const workflow = [{type: 'RCON', command: 'mp_maxrounds'}, {type: 'WAIT', seconds: 5}, {kind: 'restart'}];
	const runId = await trigger(service, {workflow, targets: {serverIds: ['cs']}});
	await ended(service, runId, 'SUCCEEDED');
	const run = await runOf(service, runId);
	expect(run.stepHistory.map(({type}) => type)).toEqual(['RCON', 'WAIT', 'RESTART']);
	expect(run).toMatchObject({
		targetIds: {cs: true},
		workflowSize: 3,
		currentStep: {},
		cancelRequested: false,
	});
	expect((await service.call('GET', '/server/cs')).text).toContain('mp_maxrounds');
});

test('a run drops a target on which a step fails and continues without it', async () => {
	const service = await openService();
	const workflow = [
		{type: 'RCON', command: 'status'},
		{type: 'WAIT_FOR_STATE', state: 'ONLINE'},
	];
	const runId = await trigger(service, {workflow}, ['cs', 'down']);
	await ended(service, runId, 'FAILED');
	expect(await runOf(service, runId)).toMatchObject({
		targetIds: {cs: true, down: false},
		stepHistory: [{targets: {cs: 'SUCCEEDED', down: 'FAILED'}}, {targets: {cs: 'SUCCEEDED'}}],
	});
});

test('an unknown step fails with a reason', async () => {
	const service = await openService();
	const runId = await triggerStored(service, {workflow: [{type: 'TELEPORT'}], targets: {all: true}});
	await ended(service, runId, 'FAILED');
	const {stepHistory} = await runOf(service, runId);
	expect(stepHistory[0]?.errorMessage).toBe('Unknown step type TELEPORT.');
});

test('a run ends at its timeout or when it is canceled', async () => {
	const service = await openService();
	const workflow = [{type: 'WAIT', seconds: 600}];
	const slow = await trigger(service, {workflow, runTimeoutSec: 60});
	await service.clock.advance(61_000);
	await ended(service, slow, 'TIMEOUTED');
	const unwanted = await trigger(service, {workflow});
	expect((await service.post(`/automation-run/${unwanted}/cancel`)).body).toMatchObject({
		cancelRequested: true,
	});
	await ended(service, unwanted, 'CANCELED');
});

test('a run in progress stays in the records, however many end after its start', async () => {
	const service = await openService();
	const slow = await trigger(service, {workflow: [{type: 'WAIT', seconds: 600}]});
	const {runs} = service.demo.context.store;
	const first = runs.get(slow);
	if (!first) throw new Error('There is no run.');
	for (let number = 0; number < 1000; number++)
		runs.put({...first, id: `old-${number}`, status: 'SUCCEEDED', finishedAt: 1});
	await trigger(service, {workflow: []});
	expect([runs.count(), runs.get('old-0'), runs.get('old-1')]).toEqual([1000, undefined, undefined]);
	await service.clock.advance(600_000);
	await ended(service, slow, 'SUCCEEDED');
});

test('the list of runs is paged, newest first, and filtered', async () => {
	const service = await openService();
	for (let count = 0; count < 3; count++) {
		await service.post('/automation/round/trigger/manual', {targetIds: []});
		await service.pass(1000);
	}
	const list = async (query: string) =>
		(await service.call('GET', `/automation-run/by-team/team?${query}`)).body;
	const all = await list('');
	expect(all).toMatchObject({
		page: 0,
		totalElements: 3,
		totalPages: 1,
		first: true,
		last: true,
		empty: false,
	});
	const [newest, , oldest] = all['content'] as {createdAt: string}[];
	expect(Date.parse(newest?.createdAt ?? '')).toBeGreaterThan(Date.parse(oldest?.createdAt ?? ''));
	expect(await list('page=1&size=2')).toMatchObject({
		page: 1,
		size: 2,
		numberOfElements: 1,
		last: true,
		first: false,
	});
	expect(await list('statuses=FAILED&statuses=RUNNING')).toMatchObject({totalElements: 0, empty: true});
	expect(await list('statuses=FAILED,SUCCEEDED')).toMatchObject({totalElements: 3});
	expect(await list('automationId=other')).toMatchObject({totalElements: 0});
	expect(await list(`createdTo=${oldest?.createdAt}`)).toMatchObject({totalElements: 1});
	expect(await list(`createdFrom=${newest?.createdAt}`)).toMatchObject({totalElements: 1});
	expect(await list('createdFrom=yesterday')).toMatchObject({key: 'validation.failed'});
	expect(await list('page=-1')).toMatchObject({key: 'validation.failed'});
});
