import {expect, test, vi} from 'vitest';
import {Refusal} from '../../../src/service/http/refusal.ts';
import {openService, type Service} from '../open-service.ts';
import {ended, runOf, trigger, triggerStored} from './a-run.ts';
import {openService as openBare} from '../../../src/service/index.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

/** The notifications of the team, newest first. */
async function notifications({call}: Service): Promise<{title: string; message: string; type: string}[]> {
	const answer = JSON.parse((await call('GET', '/team/team/notifications')).text);
	return Array.isArray(answer) ? answer : answer.content;
}

const history = async ({call}: Service, serverId: string): Promise<{command: string}[]> =>
	JSON.parse((await call('GET', `/server/${serverId}`)).text).commands;

test('a later step reads the output of an RCON step', async () => {
	const service = await openService();
	const workflow = [
		{type: 'RCON', command: 'SaveWorld', var: 'saved'},
		{
			type: 'NOTIFY',
			title: '{step.indexHuman} of {run.workflowSize} on {date}',
			message: "{targets.nameById('ark')}: {trim(outputs.rcon('saved').byId('ark').response)} for {teamName}",
		},
	];
	const runId = await trigger(service, {workflow, targets: {serverIds: ['ark']}});
	await ended(service, runId, 'SUCCEEDED');
	const [notification] = await notifications(service);
	expect(notification).toMatchObject({title: '2 of 2 on 2026-11-21', message: 'ark: World Saved for Team'});
});

test('an RCON step waits for its answer only if a later step reads it, or on request', async () => {
	const service = await openService();
	service.demo.faults.slowRcon('cs', 60_000);
	const rcon = (more: object) => [{type: 'RCON', command: 'status', ...more}];
	const run = (more: object) => trigger(service, {workflow: rcon(more), targets: {serverIds: ['cs']}});
	const [auto, never, always] = [
		await run({var: 'x'}),
		await run({awaitMode: 'never'}),
		await run({awaitMode: 'ALWAYS', timeoutMs: 1000}),
	];
	await ended(service, auto, 'SUCCEEDED');
	await ended(service, never, 'SUCCEEDED');
	await service.pass(1100);
	expect(await runOf(service, always)).toMatchObject({
		status: 'FAILED',
		targetIds: {cs: false},
		stepHistory: [{errorMessage: 'The game did not answer before the deadline.'}],
	});
});

test('a step with an invalid template fails and does nothing', async () => {
	const service = await openService();
	const runId = await triggerStored(service, {
		workflow: [
			{type: 'RCON', command: 'say {nobody.there}'},
			{type: 'NOTIFY', message: 'after all'},
		],
		targets: {serverIds: ['cs']},
	});
	await ended(service, runId, 'FAILED');
	const {stepHistory, targetIds} = await runOf(service, runId);
	expect(stepHistory[0]?.errorMessage).toBe(
		'automation.expression_error: {nobody.there}: Unknown name nobody.',
	);
	expect(targetIds).toEqual({cs: false});
	expect(await history(service, 'cs')).toEqual([]);
	expect((await notifications(service))[0]?.message).toBe('after all');
});

test('a stop shows its message to the players, an update installs, a start starts', async () => {
	const service = await openService();
	const events = await service.listen();
	const workflow = [
		{type: 'STOP', message: 'Back soon, {join(targets.active.names)}'},
		{type: 'UPDATE'},
		{type: 'START'},
	];
	const runId = await trigger(service, {workflow, targets: {serverIds: ['cs']}});
	await service.until(() => service.demo.chat('cs').some(line => line.includes('Back soon, cs')));
	await ended(service, runId, 'SUCCEEDED');
	const states = events.flatMap(({serverId, state}) => (serverId === 'cs' && state ? [state] : []));
	expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
		'STOPPING',
		'STOPPED',
		'CREATING',
		'STOPPED',
		'INITIALIZING',
		'RUNNING',
	]);
});

test('merges settings into the profile and names a backup', async () => {
	const service = await openService();
	const workflow = [
		{type: 'SETTING_SYNC', settings: {gmcSettings: {StopMessage: 'Bye'}}},
		{type: 'BACKUP', backupName: 'before-{date}'},
		{type: 'notify', message: '{targets.all.size} saved'},
	];
	const runId = await trigger(service, {workflow, targets: {serverIds: ['down']}});
	await ended(service, runId, 'SUCCEEDED');
	const {settingProfileId, ...server} = (await service.call('GET', '/server/down')).body;
	const profile = await service.call('GET', `/setting/profile/${String(settingProfileId)}`);
	expect(profile.body['gmcSettings']).toMatchObject({StopMessage: 'Bye', RestartOnCrash: true});
	expect(server['backups']).toMatchObject([{}, {name: 'before-2026-11-21'}]);
	expect((await notifications(service))[0]).toMatchObject({title: 'Automation', message: '1 saved'});
});

