import {Client} from 'pg';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {usualTimeouts} from '../../../src/service/postgres/database.ts';
import {team} from '../records/some-records.ts';
import {emptyDatabase, missing, query} from './database.ts';
import {openPostgres} from './open-postgres.ts';

/** No statement fails because the test is slow. */
const patient = {
	...usualTimeouts,
	lock_timeout: 60_000,
	statement_timeout: 60_000,
	query_timeout: 60_000,
};

describe('PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));

	/** Opens records with two actions, the first of which cannot be deleted before `unlock`. */
	async function openLocked() {
		const url = await emptyDatabase();
		const records = await openPostgres(url, {timeouts: patient});
		const put = (id: string) =>
			records.transact(async ({actions}) => {
				await actions.put({id, teamId: 'team', createdAt: 0, who: '', action: ''});
				await actions.dropOldest('team', 2);
			});
		await records.transact(async ({teams, actions}) => {
			await teams.put(team('team'));
			for (const id of ['1', '2']) await actions.put({id, teamId: 'team', createdAt: 0, who: '', action: ''});
		});
		const other = new Client({connectionString: url});
		await other.connect();
		onTestFinished(() => other.end());
		await other.query(`BEGIN; SELECT FROM actions WHERE id = '1' FOR UPDATE`);
		const ids = async () => (await query(url, 'SELECT id FROM actions ORDER BY place')).map(({id}) => id);
		return {records, put, ids, unlock: () => other.query('COMMIT')};
	}

	test('a request does not wait until the oldest records are dropped', async () => {
		const {records, put, ids, unlock} = await openLocked();
		onTestFinished(() => records.close());
		await put('3');
		await put('4');
		expect(await ids()).toEqual(['1', '2', '3', '4']);
		await unlock();
		await expect.poll(ids).toEqual(['3', '4']);
	});

	test('records that close wait until the oldest ones are dropped', async () => {
		const {records, put, ids, unlock} = await openLocked();
		await put('3');
		const closed = records.close();
		await unlock();
		await closed;
		expect(await ids()).toEqual(['2', '3']);
	});
});
