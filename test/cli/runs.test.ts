import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {openService} from '../shipped/shipped.ts';
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

test('a run says what it sent, that a webhook is simulated, and that its targets matched no servers', async () => {
	const {env} = await openService();
	const start = async (fields: object) => {
		const body = JSON.stringify({name: 'Hello', ...fields});
		await runCli(['automation', 'create', '-d', body, '--yes'], {env});
		const {code, out} = await runCli(['automation', 'trigger', 'Hello', '--wait', '--yes'], {env});
		expect(code).toBe(0);
		const [id = ''] = out.split('\n');
		return (await runCli(['run', 'show', id], {env})).out;
	};
	const workflow = [
		{type: 'RCON', command: 'say {join(targets.all.names)}'},
		{type: 'WEBHOOK', message: '{automation.name} on {targets.all.size} servers'},
	];
	const shown = await start({targets: {serverIds: ['alpha']}, workflow});
	expect(shown).toMatch(/^ +sent say Alpha$/m);
	expect(shown).toMatch(/^ +sent Hello on 1 servers$/m);
	expect(shown).toMatch(/^ +note simulated: the demo posts nothing$/m);
	await runCli(['automation', 'delete', 'Hello', '--yes'], {env});
	expect(await start({targets: {name: 'nobody'}, workflow})).toMatch(
		/^Targets +none: the targets matched no servers$/m,
	);
	expect((await runCli(['runs', '--limit', '1'], {env})).out).toMatch(/SUCCEEDED .* none /);
});
