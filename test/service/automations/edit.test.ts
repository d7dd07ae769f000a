import {expect, test} from 'vitest';
import {openService} from '../open-service.ts';

test('accepts a complete record back with changes', async () => {
	const {post, call} = await openService();
	const trigger = {cron: '0 4 * * *'};
	const {body} = await post('/automation/create', {teamId: 'team', name: 'a', trigger});
	expect(body).toMatchObject({description: '', trigger});
	const edited = await post(`/automation/${String(body['id'])}`, {
		...body,
		name: 'b',
		trigger: null,
	});
	expect(edited).toMatchObject({
		status: 200,
		body: {...body, name: 'b', trigger: null, updatedAt: expect.anything()},
	});
	const list = JSON.parse((await call('GET', '/automation/by-team/team')).text) as {id: string}[];
	expect(list.filter(({id}) => id === body['id'])).toEqual([edited.body]);
});

test.each(['id', 'teamId'])('refuses a record with another %s', async field => {
	const {post, call} = await openService();
	const [record] = JSON.parse((await call('GET', '/automation/by-team/team')).text) as [object];
	expect(await post('/automation/round', {...record, name: 'b', [field]: 'other'})).toMatchObject({
		status: 400,
		body: {key: 'validation.failed', message: expect.stringContaining(field)},
	});
	expect(JSON.parse((await call('GET', '/automation/by-team/team')).text)[0]).toEqual(record);
});

test('unchanged parts stay accepted, whatever they contain; changed ones are checked', async () => {
	const {post, demo} = await openService();
	const {automations} = demo.context.store;
	const stored = automations.get('round');
	if (!stored) throw new Error('There is no automation.');
	const odd = {
		targets: {tag: 'pvp'},
		workflow: [{type: 'PARTY'}, {type: 'DISCORD'}, {type: 'RCON', command: 'say {nobody}'}],
		trigger: {type: 'STATE_CHANGE', to: 'OFFLINE', tag: 'pvp'},
	};
	automations.put({...stored, ...odd});
	for (const change of [{enabled: false}, {name: 'New'}, {...odd, enabled: true}])
		expect(await post('/automation/round', change)).toMatchObject({status: 200, body: {...odd, ...change}});
	for (const [change, message] of [
		[{workflow: [...odd.workflow, {type: 'START'}]}, 'workflow.0.type: unknown step type PARTY'],
		[{workflow: [{type: 'RESART'}]}, 'workflow.0.type: unknown step type RESART; did you mean RESTART?'],
		[{targets: {...odd.targets, all: true}}, 'targets.tag: unknown field'],
	] as const)
		expect(await post('/automation/round', {...odd, ...change})).toMatchObject({
			status: 400,
			body: {key: 'validation.failed', message: expect.stringContaining(message)},
		});
});
