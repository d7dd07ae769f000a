import {expect, test, vi} from 'vitest';
import {Refusal} from '../../../src/service/http/refusal.ts';
import {setState} from '../../../src/service/records/publish.ts';
import {openTrigger} from '../../../src/service/automations/triggers.ts';
import {openService, dataFile, type Service} from '../open-service.ts';

type Run = {
	automationId: string;
	status: string;
	createdAt: string;
	scheduledFireAt: string | null;
	targetIds: Record<string, boolean>;
};

const minute = 60_000;
const quick = [{type: 'WAIT', seconds: 1}];

async function make(service: Service, fields: object): Promise<string> {
	const {body, status} = await service.post('/automation/create', {
		teamId: 'team',
		name: 'test',
		workflow: quick,
		...fields,
	});
	expect(status).toBe(200);
	return String(body['id']);
}

/** Newest first. */
async function runsOf({call}: Service, automationId: string): Promise<Run[]> {
	const {text} = await call('GET', `/automation-run/by-team/team?automationId=${automationId}`);
	return JSON.parse(text).content;
}

test('a schedule starts a run at each of its times and records that time', async () => {
	const service = await openService();
	const events = await service.listen();
	const id = await make(service, {
		trigger: {type: 'CRON', cron: '*/2 * * * *'},
		targets: {serverIds: ['cs']},
	});
	await service.clock.advance(5 * minute);
	const runs = await runsOf(service, id);
	expect(runs.map(({scheduledFireAt}) => scheduledFireAt)).toEqual([
		'2026-11-21T03:04:00.000Z',
		'2026-11-21T03:02:00.000Z',
	]);
	expect(runs).toMatchObject([{status: 'SUCCEEDED', targetIds: {cs: true}}, {status: 'SUCCEEDED'}]);
	await service.until(() => events.filter(packet => 'automationRun' in packet).length >= 8);
	expect(events).toContainEqual({
		automationRun: expect.objectContaining({automationId: id, status: 'SUCCEEDED'}),
	});
});

test('a schedule with seconds follows Quartz syntax and its time zone', async () => {
	const service = await openService();
	const trigger = {cronExpression: '30 0 5 ? * 7', timezone: 'Europe/Berlin'};
	const id = await make(service, {trigger});
	await service.clock.advance(120 * minute);
	expect(await runsOf(service, id)).toMatchObject([{scheduledFireAt: '2026-11-21T04:00:30.000Z'}]);
});

test('follows an edited schedule, and drops a disabled or deleted one', async () => {
	const service = await openService();
	const trigger = {cron: '* * * * *'};
	const edited = await make(service, {trigger: {cron: '0 0 1 1 *'}});
	const disabled = await make(service, {trigger, enabled: false});
	const deleted = await make(service, {trigger});
	await service.post(`/automation/${edited}`, {trigger});
	await service.post(`/automation/${deleted}/delete`);
	await service.clock.advance(3 * minute);
	expect(await runsOf(service, edited)).toHaveLength(3);
	expect(await runsOf(service, disabled)).toEqual([]);
	expect(await runsOf(service, deleted)).toEqual([]);
	await service.post(`/automation/${edited}`, {trigger: null});
	await service.clock.advance(3 * minute);
	expect(await runsOf(service, edited)).toHaveLength(3);
});

test('a schedule does not start a run while the previous one is active', async () => {
	const service = await openService();
	const workflow = [{type: 'WAIT', seconds: 150}];
	const id = await make(service, {trigger: {cron: '* * * * *'}, workflow});
	await service.clock.advance(3 * minute + 1000);
	expect(await runsOf(service, id)).toHaveLength(1);
});

