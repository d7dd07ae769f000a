import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {Refusal} from '../../../src/service/http/refusal.ts';
import {isLive} from '../../../src/service/records/records.ts';
import {node, server, task, team} from '../records/some-records.ts';
import {wholeRecords} from '../records/whole-records.ts';
import {emptyDatabase, missing} from './database.ts';
import {openPostgres} from './open-postgres.ts';

/** Opens the records of one database in two instances. */
async function twoInstances(random = Math.random) {
	const url = await emptyDatabase();
	const instances = await Promise.all([openPostgres(url, {random}), openPostgres(url, {random})]);
	for (const records of instances) onTestFinished(() => records.close());
	const [one, other] = instances;
	await one.transact(async ({teams, nodes, servers}) => {
		await teams.put(team('team'));
		await nodes.put(node('node'));
		for (const id of ['a', 'b']) await servers.put(server(id));
	});
	return {one, other, instanceOf: (number: number) => (number % 2 === 0 ? one : other)};
}

describe('instances on one PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));
	test('exactly one of several requests to schedule a restart of one server wins, and the others are refused with 409', async () => {
		const {instanceOf} = await twoInstances();
		const attempts = Array.from({length: 6}, (_, number) =>
			instanceOf(number).transact(async ({tasks}) => {
				const scheduled = await tasks.liveOfServer('a');
				if (scheduled.some(isLive)) throw new Refusal('server.timed_restart_already_scheduled');
				await tasks.put(task(`task-${number}`, 'a'));
			}),
		);
		const results = await Promise.allSettled(attempts);
		const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []));
		expect(refused).toHaveLength(5);
		for (const reason of refused)
			expect(reason).toMatchObject({key: 'server.timed_restart_already_scheduled', status: 409});
	});

	test('requests of a busy team that do not conflict all succeed', async () => {
		const {one, other, instanceOf} = await twoInstances();
		const requests = Array.from({length: 40}, (_, number) =>
			instanceOf(number).transact(async ({teams, servers, actions}) => {
				await teams.get('team');
				const found = await servers.get(number % 4 < 2 ? 'a' : 'b');
				if (!found) throw new Refusal('general.not_found');
				await servers.put({...found, modCount: (found.modCount ?? 0) + 1});
				await actions.put({id: `${number}`, teamId: 'team', createdAt: 0, who: '', action: ''});
				await actions.dropOldest('team', 10);
			}),
		);
		await Promise.all(requests);
		const counted = await one.read(async ({servers}) =>
			(await servers.ofTeam('team')).map(({modCount}) => modCount),
		);
		expect(counted).toEqual([20, 20]);
		const count = () => other.read(({actions}) => actions.countOfTeam('team'));
		await expect.poll(count).toBe(10);
	});

	test('a token that is issued while its member is removed is not stored', async () => {
		const {one, other} = await twoInstances();
		const application = {...wholeRecords.applications, memberId: 'owner'};
		let runs = 0;
		const issued = one.transact(async ({teams, applications}) => {
			runs++;
			const {members = []} = (await teams.get('team')) ?? {};
			if (!members.some(({id}) => id === 'owner')) throw new Refusal('general.not_found');
			if (runs === 1) await other.transact(({teams: same}) => same.put({...team('team'), members: []}));
			await applications.put(application);
		});
		await expect(issued).rejects.toMatchObject({key: 'general.not_found'});
		expect(runs).toBe(2);
		expect(await other.read(({applications}) => applications.countOfTeam('team'))).toBe(0);
	});

	test('entries of the journal from two instances get different numbers', async () => {
		const {one, other, instanceOf} = await twoInstances();
		const write = (number: number) =>
			instanceOf(number).transact(async ({journal}) => {
				const previous = (await journal.newest('team'))?.seq ?? 0;
				await journal.put({...wholeRecords.journal, id: `${number}`, seq: previous + 1, previous});
			});
		await Promise.all([1, 2, 3, 4].map(write));
		const seqs = await one.read(async ({journal}) => (await journal.after('team', 1, 2)).map(({seq}) => seq));
		expect(seqs).toEqual([2, 3]);
		expect(await other.read(async ({journal}) => journal.newest('team'))).toMatchObject({
			seq: 4,
			previous: 3,
		});
	});

	test('a record whose node is gone is refused, not retried forever', async () => {
		const {one} = await twoInstances(() => 0);
		const orphan = one.transact(({servers}) => servers.put(server('c', {nodeId: 'gone'})));
		await expect(orphan).rejects.toMatchObject({key: 'general.not_carried_out'});
	});
});
