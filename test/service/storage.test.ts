import {expect, test, vi} from 'vitest';
import {systemClock} from '../../src/lib/time/clock.ts';
import type {ServiceEvent} from '../../src/service/events.ts';
import {openMonitor} from '../../src/service/http/monitor.ts';
import {mayHaveRun} from '../../src/contract/errors.ts';
import {openService} from './open-service.ts';

/** As SQLite reports them. */
const sqliteError = (errcode: number) => Object.assign(new Error('disk'), {errcode});

const kinds = [
	{errcode: 13, status: 507, key: 'general.storage_full', problem: 'full', ready: 'storage-full'},
	{errcode: 8, status: 503, key: 'general.read_only', problem: 'read-only', ready: 'read-only'},
] as const;

test.each(kinds)(
	'a service that cannot store ($problem) refuses changes with the reason, is not ready, and reports it once',
	async ({errcode, status, key, problem, ready}) => {
		const events: ServiceEvent[] = [];
		const {demo, post, call, clock} = await openService({onEvent: event => events.push(event)});
		const monitor = openMonitor({
			log: {write: () => {}, dropped: () => 0},
			clock: {...systemClock, monotonic: clock.monotonic},
			version: '0',
			certificates: undefined,
		});
		monitor.watch(demo);
		const readiness = async () => {
			await clock.advance(1001);
			const request = {method: 'GET', url: '/readyz', headers: {}} as never; // all that it reads
			return JSON.parse((await monitor.answer(request, 'ready', {}))?.body ?? '') as object;
		};
		expect(await readiness()).toEqual({status: 'ok'});
		const {store} = demo.context;
		const broken = [
			vi.spyOn(store.actions, 'put').mockImplementation(() => {
				throw sqliteError(errcode);
			}),
			vi.spyOn(store, 'checkWritable').mockImplementation(() => {
				throw sqliteError(errcode);
			}),
		];
		for (let count = 0; count < 5; count++) {
			const answer = await post('/server/cs/change-display-name', {displayName: `cs ${count}`});
			expect(answer).toMatchObject({status, body: {key}});
		}
		expect(mayHaveRun({reason: 'refused', request: 'POST /x', status, key})).toBe(false);
		expect((await call('GET', '/server/cs')).status).toBe(200);
		expect(await readiness()).toEqual({status: ready});
		await clock.advance(30_000);
		const reported = () => events.filter(({kind}) => kind === 'storage');
		expect(reported()).toEqual([{kind: 'storage', problem}]);
		for (const spy of broken) spy.mockRestore();
		await clock.advance(10_000);
		expect(reported()).toEqual([
			{kind: 'storage', problem},
			{kind: 'storage', problem: undefined},
		]);
		expect(await readiness()).toEqual({status: 'ok'});
		expect((await post('/server/cs/change-display-name', {displayName: 'cs 9'})).status).toBe(204);
	},
);