test('a run above the limit fails with the reason, at most once a minute', async () => {
	const service = await openService({limits: {maxUnfinishedRuns: 1}});
	const slow = await make(service, {workflow: [{type: 'WAIT', seconds: 600}]});
	await service.post(`/automation/${slow}/trigger/manual`, {});
	const targets = {serverIds: ['cs']};
	const daily = await make(service, {trigger: {cron: '2 3 * * *'}, targets});
	const often = await make(service, {trigger: {cron: '*/10 * * * * *'}, targets});
	const watching = await make(service, {trigger: {type: 'STATE_CHANGE', state: 'OFFLINE'}, targets});
	await service.post('/server/cs/stop', {});
	await service.clock.advance(2 * minute);
	const reason = 'Not started: the team already has 1 unfinished run.';
	const skipped = {status: 'FAILED', targetIds: {cs: false}, stepHistory: [{errorMessage: reason}]};
	expect(await runsOf(service, daily)).toMatchObject([
		{...skipped, scheduledFireAt: '2026-11-21T03:02:00.000Z'},
	]);
	expect(await runsOf(service, watching)).toMatchObject([skipped]);
	expect(await runsOf(service, often)).toMatchObject([skipped, skipped]);
});

test('does not make up for scheduled times during which the service was closed', async () => {
	const data = dataFile();
	const first = await openService({data});
	const id = await make(first, {trigger: {cron: '30 3 * * *'}});
	await first.demo.close();
	const service = await openService({data});
	expect(await runsOf(service, id)).toEqual([]);
	await service.clock.advance(30 * minute);
	expect(await runsOf(service, id)).toHaveLength(1);
});

test.each([
	[{cron: '61 * * * *'}],
	[{cron: 'at noon'}],
	[{cron: '0 5 * * *', timezone: 'Mars/Olympus'}],
	[{cron: '0 0 30 2 *'}],
])('rejects the schedule %j', async trigger => {
	const {post} = await openService();
	const answer = await post('/automation/create', {teamId: 'team', name: 'odd', trigger});
	expect(answer).toMatchObject({status: 400, body: {key: 'validation.failed'}});
	expect(answer.text).toContain('invalid schedule');
});

test('a schedule is read once, however long its pattern', () => {
	const trigger = {cron: '0-59,'.repeat(30) + '0 * * * *'};
	expect(openTrigger(trigger)).toMatchObject({kind: 'cron'});
	expect(openTrigger(trigger)).toBe(openTrigger(trigger));
	const long = openTrigger({cron: '0-59,'.repeat(15_000)});
	expect(long).toMatchObject({
		kind: 'unreadable',
		why: expect.stringMatching(/^.{0,250}more than 200 characters\.$/),
	});
});

test.each(['STATE_CHANGE', 'state-change', 'stateChange'])(
	'a trigger of the type %s is a state change',
	type => {
		expect(openTrigger({type, to: 'OFFLINE'})).toMatchObject({kind: 'state'});
	},
);

test('a state change starts a run on the server that changed', async () => {
	const service = await openService();
	const trigger = {type: 'STATE_CHANGE', from: 'online', to: ['OFFLINE', 'RESTARTING']};
	const id = await make(service, {trigger, targets: {triggerSource: true}});
	const other = await make(service, {trigger: {...trigger, serverIds: ['ark']}});
	await service.demo.faults.crash('cs');
	await service.until(async () => (await runsOf(service, id)).length > 0);
	await service.until(async () => (await service.state('cs')) === 'RUNNING');
	expect(await runsOf(service, id)).toMatchObject([{targetIds: {cs: true}, scheduledFireAt: null}]);
	expect(await runsOf(service, other)).toEqual([]);
});

test('the run of a state change is stored in the same commit', async () => {
	const service = await openService();
	const id = await make(service, {trigger: {type: 'STATE_CHANGE', to: 'OFFLINE'}});
	const {context} = service.demo;
	const {store} = context;
	const change = (end: () => void) =>
		store.atomically(() => {
			setState(context, 'cs', 'OFFLINE');
			expect(store.runs.ofTeam('team')).toMatchObject([{automationId: id, status: 'QUEUED'}]);
			end();
		});
	const full = () => {
		throw new Error('database or disk is full');
	};
	expect(() => change(full)).toThrow('full');
	expect(await runsOf(service, id)).toEqual([]);
	change(() => {});
	await service.until(async () => (await runsOf(service, id))[0]?.status === 'SUCCEEDED');
	expect(await runsOf(service, id)).toHaveLength(1);
});

