import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';

/** A service with its own status. */
async function service() {
	const {url, seen} = await httpService(({url: path}, response) => {
		if (path === '/team/my') json(response, 200, {id: 't'});
		else if (path.startsWith('/automation/')) json(response, 200, []);
		else json(response, 200, {content: [{id: 'r', status: 'EXPIRED'}], page: 0, size: 20, totalElements: 1});
	});
	const requestedStatuses = () =>
		seen.flatMap(({url: path}) => new URL(path, url).searchParams.get('statuses') ?? []);
	return {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}, asked: requestedStatuses};
}

test.each([
	[['failed'], 'FAILED'],
	[['FAILED', 'timeouted'], 'FAILED,TIMEOUTED'],
	[['failed,cancelled'], 'FAILED,CANCELED'],
	[['EXPIRED'], 'EXPIRED'],
	[['FAILED,Expired'], 'FAILED,Expired'],
])('runs --status %j requests %s', async (words, statuses) => {
	const {env, asked} = await service();
	expect(await runCli(['runs', '--status', ...words], {env})).toMatchObject({code: 0});
	expect(asked()).toEqual([statuses]);
});

test('runs --status names a status that is not known here, and sends it', async () => {
	const {env, asked} = await service();
	const {err} = await runCli(['runs', '--status', 'FAIL'], {env});
	expect(asked()).toEqual(['FAIL']);
	expect(err).toMatch(
		/Status "FAIL" is not known here and is sent as typed\. Known statuses: QUEUED, PENDING/,
	);
});

test('runs --status without a value is wrong usage', async () => {
	const {env, asked} = await service();
	expect(await runCli(['runs', '--status', ''], {env})).toMatchObject({code: 2, out: ''});
	expect(asked()).toEqual([]);
});
