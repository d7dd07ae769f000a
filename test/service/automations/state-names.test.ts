import {expect, test} from 'vitest';
import {openService} from '../open-service.ts';
import {ended, runOf, trigger} from './a-run.ts';

/** Records say RUNNING and STOPPED, preconditions ONLINE and OFFLINE. (Specification: States and transitions) */
const up = ['ONLINE', 'RUNNING', 'running'];
const down = ['OFFLINE', 'STOPPED', 'stopped'];

test.each(up.map((name, place) => [name, down[place]]))(
	'a selector takes %s and %s for the states of servers that are up and down',
	async (isUp, isDown) => {
		const service = await openService();
		const targetsOf = async (state: unknown) => {
			const workflow = [{type: 'NOTIFY'}];
			const runId = await trigger(service, {workflow, targets: {state}});
			return Object.keys((await runOf(service, runId)).targetIds);
		};
		expect(await targetsOf(isUp)).toEqual(['cs', 'ark']);
		expect(await targetsOf(isDown)).toEqual(['down']);
	},
);

test.each(up)('a step that waits for %s ends when the server is up', async state => {
	const service = await openService();
	const workflow = [{type: 'START'}, {type: 'WAIT_FOR_STATE', state}];
	await ended(service, await trigger(service, {workflow}, ['down']), 'SUCCEEDED');
	expect(await service.state('down')).toBe('RUNNING');
});

test.each(down)('a change to %s starts a run', async to => {
	const service = await openService();
	const body = {
		teamId: 'team',
		name: 'test',
		trigger: {type: 'STATE_CHANGE', to},
		targets: {triggerSource: true},
	};
	expect((await service.post('/automation/create', body)).status).toBe(200);
	await service.post('/server/cs/stop', {forceStop: true});
	const runs = async () => (await service.call('GET', '/automation-run/by-team/team')).body['content'];
	await service.until(async () => JSON.stringify(await runs()).includes('"cs":true'));
	expect(await runs()).toMatchObject([{targetIds: {cs: true}}]);
});

test('a selector takes a part of the name of servers, in any case', async () => {
	const service = await openService();
	const runId = await trigger(service, {workflow: [{type: 'NOTIFY'}], targets: {name: 'OW'}});
	expect(Object.keys((await runOf(service, runId)).targetIds)).toEqual(['down']);
});