test('a step that exceeds its timeoutSec fails', async () => {
	const service = await openService();
	const workflow = [{type: 'WAIT_FOR_STATE', state: 'online', timeoutSec: 20}];
	const runId = await trigger(service, {workflow, targets: {serverIds: ['down', 'cs']}});
	await service.pass(20_200);
	expect(await runOf(service, runId)).toMatchObject({
		status: 'FAILED',
		targetIds: {down: false, cs: true},
		stepHistory: [{errorMessage: 'The step took too long.'}],
	});
});

test.each([
	['general.not_carried_out', 'SUCCEEDED', 2],
	['general.unknown_outcome', 'FAILED', 1],
] as const)('a step whose order fails with %s ends as %s', async (key, status, count) => {
	const service = await openService();
	const agent = service.demo.context.agentOf('node');
	const refuse = () => {
		throw new Refusal(key);
	};
	const ordered = vi.spyOn(agent, 'rcon').mockImplementationOnce(refuse);
	const workflow = [{type: 'RCON', command: 'status', awaitMode: 'ALWAYS'}];
	const runId = await trigger(service, {workflow, targets: {serverIds: ['cs']}});
	await service.pass(2000);
	await ended(service, runId, status);
	expect(ordered).toHaveBeenCalledTimes(count);
});

test('the deadline of a command pauses while no answer can arrive or be stored', async () => {
	const service = await openService();
	const {faults, context} = service.demo;
	faults.slowRcon('cs', 20_000);
	const rcon = {type: 'RCON', command: 'status', awaitMode: 'ALWAYS', timeoutMs: 5000};
	const noDatabase = () =>
		vi
			.spyOn(context.records, 'read')
			.mockImplementation(() => Promise.reject(new Refusal('general.not_carried_out')));
	const noBroker = () => vi.spyOn(context.bus, 'isConnected').mockReturnValue(false);
	const run = async (begin: typeof noDatabase | typeof noBroker, awayMs: number) => {
		const runId = await trigger(service, {workflow: [rcon], targets: {serverIds: ['cs']}});
		const away = begin();
		await service.pass(awayMs);
		away.mockRestore();
		await service.pass(30_000);
		return (await runOf(service, runId)).status;
	};
	for (const begin of [noDatabase, noBroker]) {
		expect(await run(begin, 3000)).toBe('FAILED');
		expect(await run(begin, 6000)).toBe('SUCCEEDED');
	}
});

test.each([
	[
		{type: 'discord-webhook', content: 'Hi'},
		'automation.step_not_available',
		'workflow.1: the local service cannot post to Discord; use WEBHOOK or NOTIFY',
	],
	[{type: 'RCON', command: ''}, 'validation.failed', 'workflow.1.command: RCON needs the field "command"'],
	[
		{kind: 'Setting Sync'},
		'validation.failed',
		'workflow.1.settings: SETTING_SYNC needs the field "settings"',
	],
	[{type: 'RCON', command: 'list', awaitMode: 'maybe'}, 'validation.failed', /workflow\.1\.awaitMode: /],
])('a step that can never work is refused when the automation is created: %j', async (step, key, message) => {
	const {call} = await openService();
	const workflow = [{type: 'WAIT', seconds: 1}, step];
	const refused = {status: 400, body: {key, message: expect.stringMatching(message)}};
	expect(await call('POST', '/automation', {teamId: 'team', name: 'x', workflow})).toMatchObject(refused);
	const {body} = await call('POST', '/automation', {teamId: 'team', name: 'x'});
	const edit = {id: body['id'], workflow};
	expect(await call('POST', `/automation/${String(body['id'])}`, edit)).toMatchObject(refused);
});

test('WAIT_FOR_EMPTY waits until the last player has left, and does not wait for a server that is down', async () => {
	const service = await openService();
	const players = async () => Number((await service.call('GET', '/server/cs')).body['onlinePlayers']);
	expect(await players()).toBeGreaterThan(0);
	const workflow = [{type: 'WAIT_FOR_EMPTY', timeoutSec: 100}];
	const down = await trigger(service, {workflow, targets: {serverIds: ['down']}});
	await ended(service, down, 'SUCCEEDED');
	const runId = await trigger(service, {workflow, targets: {serverIds: ['cs']}});
	await service.pass(1000);
	expect(await runOf(service, runId)).toMatchObject({status: 'RUNNING'});
	await service.call('POST', '/server/cs/stop', {forceStop: true});
	await ended(service, runId, 'SUCCEEDED');
});

