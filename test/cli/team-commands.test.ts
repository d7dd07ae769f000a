import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {runCli, runDemo} from './run-cli.ts';
import {liveService} from './live-service.ts';
import {tempFolder} from './temp-folder.ts';

test.each([
	[['nodes'], /^NAME +STATUS +DAEMON +LAST ALIVE +ID$/m],
	[['node', 'show', 'eu-2'], /^Name +eu-2$/m],
	[['team'], /^Name +Northwind Gaming$[^]*^Members$/m],
	[['automations'], /^NAME +ENABLED +TRIGGER +NEXT +STEPS +ID$/m],
])('%j prints a table or details', async (argv, shape) => {
	const ran = await runDemo(argv);
	expect(ran.out).toMatch(shape);
	expect(ran.code).toBe(0);
});

test.each([
	[['nodes', '--json'], 'nodes'],
	[['automations', '--json'], 'automations'],
	[['runs', '--json', '--limit', '2'], 'runs'],
	[['tasks', '--json', '--all'], 'tasks'],
])('%j is one document with a list', async (argv, plural) => {
	const {code, out} = await runDemo(argv);
	const document = JSON.parse(out) as Record<string, unknown>;
	expect({code, schema: document['schema']}).toEqual({code: 0, schema: 1});
	expect(document[plural]).toBeInstanceOf(Array);
});

test('runs shows the page number and the number of pages', async () => {
	const env = await liveService();
	const {automations} = JSON.parse((await runCli(['automations', '--json'], {env})).out) as {
		automations: {id: string}[];
	};
	// The demo runs others at some times of the day.
	const [{id} = {id: ''}] = automations;
	for (const _ of [1, 2]) await runCli(['automation', 'trigger', id, '--yes'], {env});
	const runs = ['runs', '--automation', id, '--limit', '1'];
	const {out} = await runCli([...runs, '--json', '--page', '1'], {env});
	expect(JSON.parse(out)).toMatchObject({page: 1, size: 1, totalElements: 2, totalPages: 2, runs: [{}]});
	const table = await runCli(runs, {env});
	expect(table.out).toMatch(/^CREATED +AUTOMATION +STATUS +FINISHED +TARGETS +ID$/m);
	expect(table.err).toContain('Page 0 (0 to 1), 2 runs in total.');
});

test.each([
	[['node', 'show', 'nowhere'], 6, /There is no node "nowhere"/],
	[['team', 'invite', 'nobody'], 2, /<email>: It is not an email address/],
	[['team', 'kick', 'nobody', '--yes'], 6, /There is no member/],
	[['team', 'icon', 'notes.txt'], 2, /notes\.txt cannot be read/],
	[['task', 'cancel', 'none'], 6, /Task not found/],
	[['automation', 'create', '-d', '[]'], 2, /JSON object/],
	[['automation', 'create', '-d', '{}'], 2, /The field name must not be blank/],
	[['automation', 'trigger', 'nothing', '--yes'], 6, /There is no automation/],
	[['runs', '--page', '-1'], 2, /--page must be a whole number/],
	[['runs', '--since', 'yesterday'], 2, /Invalid time/],
	[['create', '--node', 'eu-1'], 2, /required options '--name <name>', '--game <type>', '--map <map>'/],
	[['create', '--node', 'nowhere', '--name', 'x', '--game', 'CS2', '--map', 'm'], 6, /no node/],
	[['rename', 'cs2-mirage', ' '], 2, /<name>: Enter a name/],
	[['move', 'cs2-mirage', '/srv/other', '--yes'], 7, /server\./],
	[['image', 'nothing'], 6, /./],
])('%j reports the error', async (argv, code, words) => {
	const ran = await runDemo(argv);
	expect(ran.err).toMatch(words);
	expect(ran).toMatchObject({code, out: ''});
});

test('changes need --yes without a terminal, and exit with the code of the guard', async () => {
	const {out} = await runDemo(['automations', '--json']);
	const {automations} = JSON.parse(out) as {
		automations: {id: string}[];
	};
	const id = automations[0]?.id ?? '';
	expect((await runDemo(['automation', 'trigger', id])).code).toBe(11);
	const dry = await runDemo(['automation', 'edit', id, '-d', '{"enabled": false}', '--dry-run']);
	// Each run has its own demo, created at a different time.
	const moment = {createdAt: expect.any(String), updatedAt: expect.any(String)};
	const whole = {...automations[0], enabled: false, ...moment};
	expect(JSON.parse(dry.out.replace(`POST /automation/${id} `, ''))).toEqual(whole);
	const edited = await runDemo(['automation', 'edit', id, '-d', '{"enabled": false}', '--yes', '--json']);
	expect(JSON.parse(edited.out)).toMatchObject({automations: [{id, enabled: false}]});
	expect((await runDemo(['automation', 'trigger', id, '--yes'])).code).toBe(0);
	expect((await runDemo(['team', 'kick', 'nobody'])).code).toBe(6);
});

test('create, rename and move show their requests, and are accepted', async () => {
	const createArgs = [
		'create',
		'--node',
		'eu-1',
		'--name',
		'new-one',
		'--game',
		'CS2',
		'--map',
		'de_nuke',
		'--yes',
	];
	const dry = await runDemo([...createArgs, '--dry-run']);
	expect(dry.out).toMatch(/^POST \/server\/create \{"nodeId":"[^"]+","name":"new-one","gameType":"CS2"/);
	expect((await runDemo(createArgs)).err).toContain('new-one: creation accepted.');
	expect((await runDemo(['rename', 'cs2-mirage', 'other', '--yes'])).out).toContain('renamed to other');
	expect((await runDemo(['move', 'cs2-scrim', '/srv/other', '--yes'])).code).toBe(0);
	expect((await runDemo(['team', 'invite', 'new@example.net', '--yes'])).code).toBe(0);
});

test('uploads an icon, and downloads an image to a file', async () => {
	const env = await liveService();
	const folder = tempFolder();
	const icon = path.join(folder, 'icon.png');
	writeFileSync(
		icon,
		Buffer.from(
			'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
			'base64',
		),
	);
	expect(await runCli(['team', 'icon', icon, '--yes'], {env})).toMatchObject({code: 0});
	const {out} = await runCli(['team', '--json'], {env});
	const {team} = JSON.parse(out) as {team: {iconImageId: string}};
	const file = path.join(folder, 'out.png');
	const ran = await runCli(['image', team.iconImageId, '--file', file], {env});
	expect(ran).toMatchObject({code: 0, err: '', out: expect.stringContaining(file)});
	expect(existsSync(file) && readFileSync(file).length).toBeGreaterThan(0);
});
