import path from 'node:path';
import {expect, test} from 'vitest';
import {openJournal} from '../../../src/journal/journal.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {anAction} from '../../helpers/activities.ts';
import {openAlertMemory} from '../../../src/cli/commands/alerts/memory.ts';
import {configFolder} from '../config-folder.ts';
import {liveService} from '../live-service.ts';
import {tempFolder} from '../temp-folder.ts';
import {runCli, startCli} from '../run-cli.ts';
import {httpService, json} from '../../helpers/http-service.ts';

const hook = () => httpService((_seen, response) => response.writeHead(204).end());

/** A service whose one server is in this state until it is changed. */
async function serviceOf(state: string, nodes: 'readable' | 'forbidden' = 'readable') {
	const now = {state, name: 'Alpha'};
	const service = await httpService(({url}, response) => {
		if (url.includes('/team/my')) json(response, 200, {id: 'team', name: 'Guild'});
		else if (url.includes('/server/by-team')) {
			json(response, 200, [
				{id: 'a', displayName: now.name, state: now.state, nodeId: 'n', nodeName: 'eu-1'},
			]);
		} else if (url.includes('/node/') && nodes === 'readable')
			json(response, 200, [{id: 'n', name: 'eu-1', status: 'ONLINE'}]);
		else json(response, 403, {});
	});
	return {now, env: {RCONDECK_URL: service.url, RCONDECK_TOKEN: 'a-secret-token', RCONDECK_FEED_URL: 'off'}};
}

test('--once alerts about a server that hangs, and not about one that someone stopped', async () => {
	const {now, env: service} = await serviceOf('RUNNING');
	const {url} = await hook();
	const {env: folder} = configFolder({
		'config.toml': '[alerts]\nfor = "0s"\n[hung_after]\nSTOPPING = "1s"\n',
	});
	const env = {...folder, ...service, RCONDECK_ALERTS_WEBHOOK: url, RCONDECK_STATE_DIR: tempFolder()};
	const once = async () => {
		const {err, out} = await runCli(['alerts', '--once'], {env});
		return `${out}${err}`;
	};
	await once();
	now.state = 'STOPPING';
	expect(await once()).toBe('');
	await expect.poll(once, {interval: 400}).toMatch(/Down: Alpha STOPPING/);
	now.state = 'RUNNING';
	expect(await once()).toMatch(/Back: Alpha RUNNING/);
	const scope = {profile: 'environment', service: service.RCONDECK_URL, team: 'team'};
	const journal = openJournal({
		path: path.join(env.RCONDECK_STATE_DIR, 'journal.db'),
		scope,
		clock: systemClock,
		onProblem: words => expect.fail(words),
	});
	const activity = anAction('stop');
	journal.remember([{kind: 'note', id: 'a', at: Date.now(), serverId: 'a', server: 'Alpha', activity}]);
	journal.close();
	now.state = 'OFFLINE';
	expect(await once()).toBe('');
});

test('explains how to configure alerts if none are configured', async () => {
	const {code, err} = await runCli(['alerts', '--test']);
	expect({code, err}).toEqual({code: 2, err: expect.stringContaining('Add [alerts]') as unknown});
});

test('reports a missing command or webhook in the table', async () => {
	const {env} = configFolder({'config.toml': '[alerts]\nfor = "1m"\n'});
	const {code, err} = await runCli(['alerts'], {env});
	expect({code, err}).toEqual({
		code: 2,
		err: expect.stringContaining('neither a command nor a webhook') as unknown,
	});
});

test('needs no target for triggers that send commands', async () => {
	const {env: service} = await serviceOf('RUNNING');
	const trigger =
		'[[triggers]]\nname = "rules"\npattern = "^!rules"\nact = "command"\ncommand = "say Be kind"\n';
	const {env} = configFolder({'config.toml': trigger});
	const watching = startCli(['alerts'], {env: {...env, ...service, RCONDECK_STATE_DIR: tempFolder()}});
	await watching.saysOnError('Watching ');
	watching.end({code: 143});
	await watching.ended;
	const {code, err} = await runCli(['alerts', '--once'], {env: {...env, ...service}});
	expect({code, err}).toEqual({code: 2, err: expect.stringContaining('Add [alerts]') as unknown});
});

test('--test needs no service, and reports whether the alert was delivered', async () => {
	const {url, seen} = await hook();
	const {code, out, err} = await runCli(['alerts', '--test', '--json'], {
		env: {RCONDECK_ALERTS_WEBHOOK: `${url}/hidden-part`},
	});
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({event: 'test', deliveries: [{target: 'webhook'}]});
	expect(err).toBe('rcondeck: Delivered to the webhook.\n');
	expect(seen).toHaveLength(1);
	expect(out + err).not.toContain('hidden-part');
});

test('--test exits with 1 if all targets fail, and with 3 if some fail', async () => {
	const {url} = await hook();
	const failing = 'command = ["/nonexistent/notify"]';
	const config = configFolder({'config.toml': `[alerts]\n${failing}\n`});
	const alone = await runCli(['alerts', '--test'], {env: config.env});
	const both = await runCli(['alerts', '--test'], {env: {...config.env, RCONDECK_ALERTS_WEBHOOK: url}});
	expect([alone.code, both.code]).toEqual([1, 3]);
	expect(alone.err).toContain('Not delivered: /nonexistent/notify was not started (ENOENT).');
});

