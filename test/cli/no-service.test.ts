import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {branchesOf} from '../readme/command-tree.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {sessionMessages} from '../../src/messages/login.ts';
import {runCli, runDemo} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';
import {withoutService} from './without-service.ts';

/** Every command that uses a service, with its arguments. */
const onService: readonly string[][] = [
	['server', 'list'],
	['server', 'show', 'ark-isl-1'],
	['server', 'create', '--node', 'n', '--name', 'new', '--game', 'CS2', '--map', 'de_nuke', '--yes'],
	['server', 'rename', 'ark-isl-1', 'other'],
	['server', 'delete', 'ark-isl-1', '--yes'],
	['show', 'ark-isl-1'],
	['update', 'ark-isl-1', '--yes'],
	['delete', 'ark-isl-1', '--yes'],
	['backup', 'list', 'ark-isl-1'],
	['backup', 'create', 'ark-isl-1', '--yes'],
	['backup', 'restore', 'ark-isl-1', 'b', '--yes'],
	['backup', 'delete', 'ark-isl-1', 'b', '--yes'],
	['rcon', 'ark-isl-1', '--', 'ListPlayers'],
	['start', 'ark-isl-1'],
	['stop', 'ark-isl-1', '--yes'],
	['restart', 'ark-isl-1', '--yes'],
	['broadcast', 'ark-isl-1', '--yes', '--', 'hello'],
	['create', '--node', 'n', '--name', 'new', '--game', 'CS2', '--map', 'de_nuke', '--yes'],
	['rename', 'ark-isl-1', 'other', '--yes'],
	['move', 'ark-isl-1', '/srv/other', '--yes'],
	['chat'],
	['feed'],
	['wait', 'ark-isl-1', '--for', 'up'],
	['watch', 'ark-isl-1', '--', 'status'],
	['node', 'list'],
	['node', 'show', 'eu-1'],
	['task', 'list'],
	['task', 'cancel', 'id', '--yes'],
	['team', 'show'],
	['team', 'invite', 'a@example.org', '--yes'],
	['team', 'kick', 'm', '--yes'],
	['automation', 'list'],
	['automation', 'create', '-d', '{"name": "a"}', '--yes'],
	['automation', 'edit', 'a', '-d', '{"enabled": false}', '--yes'],
	['automation', 'trigger', 'a', '--yes'],
	['automation', 'show', 'a'],
	['automation', 'enable', 'a', '--yes'],
	['automation', 'disable', 'a', '--yes'],
	['automation', 'delete', 'a', '--yes'],
	['run', 'cancel', 'id', '--yes'],
	['run', 'list'],
	['run', 'show', 'id'],
	['image', 'i'],
	['info'],
	['api', 'GET', '/team/my'],
	['handover'],
	['alert', 'acknowledge', 'ark-isl-1'],
	['player', 'list'],
	['player', 'message', 'Ann', '--', 'hi'],
	['player', 'kick', 'Ann', '--yes'],
	['player', 'ban', 'Ann', '--yes'],
	['player', 'unban', 'Ann'],
	['player', 'note', 'Ann'],
	['player', 'show', 'Ann'],
	['ban', 'list'],
	['logs', 'ark-isl-1'],
	['journal', 'bookmark', 'disk', 'full'],
	['team', 'withdraw', 'a@example.org', '--yes'],
];
test('every command declares whether it needs a service', async () => {
	const paths = branchesOf(await declaredProgram()).map(branch => branch.path);
	const needing = (name: string) => onService.some(argv => argv.join(' ').startsWith(name));
	expect(paths.filter(name => !withoutService.has(name) && !needing(name))).toEqual([]);
});

test.each(onService.map(argv => [argv]))(
	'without a service %j does nothing and names the settings to use',
	async argv => {
		for (const env of [{}, {RCONDECK_URL: ''}]) {
			const ran = await runCli(argv, {env});
			expect(ran).toMatchObject({code: 2, out: '', err: `rcondeck: ${sessionMessages.noService}\n`});
		}
	},
);

test.each([
	[['servers', '--demo']],
	[['--demo', 'servers']],
	[['rcon', '--demo', 'ark-isl-1', '--', 'ListPlayers']],
])('%j selects the demo, before or after the command', async argv => {
	const ran = await runCli(argv);
	expect(ran).toMatchObject({code: 0, err: expect.stringContaining('simulated fleet')});
});

test('--demo forces the demo even if a service is configured', async () => {
	const folder = tempFolder();
	mkdirSync(path.join(folder, 'config'));
	const file = path.join(folder, 'config', 'config.toml');
	writeFileSync(file, 'profile = "prod"\n[profiles.prod]\nurl = "http://127.0.0.1:1"\nread_only = true\n');
	const env = {
		RCONDECK_CONFIG_DIR: path.dirname(file),
		RCONDECK_TOKEN: 'for-the-service',
		RCONDECK_FEED_URL: 'off',
		RCONDECK_PROFILE: 'prod',
	};
	const ran = await runDemo(['rcon', 'cs2-mirage', '--', 'status'], {env});
	expect(ran).toMatchObject({code: 0, out: expect.stringContaining('de_mirage')});
	for (const other of [
		['--url', 'http://127.0.0.1:1'],
		['--profile', 'prod'],
	]) {
		const ran = await runDemo([...other, 'servers'], {env});
		expect(ran).toMatchObject({code: 2, out: '', err: expect.stringContaining('Use either --demo or --')});
	}
});

test.each([
	[['profiles']],
	[['config', 'show']],
	[['config', 'path']],
	[['keys']],
	[['completion', 'bash']],
	[['help', 'servers']],
	[['journal']],
	[['doctor']],
	[['--version']],
])('%j needs no service', async argv => {
	expect((await runCli(argv)).code).toBe(0);
});

test('doctor without a service warns, and with --demo checks the demo', async () => {
	const ran = await runCli(['doctor', '--json']);
	const {findings} = JSON.parse(ran.out) as {findings: {about: string; status: string; text: string}[]};
	expect(findings.filter(({about}) => about === 'service')).toEqual([
		{about: 'service', status: 'warning', text: sessionMessages.noService},
	]);
	expect(findings.some(({about}) => about === 'feed')).toBe(false);
	expect((await runDemo(['doctor'])).out).toMatch(/^ok +service .*demo in this process .*Northwind Gaming/m);
});
