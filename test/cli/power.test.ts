import {zonedText} from '../../src/lib/time/ago.ts';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {aJob, aStep} from '../helpers/a-job.ts';
import {httpService} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

/** A service with two servers that accepts everything except a start. */
async function service() {
	const {url, seen} = await httpService(({method, url}, response) => {
		if (url === '/team/my') response.end('{"id": "t", "name": "Dev Guild"}');
		else if (method === 'GET')
			response.end(
				'[{"id": "a", "displayName": "one", "onlinePlayers": 3}, {"id": "b", "displayName": "two", "state": "UNKNOWN"}]',
			);
		else if (url.endsWith('/start')) response.writeHead(409).end('{"error": "server.is_not_offline"}');
		else response.end();
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	const sent = () =>
		seen.filter(({method}) => method === 'POST').map(({url, body}) => `${url} ${body.toString()}`);
	return {env, sent};
}

test('restart and stop send the delay and the message', async () => {
	const {env, sent} = await service();
	const restart = await runCli(['restart', 'one', '--delay', '10m', '--message', 'Back soon', '--yes'], {
		env,
	});
	expect(restart).toMatchObject({code: 0, out: 'one: restart in 10m accepted.\n', err: ''});
	await runCli(['stop', '--force', '--yes', 'two'], {env});
	expect(sent()).toEqual([
		'/server/a/restart {"delayMinutes":10,"delayedRestartMessage":"Back soon"}',
		'/server/b/stop {"forceStop":true}',
	]);
});

test('a forced restart is not sent to a service that does not offer it, which gets no unknown field', async () => {
	const {env, sent} = await service();
	const {code, err} = await runCli(['restart', 'one', '--force', '--yes'], {env});
	expect({code, sent: sent()}).toEqual({code: 2, sent: []});
	expect(err).toContain('This service cannot restart a server by force. Stop it by force, and start it');
	const demo = await runCli(['--demo', 'restart', 'ark-isl-1', '--force', '--dry-run']);
	expect(demo.out).toContain('"forceStop":true');
});

test('a rejected start prints its key and exits with 7', async () => {
	const {env} = await service();
	const {code, err, out} = await runCli(['start', 'one', 'two', '--yes', '--json'], {env});
	expect(code).toBe(7);
	expect(err).toContain('server.is_not_offline');
	expect(JSON.parse(out)).toMatchObject({schema: 1, results: [{serverId: 'a'}, {serverId: 'b'}]});
});

test.each([
	[['restart', 'one'], 11, /needs --yes/],
	[['--read-only', 'restart', 'one'], 11, /read-only/],
	[['stop', 'one', '--yes', '--message', 'Bye'], 2, /without a delay/],
	[['stop', 'one', '--yes', '--delay', '-1'], 2, /--delay: Invalid duration/],
	[['stop', 'one', '--yes', '--delay', '1.5'], 2, /--delay: Invalid duration/],
	[['stop', 'one', '--yes', '--delay', 'soon'], 2, /--delay: Invalid duration/],
	[['start', 'one', '--delay', '5m'], 2, /Unknown option --delay/],
	[['restart', 'three', '--yes'], 6, /There is no server "three"/],
])('%j sends nothing', async (argv, code, words) => {
	const {env, sent} = await service();
	const ran = await runCli(argv, {env});
	expect(ran.err).toMatch(words);
	expect({code: ran.code, sent: sent()}).toEqual({code, sent: []});
});

test.each([
	['restart', '2\n', 0, 2],
	['restart', 'y\n', 11, 0],
	['stop', '\n', 11, 0],
	['stop', '', 11, 0],
])('on a terminal a %s of several servers depends on the input: %j', async (verb, stdin, code, count) => {
	const {env, sent} = await service();
	const ran = await runCli([verb, 'one', 'two'], {env, stdin, isTTY: true});
	const word = verb === 'stop' ? 'Stop' : 'Restart';
	expect(ran.err.split('\n').slice(0, 4)).toEqual([
		`rcondeck: Profile environment, ${env.RCONDECK_URL}, team Dev Guild`,
		'rcondeck: 2 servers, 3 players and an unknown number on 1 server:',
		'rcondeck:   one: no state, 3 players',
		'rcondeck:   two: UNKNOWN, players unknown',
	]);
	expect(ran.err).toContain(
		`${word} 2 servers (3 players and an unknown number on 1 server; two is UNKNOWN), now? Type 2 to confirm: `,
	);
	expect(ran.code).toBe(code);
	expect(sent()).toHaveLength(count);
});

test('also lists the servers that a stop or restart affects with --yes', async () => {
	const {env} = await service();
	const ran = await runCli(['stop', '--all', '--yes'], {env});
	expect(ran.code).toBe(0);
	expect(ran.err).toContain(
		'team Dev Guild\nrcondeck: 2 servers, 3 players and an unknown number on 1 server:\n',
	);
	const refused = await runCli(['stop', '--all'], {env});
	expect(refused.code).toBe(11);
	expect(refused.err).toContain('2 servers, 3 players');
});

test('on a terminal a stop of an unlisted server asks for its ID, not for a yes', async () => {
	const {env, sent} = await service();
	const ran = await runCli(['stop', 'id:gone'], {env, stdin: 'y\n', isTTY: true});
	expect(ran).toMatchObject({
		code: 11,
		err: expect.stringContaining('Stop gone (players unknown), now? Type gone'),
	});
	expect(sent()).toEqual([]);
});

test('a dry run shows the pending action of the server and how to cancel it, and a certain refusal ends with 7', async () => {
	const createdAt = Date.now() - 60_000;
	const task = {
		id: 'task-1',
		type: 'TIMED_RESTART',
		state: 'PENDING',
		targetIds: ['a'],
		cancellable: true,
		createdAt,
		context: {delay: 10},
	};
	const {url, seen} = await httpService(({url}, response) => {
		if (url === '/team/my') response.end('{"id": "t", "name": "Dev Guild"}');
		else if (url.includes('/task')) response.end(JSON.stringify([task]));
		else if (url.includes('automation')) response.writeHead(403).end();
		else response.end('[{"id": "a", "displayName": "one", "onlinePlayers": 3, "nodeId": "n"}]');
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	const stop = await runCli(['stop', 'one', '--dry-run'], {env});
	expect(stop.code).toBe(0);
	expect(stop.err).toMatch(/Pending: restart at .*\d\d:\d\dZ, in 8m \(reported by its node, /);
	expect(stop.err).toContain('To cancel it first: rcondeck task cancel task-1');
	const restart = await runCli(['restart', 'one', '--delay', '5m', '--dry-run'], {env});
	expect(restart.code).toBe(7);
	expect(restart.err).toContain('server.timed_restart_already_scheduled');
	expect(seen.filter(({method}) => method !== 'GET')).toEqual([]);
	const {out} = await runCli(['tasks'], {env});
	const due = zonedText(createdAt + 600_000, false);
	expect(out).toMatch(/^TYPE +STATE +DONE % +CREATED +DUE /);
	expect(out).toContain(due);
});

test('reviews name the job of another program on the same journal, and a dangerous command shows pending actions', async () => {
	const {env} = await service();
	const folder = tempFolder();
	const scope = {profile: 'environment', service: env.RCONDECK_URL, team: 't'};
	const onProblem = (words: string) => expect.fail(words);
	const journal = openJournal({path: path.join(folder, 'journal.db'), clock: systemClock, onProblem, scope});
	const steps = [aStep('a')];
	journal.rememberNow([{kind: 'job', at: Date.now(), job: aJob({steps, startedAt: Date.now()})}]);
	journal.close();
	const reviewed = {env: {...env, RCONDECK_STATE_DIR: folder}};
	for (const words of [
		['stop', 'one', '--dry-run'],
		['rcon', 'one', '--dry-run', '--', 'quit'],
	]) {
		const ran = await runCli(words, reviewed);
		expect(ran).toMatchObject({
			code: 0,
			err: expect.stringMatching(/^rcondeck: Pending: .* \(by the running job "/m),
		});
	}
	for (const words of [
		['stop', 'two', '--dry-run'],
		['rcon', 'one', '--dry-run', '--', 'status'],
	])
		expect((await runCli(words, reviewed)).err).not.toContain('Pending');
});