test.each([
	['webhook_file', (url: string) => ({'config.toml': '[alerts]\nwebhook_file = "hook"\n', hook: `${url}\n`})],
	['webhook_command', (url: string) => ({'config.toml': `[alerts]\nwebhook_command = "echo ${url}"\n`})],
	[
		'credentials.toml',
		(url: string) => ({
			'config.toml': 'profile = "p"\n[alerts]\n[profiles.p]\nurl = "https://api.example.net"\n',
			'credentials.toml': `[p]\ntoken = "t"\nalerts_webhook = "${url}"\n`,
		}),
	],
])('the URL of the webhook comes from %s', async (_name, files) => {
	const {url, seen} = await hook();
	const {env} = configFolder(files(`${url}/hidden-part`));
	const {code, out, err} = await runCli(['alerts', '--test'], {env});
	expect({code, asked: seen.map(one => one.url)}).toEqual({code: 0, asked: ['/hidden-part']});
	const shown = await runCli(['config', 'show'], {env});
	expect(out + err + shown.out + shown.err).not.toContain('hidden-part');
	expect(shown.out).toMatch(/^alerts +webhook \(hidden\)/m);
});

test('refuses a URL in config.toml without printing it', async () => {
	const {env} = configFolder({'config.toml': '[alerts]\nwebhook = "https://hooks.example/hidden-part"\n'});
	const {code, err} = await runCli(['alerts', '--test'], {env});
	expect(code).toBe(2);
	expect(err).toContain('is a secret; use webhook_file');
	expect(err).not.toContain('hidden-part');
});

test('--once sends each change since the previous check once', async () => {
	const {url, seen} = await hook();
	const service = await serviceOf('ONLINE', 'forbidden');
	const config = configFolder({'config.toml': '[alerts]\nfor = "0s"\n'});
	const env = {...config.env, ...service.env, RCONDECK_ALERTS_WEBHOOK: url, RCONDECK_STATE_DIR: tempFolder()};
	const look = () => runCli(['alerts', '--once'], {env});
	expect(await look()).toMatchObject({
		code: 0,
		out: '',
		err: expect.stringContaining('First check of 1 server.') as unknown,
	});
	service.now.state = 'OFFLINE';
	expect((await look()).out).toMatch(/Z {2}\[127\.0\.0\.1:\d+\] Down: Alpha OFFLINE since \d\d:\d\d\n$/);
	expect(await look()).toMatchObject({code: 0, out: '', err: ''});
	service.now.state = 'ONLINE';
	expect((await look()).out).toContain('Back: Alpha ONLINE');
	service.now.name = 'Omega';
	expect((await look()).out).toContain('Fleet: Omega renamed from Alpha');
	expect(await look()).toMatchObject({code: 0, out: '', err: ''});
	const bodies = seen.map(({body}) => JSON.parse(String(body)) as {event: string});
	expect(bodies.map(({event}) => event)).toEqual(['down', 'up', 'fleet']);
	expect(bodies[2]).toMatchObject({
		changes: [{id: 'a', change: 'renamed', name: 'Omega', before: 'Alpha'}],
	});
	expect(String(seen[0]?.body)).not.toContain('a-secret-token');
});

test('without options, watches until a signal ends it, and exits with its code', async () => {
	const env = await liveService();
	const {url} = await hook();
	const watching = startCli(['alerts'], {env: {...env, RCONDECK_ALERTS_WEBHOOK: url}});
	await watching.saysOnError('Watching ');
	watching.end({code: 143});
	expect(await watching.ended).toMatchObject({code: 143, out: ''});
});

test('sends due alerts while it watches, and continues from the saved state', async () => {
	const {url, seen} = await hook();
	const service = await serviceOf('OFFLINE');
	const stateDir = tempFolder();
	const wentDown = {
		kind: 'server',
		id: 'a',
		name: 'Alpha',
		reported: 'up',
		direction: 'down',
		at: Date.now() - 100_000,
		isBetween: false,
	};
	const memory = {at: Date.now(), sentAt: [], watched: [wentDown]};
	openAlertMemory({stateDir, service: service.env.RCONDECK_URL}).remember(JSON.stringify(memory));
	const env = {...service.env, RCONDECK_ALERTS_WEBHOOK: url, RCONDECK_STATE_DIR: stateDir};
	const watching = startCli(['alerts', '--json'], {env});
	const said = await watching.says('"event":"down"');
	expect(JSON.parse(said)).toMatchObject({
		servers: [{id: 'a', node: 'eu-1', state: 'OFFLINE'}],
		deliveries: [{target: 'webhook'}],
	});
	expect(seen).toHaveLength(1);
	watching.end({code: 130});
	expect(await watching.ended).toMatchObject({code: 130});
});

test('exits immediately if the credentials are rejected', async () => {
	const service = await httpService((_seen, response) => json(response, 401, {}));
	const env = {
		RCONDECK_URL: service.url,
		RCONDECK_TOKEN: 'x',
		RCONDECK_FEED_URL: 'off',
		RCONDECK_ALERTS_WEBHOOK: 'http://127.0.0.1:1/',
	};
	expect(await runCli(['alerts'], {env})).toMatchObject({code: 4});
});
