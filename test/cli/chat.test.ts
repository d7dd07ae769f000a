import {expect, test} from 'vitest';
import {serveRaw} from '../service/raw-client.ts';
import {threeServers} from '../helpers/three-servers.ts';
import {waitFor} from '../helpers/wait-for.ts';
import {startCli} from './run-cli.ts';

test('chat prints what players say on all servers or one, sanitized, until interrupted', async () => {
	const served = await serveRaw({fleet: threeServers});
	const env = {RCONDECK_URL: served.served.url, RCONDECK_TOKEN: served.demo.credentials.token};
	const [all, one] = [startCli(['chat'], {env}), startCli(['chat', 'Alpha', '--json'], {env})];
	const log = 'L 11/29/2026 - 12:34:56: ';
	const lines = [
		{kind: 'output', text: `${log}"Joe<2><[U:1:1]><CT>" say "\u001b[31mrush\u202e B"`},
		{kind: 'output', text: `${log}World triggered "Round_Start"`},
		{kind: 'output', text: `${log}"Joe<2><[U:1:1]><CT>" disconnected`},
	];
	const {broker, teamId} = served.demo;
	const output = {timestamp: '2026-11-23T01:00:00Z', lines, omitted: 0};
	let isSeen = false;
	const seen = Promise.all([all.says('srv-other'), one.says('leave')]).finally(() => (isSeen = true));
	await waitFor(() => {
		broker.broadcast(teamId, {serverId: 'alpha', output});
		broker.broadcast(teamId, {
			serverId: 'srv-other',
			output: {...output, lines: [{kind: 'chat', text: 'hi'}]},
		});
		expect(isSeen).toBe(true);
	});
	const [printed, printedJson] = await seen;
	expect(
		printed
			.replaceAll(/^\S+ {2}/gm, '')
			.split('\n')
			.slice(0, 3),
	).toEqual(['Alpha  Joe: ^[[31mrush<U+202E> B', 'Alpha  * Joe left', 'srv-other  (server): hi']);
	const documents = printedJson
		.trim()
		.split('\n')
		.map(line => JSON.parse(line) as object);
	expect(documents.slice(0, 2)).toEqual([
		expect.objectContaining({
			schema: 1,
			at: '2026-11-23T01:00:00.000Z',
			serverId: 'alpha',
			serverName: 'Alpha',
			kind: 'chat',
			player: 'Joe',
			text: '^[[31mrush<U+202E> B',
		}),
		expect.objectContaining({kind: 'leave', player: 'Joe'}),
	]);
	expect(printedJson).not.toContain('srv-other');
	for (const command of [all, one]) {
		command.end({code: 130});
		expect((await command.ended).code).toBe(130);
	}
});
