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
