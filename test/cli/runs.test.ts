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
	[['expired'], 'EXPIRED'],
])('runs --status %j requests %s', async (words, statuses) => {
	const {env, asked} = await service();
	expect(await runCli(['runs', '--status', ...words], {env})).toMatchObject({code: 0});
	expect(asked()).toEqual([statuses]);
});

test.each([['FAIL'], ['FAILED,nope'], ['']])('runs --status %j is wrong usage', async word => {
	const {env, asked} = await service();
	const {code, out, err} = await runCli(['runs', '--status', word], {env});
	expect({code, out, asked: asked()}).toEqual({code: 2, out: '', asked: []});
	expect(err).toMatch(/Known statuses: QUEUED, PENDING, RUNNING, .*, EXPIRED\.|--status needs a value/);
});
