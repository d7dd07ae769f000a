import {expect, onTestFinished, test} from 'vitest';
import {openShipped} from '../shipped/shipped.ts';
import {openFaultyService} from './faulty-service.ts';
import {restFault} from './rest-faults.ts';

test('a fault of REST reaches a program and ends again', async () => {
	const service = await openFaultyService();
	onTestFinished(service.close);
	const {run} = openShipped({env: service.env});
	await service.rest.set(restFault('500'));
	expect(await run(['servers'])).toMatchObject({code: 9, out: ''});
	await service.rest.set(restFault('refused'));
	expect(await run(['servers'])).toMatchObject({code: 9, out: ''});
	expect(service.log.map(({fault}) => fault)).toContain('500');
	await service.rest.set(undefined);
	const {code, out} = await run(['servers']);
	expect({code, out}).toEqual({code: 0, out: expect.stringContaining('Alpha')});
	expect(service.log.at(-1)).toMatchObject({
		method: 'GET',
		path: '/server/by-team/team',
		fault: undefined,
		endedAt: expect.any(Number),
		inFlight: 1,
	});
});