test('fires a scheduled time while the schedules are being reloaded', async () => {
	const service = await openService();
	const {clock, demo} = service;
	const id = await make(service, {trigger: {cron: '* * * * *'}});
	await clock.advance(minute - 1);
	// The timer of the system is late.
	clock.setAhead(1);
	demo.context.bus.send({kind: 'automations'});
	expect(await runsOf(service, id)).toHaveLength(1);
	await clock.advance(1);
	expect(await runsOf(service, id)).toHaveLength(1);
});

test('fires a scheduled time once if the clock is set back', async () => {
	const service = await openService();
	const id = await make(service, {trigger: {cron: '1 3 * * *'}});
	await service.clock.advance(minute + 2000);
	service.clock.setAhead(-minute);
	service.demo.context.bus.send({kind: 'automations'});
	await service.clock.advance(2 * minute);
	expect(await runsOf(service, id)).toHaveLength(1);
});

test('a run does not trigger itself through its own servers', async () => {
	const service = await openService();
	const trigger = {type: 'STATE_CHANGE', to: 'ONLINE'};
	const id = await make(service, {trigger, targets: {triggerSource: true}, workflow: [{type: 'RESTART'}]});
	await service.post('/server/down/start');
	await service.until(async () => (await runsOf(service, id))[0]?.status === 'SUCCEEDED');
	await service.pass(3000);
	expect(await runsOf(service, id)).toHaveLength(1);
});

test('a node that goes away changes the states of its servers', async () => {
	const service = await openService();
	const trigger = {kind: 'state-change', state: 'unknown'};
	const id = await make(service, {trigger, targets: {triggerSource: true}});
	service.demo.faults.nodeOffline('node', true);
	expect((await runsOf(service, id)).flatMap(({targetIds}) => Object.keys(targetIds)).sort()).toEqual([
		'ark',
		'cs',
		'down',
	]);
});

test('schedules and runs wait for records that cannot be reached for a while', async () => {
	const service = await openService();
	const {clock, demo, post} = service;
	const waiting = await make(service, {workflow: [{type: 'WAIT', seconds: 30}, {type: 'NOTIFY'}]});
	const scheduled = await make(service, {trigger: {cron: '1 3 * * *'}});
	await post(`/automation/${waiting}/trigger/manual`);
	await clock.advance(20_000);
	const unreachable = () => Promise.reject(new Refusal('general.not_carried_out'));
	const away = vi.spyOn(demo.context.records, 'transact').mockImplementation(unreachable);
	await clock.advance(2 * minute);
	away.mockRestore();
	expect(await runsOf(service, scheduled)).toEqual([]);
	await clock.advance(3000);
	expect(await runsOf(service, waiting)).toMatchObject([{status: 'SUCCEEDED'}]);
	expect(demo.context.store.notifications.count()).toBe(1);
	expect(await runsOf(service, scheduled)).toMatchObject([
		{status: 'SUCCEEDED', scheduledFireAt: '2026-11-21T03:01:00.000Z'},
	]);
});

test('a step waits for records that cannot be read, but not beyond its timeout', async () => {
	const service = await openService();
	const {clock, demo, post} = service;
	const workflow = [...quick, {type: 'RCON', command: 'status', awaitMode: 'ALWAYS'}];
	const run = async (awayMs: number) => {
		const id = await make(service, {workflow, targets: {serverIds: ['cs']}});
		const unreachable = () => Promise.reject(new Refusal('general.not_carried_out'));
		await post(`/automation/${id}/trigger/manual`);
		const away = vi.spyOn(demo.context.records, 'read').mockImplementation(unreachable);
		await clock.advance(awayMs);
		away.mockRestore();
		await service.until(async () => (await runsOf(service, id))[0]?.status !== 'RUNNING');
		return (await runsOf(service, id))[0]?.status;
	};
	expect(await run(10_000)).toBe('SUCCEEDED');
	expect(await run(20 * minute)).toBe('FAILED');
});

