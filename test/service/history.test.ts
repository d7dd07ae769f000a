import {expect, test} from 'vitest';
import {notify, recordAction} from '../../src/service/records/history.ts';
import {openService} from './open-service.ts';

test('a busy team drops neither the actions, nor the notifications, nor the runs of another', async () => {
	const {demo, post} = await openService();
	const {store, records, runner} = demo.context;
	const caller = (teamId: string) => ({id: '', name: '', teamId, permissions: []});
	const add = async (teamId: string) => {
		await records.transact(transaction =>
			recordAction(demo.context, transaction, caller(teamId), {
				action: 'startServer',
				facts: {},
				log: undefined,
			}),
		);
		notify(demo.context, teamId, {type: 'x', title: '', message: ''});
	};
	await add('others');
	expect((await post('/automation/round/trigger/manual')).status).toBe(200);
	const [automation] = store.automations.all();
	const [run] = store.runs.all();
	if (!automation || !run) throw new TypeError('The fleet has an automation.');
	store.runs.put({...run, id: 'theirs', teamId: 'others', finishedAt: 1});
	for (let number = 0; number < 1000; number++) {
		await add('team');
		store.runs.put({...run, id: `ours-${number}`, finishedAt: 1});
	}
	await records.transact(transaction => runner.trigger(transaction, automation));
	const counts = (records: {teamId: string}[]) =>
		['team', 'others'].map(id => records.filter(({teamId}) => teamId === id).length);
	expect(counts(store.actions.all())).toEqual([1000, 1]);
	expect(counts(store.notifications.all())).toEqual([200, 1]);
	expect(counts(store.runs.all())).toEqual([1000, 1]);
});
