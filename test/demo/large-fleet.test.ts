import {execFile} from 'node:child_process';
import path from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from 'vitest';
import {openService} from '../service/open-service.ts';

test('a thousand servers exist at once, and their games start on their first command', async () => {
	const {call, post} = await openService({servers: 1000});
	const list: {id: string; state: string; displayName: string}[] = JSON.parse(
		(await call('GET', '/server/by-team/team')).text,
	);
	expect(list).toHaveLength(1000);
	expect(new Set(list.map(({displayName}) => displayName)).size).toBe(1000);
	const last = list.at(-1);
	expect(last?.state).toBe('RUNNING');
	const answer = await post(`/server/${last?.id}/rcon?await=true`, {command: 'ListPlayers'});
	expect(answer).toMatchObject({status: 200, body: {command: {response: expect.any(String)}}});
});

test('a thousand servers fit in 300 MiB for the entire process', async () => {
	const script = path.join(import.meta.dirname, 'large-fleet.ts');
	// On a busy machine, V8 collects the garbage of lists later.
	const {stdout} = await promisify(execFile)(process.execPath, ['--max-semi-space-size=4', script]);
	expect(Number(stdout)).toBeGreaterThan(50);
	expect(Number(stdout)).toBeLessThan(300);
});

test('the more servers a fleet has, the fewer commands are kept of each', async () => {
	const {call} = await openService({servers: 1000});
	expect((await call('GET', '/team/my')).body).toMatchObject({
		limits: {maxRconCommands: 20, maxServers: 1000},
	});
});

test('a second admin queries a server from time to time, and the feed reports it', async () => {
	const service = await openService({hasColleague: true});
	const events = await service.listen();
	await service.pass(20_000);
	await service.until(() => events.some(packet => 'command' in packet));
	expect(events.filter(packet => 'command' in packet)).not.toEqual([]);
});

test('a node periodically reports the players on its servers', async () => {
	const service = await openService();
	const events = await service.listen();
	await service.pass(5100);
	const beat = events.find(packet => 'gameServers' in packet);
	expect(beat?.['gameServers']).toMatchObject([
		{id: 'cs', state: 'RUNNING', playerCount: expect.any(Number)},
		{id: 'ark', state: 'RUNNING'},
		{id: 'down', state: 'STOPPED', playerCount: 0},
	]);
});

test('with realistic timings a graceful stop takes as long as with the real node agent', async () => {
	const {post, until, state, clock} = await openService({trueTimings: true});
	const beganAt = clock.now();
	await post('/server/cs/stop');
	await until(async () => (await state('cs')) === 'STOPPED');
	expect(clock.now() - beganAt).toBeGreaterThanOrEqual(20_000);
});
