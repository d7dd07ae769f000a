import {Client} from 'pg';
import {beforeEach, describe, expect, onTestFinished, test, vi} from 'vitest';
import {type Clock, systemClock} from '../../../src/lib/time/clock.ts';
import {lockInstances, type Instances} from '../../../src/service/postgres/instance-lock.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {emptyDatabase, missing, query} from './database.ts';

/** For what real connections do. */

describe('PostgreSQL', () => {
	beforeEach(({skip}) => skip(missing !== undefined, missing));

	const {after, ...time} = systemClock;
	const hasty: Clock = {...time, after: (_delayMs, task) => after(0, task)};
	/** Takes the lock, by default without waiting for others. `problems`: what it reports later. */
	const lock = async (
		url: string,
		instances: Instances,
		{clock = hasty, problems = []}: {clock?: Clock; problems?: (string | undefined)[]} = {},
	) => {
		const release = await lockInstances(instances, {
			url,
			clock,
			onEvent: event => void problems.push(event.kind === 'instances' ? event.problem : event.kind),
		});
		onTestFinished(release);
		return release;
	};
	const locks = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid::bigint = hashtext(current_schema())::bigint & 4294967295`;
	const holder = async (url: string) => (await query(url, locks))[0]?.['pid'];
	/** Resolves when the connection has released the lock. */
	const cut = async (url: string) =>
		query(url, 'SELECT pg_terminate_backend($1, 20000)', [await holder(url)]);

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
		const next = lock(url, 'one', {clock}).finally(() => (isHeld = true));
		await release();
		await expect
			.poll(async () => {
				await clock.advance(500);
				return isHeld;
			})
			.toBe(true);
		await next;
	});

	test('an instance takes the lock again after its connection was lost', async () => {
		const url = await emptyDatabase();
		const problems: string[] = [];
		await lock(url, 'one', {problems});
		for (let loss = 1; loss <= 2; loss++) {
			const before = await holder(url);
			expect(before).toBeDefined();
			await cut(url);
			await expect
				.poll(async () => {
					const pid = await holder(url);
					return pid !== undefined && pid !== before;
				})
				.toBe(true);
		}
		expect(problems).toEqual([]);
	});

	test('an instance that finds another one in its place reports it once, and takes the lock when the other ends', async () => {
		const url = await emptyDatabase();
		const clock = manualClock();
		const problems: (string | undefined)[] = [];
		await lock(url, 'one', {clock, problems});
		await cut(url);
		const release = await lock(url, 'several');
		const reported = async () => {
			await clock.advance(10_000);
			return problems;
		};
		const problem = expect.stringContaining('connect all of them with --broker');
		await expect.poll(reported).toEqual([problem]);
		expect(await reported()).toEqual([problem]);
		await release();
		await expect.poll(reported).toEqual([problem, undefined]);
		await expect(lock(url, 'several')).rejects.toThrow('An instance without --broker');
	});

	test('an instance that closes ends every connection, even one that it is opening', async () => {
		const url = await emptyDatabase();
		const clock = manualClock();
		const release = await lock(url, 'one', {clock});
		await cut(url);
		const connects = vi.spyOn(Client.prototype, 'connect');
		onTestFinished(() => connects.mockRestore());
		await expect
			.poll(async () => {
				await clock.advance(10_000);
				return connects.mock.calls.length;
			})
			.toBeGreaterThan(0);
		await release();
		await expect.poll(() => holder(url)).toBeUndefined();
	});
});
