import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli, startCli} from './run-cli.ts';

/** A service with one server, whose record a test replaces. */
async function oneServer(first: object) {
	let record: object = {id: 'a', displayName: 'one', ...first};
	const {url} = await httpService((seen, response) => {
		if (seen.url === '/team/my') json(response, 200, {id: 't'});
		else json(response, 200, seen.url.startsWith('/server/by-team') ? [record] : record);
	});
	return {
		env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_FEED_URL: 'off'},
		becomes: (next: object) => (record = {...record, ...next}),
	};
}

test.each([
	['up', {state: 'ONLINE'}, 0],
	['up', {state: 'STARTING'}, 1],
	['up', {}, 1],
	['down', {state: 'OFFLINE'}, 0],
	['empty', {state: 'ONLINE', onlinePlayers: 0}, 0],
	['empty', {state: 'ONLINE'}, 1],
	['empty', {state: 'STOPPED'}, 0],
	['empty', {state: 'STOPPING', onlinePlayers: 0}, 1],
	['players<5', {state: 'ONLINE', onlinePlayers: 4}, 0],
	['players<5', {state: 'ONLINE', onlinePlayers: 5}, 1],
	['players>=5', {state: 'ONLINE', onlinePlayers: 5}, 0],
	['players<5', {state: 'ONLINE'}, 1],
] as const)('a wait for %s of %j exits with %i', async (condition, server, code) => {
	const {env} = await oneServer(server);
	const ran = await runCli(['wait', 'one', '--for', condition, '--timeout', '1s'], {env});
	const over = `Stopped waiting for ${condition} after 1s. Last seen: one: `;
	expect({code: ran.code, isOver: ran.err.includes(over)}).toEqual({code, isOver: code === 1});
});

test('a wait prints each change as JSON, and ends when the condition is met', async () => {
	const {env, becomes} = await oneServer({state: 'STARTING', onlinePlayers: 0});
	const waiting = startCli(['wait', 'one', '--for', 'up', '--json'], {env});
	await waiting.says('STARTING');
	becomes({state: 'ONLINE'});
	const {code, out} = await waiting.ended;
	expect(code).toBe(0);
	expect(
		out
			.trim()
			.split('\n')
			.map(line => JSON.parse(line) as object),
	).toMatchObject([
		{schema: 1, serverName: 'one', state: 'STARTING', reached: false},
		{state: 'ONLINE', players: 0, reached: true},
	]);
});

test('an invalid condition is wrong usage', async () => {
	const {env} = await oneServer({});
	for (const words of [['--for', 'players<x'], ['--for', 'gone'], []]) {
		expect((await runCli(['wait', 'one', ...words], {env})).code).toBe(2);
	}
});