test('ANNOUNCE shows its message to the players of each game with the command of that game', async () => {
	const service = await openService();
	const workflow = [{type: 'ANNOUNCE', message: 'Restart of {targets.active.size} servers'}];
	const runId = await trigger(service, {workflow, targets: {state: 'ONLINE'}});
	await ended(service, runId, 'SUCCEEDED');
	const isShown = () =>
		['cs', 'ark'].every(id => service.demo.chat(id).some(line => line.includes('Restart of 2 servers')));
	await service.until(isShown);
	expect(isShown()).toBe(true);
});

test('ONLY_EMPTY leaves out servers with players from the later steps, which is not a failure', async () => {
	const service = await openService();
	const workflow = [
		{type: 'ONLY_EMPTY'},
		{type: 'BACKUP', backupName: 'empty'},
		{type: 'NOTIFY', message: '{targets.failed.size} failed'},
	];
	const runId = await trigger(service, {workflow, targets: {all: true}});
	await ended(service, runId, 'SUCCEEDED');
	expect(await runOf(service, runId)).toMatchObject({
		targetIds: {cs: false, ark: false, down: true},
		stepHistory: [
			{targets: {cs: 'SKIPPED', ark: 'SKIPPED', down: 'SUCCEEDED'}},
			{targets: {down: 'SUCCEEDED'}},
			{},
		],
	});
	expect((await notifications(service))[0]?.message).toBe('0 failed');
});

test('with atOnce, servers take turns, each with the time limit of the step', async () => {
	const service = await openService();
	const events = await service.listen();
	const workflow = [{type: 'RESTART', atOnce: 1}];
	const runId = await trigger(service, {workflow, targets: {state: 'ONLINE'}});
	await ended(service, runId, 'SUCCEEDED');
	const changes = events.flatMap(({serverId, state}) =>
		state ? [`${String(serverId)} ${String(state)}`] : [],
	);
	const [first, second] = ['cs', 'ark'].toSorted(
		(one, other) =>
			changes.findIndex(line => line.startsWith(one)) - changes.findIndex(line => line.startsWith(other)),
	);
	expect(changes.findIndex(line => line.startsWith(String(second)))).toBeGreaterThan(
		changes.indexOf(`${String(first)} RUNNING`),
	);
});

test('WEBHOOK posts its message once, and a problem with that fails the step', async () => {
	const sent: string[] = [];
	const send = async (message: string) => (sent.push(message) > 1 ? 'It answers 500.' : undefined);
	const service = await openService();
	service.demo.context.webhook = {problem: async () => undefined, send};
	const workflow = [{type: 'WEBHOOK', message: "{join(targets.active.names, ', ')} crashed"}];
	const runId = await trigger(service, {workflow, targets: {state: 'ONLINE'}});
	await ended(service, runId, 'SUCCEEDED');
	expect(sent).toEqual(['cs, ark crashed']);
	const failing = await trigger(service, {workflow, targets: {state: 'ONLINE'}});
	await ended(service, failing, 'FAILED');
	expect((await runOf(service, failing)).stepHistory[0]?.errorMessage).toBe('It answers 500.');
});

test('a WEBHOOK step is refused where the service has no webhook', async () => {
	const service = await openBare({clock: manualClock()});
	const body = JSON.stringify({
		teamId: service.teamId,
		name: 'x',
		workflow: [{type: 'WEBHOOK', message: 'Hi'}],
	});
	const headers = {'Application-Token': service.credentials.token};
	const answer = await service.fetch(
		new Request('http://x/automation/create', {method: 'POST', headers, body}),
	);
	expect([answer.status, await answer.json()]).toMatchObject([
		400,
		{
			key: 'automation.step_not_available',
			message: 'workflow.0: This service has no webhook. Set one up for alerts on its machine.',
		},
	]);
	await service.close();
});

test('BACKUP ends with the backup, so that a restart comes after it', async () => {
	const service = await openService();
	const workflow = [{type: 'BACKUP', backupName: 'before'}, {type: 'RESTART'}];
	const runId = await trigger(service, {workflow, targets: {serverIds: ['cs']}});
	await service.until(async () => (await runOf(service, runId)).stepHistory.length === 1);
	expect((await service.call('GET', '/server/cs')).text).toContain('"before"');
	await ended(service, runId, 'SUCCEEDED');
});
