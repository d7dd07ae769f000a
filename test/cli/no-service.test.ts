import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {branchesOf} from '../readme/command-tree.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {sessionMessages} from '../../src/messages/login.ts';
import {onService, withoutService} from './command-lines.ts';
import {runCli, runDemo} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

test('every command declares whether it needs a service', async () => {
	const paths = branchesOf(await declaredProgram()).map(branch => branch.path);
	expect(paths.filter(name => !withoutService.has(name) && !(name in onService))).toEqual([]);
	expect(Object.keys(onService).filter(name => !paths.includes(name))).toEqual([]);
});

test.each(Object.entries(onService).map(([name, {args = []}]) => [[...name.split(' '), ...args]]))(
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
