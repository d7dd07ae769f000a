import {beforeEach, describe, expect, test} from 'vitest';
import {budgets} from '../../../src/service/limits.ts';
import {engines, idsOf, openFilled} from './engines.ts';
import {node, server} from './some-records.ts';

const megabyte = 'x'.repeat(1024 * 1024);

describe.each(engines)('records in $name', ({open, why}) => {
	beforeEach(({skip}) => skip(why !== undefined, why));

	async function openWatched(servers: Parameters<typeof openFilled>[1] = []) {
		const events: object[] = [];
		const records = await openFilled(open, servers, {}, event => void events.push(event));
		return {records, events};
	}

	test('the answers of all servers of a node share a budget, and those of another node stay', async () => {
		const ids = Array.from({length: 40}, (_, index) => `s${index}`);
		const {records, events} = await openWatched([
			server('elsewhere', {nodeId: 'away'}),
			...ids.map(id => server(id)),
		]);
		const answer = (commandId: string) => ({command: 'x', response: megabyte, commandId, timestamp: 0});
		const add = (id: string, commandId: string) =>
			records.transact(({commands}) => commands.add(id, answer(commandId), 100));
		await add('elsewhere', '0');
		for (const id of ids) for (let count = 0; count < 3; count++) await add(id, `${id} ${count}`);
		const counts = () =>
			records.read(async ({commands}) => {
				const found = await commands.ofServers(ids, 0);
				return ids.map(id => found.get(id)?.older ?? 0);
			});
		const characters = async () => (await counts()).reduce((sum, count) => sum + count) * megabyte.length;
		await expect.poll(characters).toBeLessThanOrEqual(budgets.answers.node * (1 + 1 / 16));
		expect(await characters()).toBeGreaterThan(budgets.answers.node * 0.9);
		expect((await counts()).slice(-10)).toEqual(Array.from({length: 10}, () => 3));
		const elsewhere = await records.read(({commands}) => commands.ofServers(['elsewhere'], 0));
		expect(elsewhere.get('elsewhere')?.older).toBe(1);
		expect(events[0]).toEqual({kind: 'budget', budget: 'answers', who: 'node'});
	});

	test('the history of a team has a budget of bytes, which drops its oldest entries but no unfinished run', async () => {
		const {records, events} = await openWatched();
		const put = (id: string, teamId: string, more: object) =>
			records.transact(({runs}) =>
				runs.put({
					id,
					automationId: 'automation',
					teamId,
					status: 'RUNNING' as const,
					createdAt: 0,
					targetIds: {},
					stepHistory: [],
					cancelRequested: false,
					workflow: [megabyte],
					runTimeoutSec: 60,
					...more,
				}),
			);
		await put('unfinished', 'team', {});
		await put('of the other', 'other', {finishedAt: 1});
		for (let index = 0; index < 20; index++) await put(`${index}`, 'team', {finishedAt: 1});
		const ofTeam = async (teamId: string) => idsOf(await records.read(({runs}) => runs.ofTeam(teamId)));
		await expect.poll(async () => (await ofTeam('team')).length).toBeLessThanOrEqual(17);
		const ids = await ofTeam('team');
		expect([ids[0], ids.at(-1)]).toEqual(['unfinished', '19']);
		expect(await ofTeam('other')).toHaveLength(1);
		expect(events[0]).toEqual({kind: 'budget', budget: 'runs', who: 'team'});
	});

	test('a record that is too large is refused', async () => {
		const {records} = await openWatched();
		const put = records.transact(({nodes}) =>
			nodes.put({...node('node'), settings: {text: megabyte.repeat(5)}}),
		);
		await expect(put).rejects.toMatchObject({key: 'general.payload_too_large'});
		expect((await records.read(({nodes}) => nodes.get('node')))?.settings).toEqual({});
	});

	test('the settings of a team have a budget of bytes: excess is refused, and a removal makes room', async () => {
		const {records, events} = await openWatched();
		const image = (id: string, teamId = 'team') => ({
			id,
			teamId,
			base64: 'x'.repeat(3_900_000),
			createdAt: 0,
		});
		const add = (id: string, teamId?: string) =>
			records.transact(({images}) => images.putInBudget(image(id, teamId)));
		const fitting = Math.floor(budgets.settings.team / image('').base64.length);
		for (let index = 0; index < fitting; index++) await add(`${index}`);
		const refused = {key: 'team.too_much_data', status: 409};
		await expect(add('more')).rejects.toMatchObject(refused);
		expect(events[0]).toEqual({kind: 'budget', budget: 'images', who: 'team'});
		await add('0');
		await add('elsewhere', 'other');
		await records.transact(async ({images}) => {
			await images.remove('1');
			await images.put(image('2'));
		});
		await add('more');
		await expect(add('one more')).rejects.toMatchObject(refused);
	});
});
