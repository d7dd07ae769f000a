import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../../src/lib/clock.ts';
import {lockInstances, type Instances} from '../../../src/service/postgres/instance-lock.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {emptyDatabase, missing, query} from './database.ts';

describe('PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));

	/** Takes the lock, without waiting for others. */
	const lock = async (url: string, instances: Instances) => {
		const {after, ...clock} = systemClock;
		const release = await lockInstances(instances, {
			url,
			clock: {...clock, after: (_delayMs, task) => after(0, task)},
		});
		onTestFinished(release);
		return release;
	};

	test('several instances with a broker use a database, or one without', async () => {
		const url = await emptyDatabase();
		const several = [await lock(url, 'several'), await lock(url, 'several')];
		await expect(lock(url, 'one')).rejects.toThrow('connect all of them with --broker');
		for (const release of several) await release();
		await lock(url, 'one');
		await expect(lock(url, 'several')).rejects.toThrow('An instance without --broker');
		// The records of others are elsewhere.
		await lock(await emptyDatabase(), 'one');
	});

	test('an instance waits for one that is about to end', async () => {
		const url = await emptyDatabase();
		const release = await lock(url, 'one');
		const clock = manualClock();
		let isHeld = false;
		const next = lockInstances('one', {url, clock}).finally(() => (isHeld = true));
		await release();
		await expect
			.poll(async () => {
				await clock.advance(500);
				return isHeld;
			})
			.toBe(true);
		await (
			await next
		)();
	});

	test('an instance takes the lock again after its connection was lost', async () => {
		const url = await emptyDatabase();
		await lock(url, 'one');
		const locks = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = hashtext(current_schema())::bigint & 4294967295`;
		const holder = async () => (await query(url, locks))[0]?.['pid'];
		const before = await holder();
		expect(before).toBeDefined();
		await query(url, 'SELECT pg_terminate_backend($1)', [before]);
		await expect
			.poll(async () => {
				const pid = await holder();
				return pid !== undefined && pid !== before;
			})
			.toBe(true);
	});
});
