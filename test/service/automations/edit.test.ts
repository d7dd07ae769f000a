import {expect, test} from 'vitest';
import {openService} from '../open-service.ts';

test('accepts a complete record back with changes', async () => {
	const {post, call} = await openService();
	const trigger = {cron: '0 4 * * *'};
	const {body} = await post('/automation/create', {teamId: 'team', name: 'a', description: null, trigger});
	expect(body).toMatchObject({description: '', trigger});
	const edited = await post(`/automation/${String(body['id'])}`, {
		...body,
		name: 'b',
		trigger: null,
		description: null,
		runTimeoutSec: null,
		unknown: {kept: 1},
	});
	expect(edited).toMatchObject({
		status: 200,
		body: {...body, name: 'b', trigger: null, updatedAt: expect.anything()},
	});
	const list = JSON.parse((await call('GET', '/automation/by-team/team')).text) as {id: string}[];
	expect(list.filter(({id}) => id === body['id'])).toEqual([edited.body]);
});
