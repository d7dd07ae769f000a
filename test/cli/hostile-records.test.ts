import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {systemClock} from '../../src/lib/clock.ts';
import {listen} from '../../src/sandbox/listen.ts';
import {prototypeNames} from '../helpers/any-text.ts';
import {
	hostile,
	hostileService,
	packets,
	prototypeFleet,
	type Hostility,
} from '../helpers/hostile-records.ts';
import {seeded} from '../helpers/nasty-wire.ts';
import {openTestSandbox} from '../helpers/service-of-app.ts';
import {runCli, startCli} from './run-cli.ts';

/** Another seed can be given, to look further or to see a failure again. */
const {HOSTILE_SEED} = process.env;
const seed = Number(HOSTILE_SEED ?? 1);

const kinds: Hostility[] = [
	'names of the prototype',
	'parts nested 3,000 levels deep',
	'values that nobody expects',
];

const reading: readonly (readonly string[])[] = [
	['servers'],
	['show', 'constructor'],
	['nodes'],
	['nodes', 'show', '__proto__'],
	['tasks'],
	['team'],
	['automations'],
	['runs'],
	['runs', '--automation', '__proto__', '--status', 'constructor'],
	['info'],
	['handover'],
	['log'],
	['doctor'],
];
const acting: readonly (readonly string[])[] = [
	['rcon', '__proto__', 'toString', '--', 'status'],
	['rcon', '--all', '--group', '--', 'constructor'],
	['restart', '__proto__', '--delay', '5', '--message', 'hasOwnProperty'],
	['stop', 'nobody'],
	['start', 'toString'],
	['broadcast', 'constructor', '--', '__proto__'],
	['rename', '__proto__', 'constructor'],
	['move', 'toString', '__proto__'],
	['create', '--node', '__proto__', '--name', 'toString', '--game', 'constructor', '--map', '__proto__'],
	['team', 'kick', '__proto__'],
	['automations', 'trigger', '__proto__', '--target', 'constructor'],
	['automations', 'edit', '__proto__', '-d', '{"__proto__": 1, "constructor": null}'],
	['automations', 'create', '-d', '{"name": "__proto__", "toString": {}}'],
	['api', 'GET', '/team/my'],
];

async function hostileEnv(kind: Hostility, random: () => number) {
	const sandbox = await openTestSandbox(systemClock, {fleet: prototypeFleet});
	const between = hostileService(kind, random);
	const service = await listen(
		{...sandbox, fetch: request => between(request, () => sandbox.fetch(request))},
		{port: 0},
	);
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	onTestFinished(async () => {
		await service.close();
		rmSync(folder, {recursive: true, force: true});
	});
	const env = {
		RCONDECK_URL: service.url,
		RCONDECK_TOKEN: sandbox.credentials.token,
		RCONDECK_FEED_URL: service.feedUrl,
		// One journal for all of them.
		RCONDECK_STATE_DIR: folder,
	};
	return {env, sandbox};
}

test.each(kinds)(
	'%s end no one-shot command',
	async kind => {
		const {env} = await hostileEnv(kind, seeded(seed));
		const bugs: string[] = [];
		const read = reading.flatMap(command => [command, [...command, '--json']]);
		const commands = [...read, ...acting, ['handover'], ['log'], ['log', '--json'], ['log', '--markdown']];
		for (const command of commands) {
			const {code, err} = await runCli(['--yes', ...command], {env});
			if (code === 70 || code > 13 || err.includes('a bug of rcondeck'))
				bugs.push(`${command.join(' ')}: ${err}`);
		}
		expect(bugs).toEqual([]);
	},
	120_000,
);

test.each(kinds)(
	'%s end no stream of the feed',
	async kind => {
		const random = seeded(seed);
		const {env, sandbox} = await hostileEnv(kind, random);
		const feed = startCli(['feed', '--json'], {env});
		const say = (response: string) =>
			sandbox.broker.broadcast(sandbox.teamId, {serverId: '__proto__', command: {command: 'say', response}});
		let heard = '';
		void feed.says('this is the beginning').then(out => (heard = out));
		await vi.waitFor(() => {
			say('this is the beginning');
			expect(heard).not.toBe('');
		}, 20_000);
		for (const serverId of [...prototypeNames, 'nobody']) {
			for (const packet of packets(serverId, prototypeNames[0])) {
				sandbox.broker.broadcast(sandbox.teamId, packet);
				sandbox.broker.broadcast(sandbox.teamId, hostile(packet, kind, random) as object); // made of an object
			}
		}
		say('this is the end');
		await feed.says('this is the end');
		feed.end({code: 130});
		expect(await feed.ended).toMatchObject({code: 130});
	},
	60_000,
);