test('does not fire a time more than five minutes late after an outage', async () => {
	const bugs: unknown[] = [];
	const skipped: object[] = [];
	const service = await openService({
		onBug: bug => void bugs.push(bug),
		onEvent: event => void (event.kind === 'schedule-skipped' && skipped.push(event)),
	});
	const {clock, demo} = service;
	const early = [
		await make(service, {name: 'early', trigger: {cron: '1 3 * * *'}}),
		await make(service, {name: 'often', trigger: {cron: '1,2,3 3 * * *'}}),
	];
	const late = await make(service, {trigger: {cron: '8 3 * * *'}});
	const unreachable = () => Promise.reject(new Refusal('general.not_carried_out'));
	const away = vi.spyOn(demo.context.records, 'transact').mockImplementation(unreachable);
	await clock.advance(9 * minute);
	away.mockRestore();
	await clock.advance(3000);
	for (const id of early) expect(await runsOf(service, id)).toEqual([]);
	expect(await runsOf(service, late)).toMatchObject([{status: 'SUCCEEDED'}]);
	const at = Date.UTC(2026, 10, 21, 3, 1);
	expect(skipped).toMatchObject([
		{automation: 'early', at},
		{automation: 'often', at},
	]);
	expect(bugs).toEqual([]);
});

test('after a long outage of one instance, times that another one fired are not reported as skipped', async () => {
	const skipped: object[] = [];
	const service = await openService({
		onEvent: event => void (event.kind === 'schedule-skipped' && skipped.push(event)),
	});
	const {clock, demo, post} = service;
	const fired = await make(service, {name: 'fired', trigger: {cron: '1,2 3 * * *'}});
	const disabled = await make(service, {name: 'disabled', trigger: {cron: '1 3 * * *'}});
	await make(service, {name: 'missed', trigger: {cron: '1,2 3 * * *'}});
	await post(`/automation/${fired}/trigger/manual`);
	await service.until(async () => (await runsOf(service, fired))[0]?.status === 'SUCCEEDED');
	const {records, store} = demo.context;
	const unreachable = () => Promise.reject(new Refusal('general.not_carried_out'));
	const away = [vi.spyOn(records, 'transact'), vi.spyOn(records, 'read')];
	for (const each of away) each.mockImplementation(unreachable);
	await clock.advance(9 * minute);
	expect(skipped).toEqual([]);
	const [run] = store.runs.all();
	const times = [1, 2].map(minutes => Date.UTC(2026, 10, 21, 3, minutes));
	if (run) for (const at of times) store.runs.put({...run, id: `other ${at}`, scheduledFireAt: at});
	const automation = store.automations.get(disabled);
	if (automation) store.automations.put({...automation, enabled: false});
	for (const each of away) each.mockRestore();
	await clock.advance(3000);
	expect(skipped).toMatchObject([{automation: 'missed'}]);
});

test('a run that cannot be stored is reported, and the schedule continues', async () => {
	const bugs: unknown[] = [];
	const service = await openService({onBug: bug => void bugs.push(bug)});
	const {demo, clock, post} = service;
	const workflow = [{type: 'WAIT', seconds: 1}];
	await post('/automation/create', {teamId: 'team', name: 'often', trigger: {cron: '* * * * *'}, workflow});
	const full = new Error('database or disk is full');
	const put = vi.spyOn(demo.context.store.runs, 'put').mockImplementation(() => {
		throw full;
	});
	await clock.advance(60_000);
	expect(bugs).toEqual([full]);
	put.mockRestore();
	await clock.advance(60_000);
	expect(demo.context.store.runs.count()).toBe(1);
});
