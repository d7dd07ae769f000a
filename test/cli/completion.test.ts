import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {runCli, runDemo} from './run-cli.ts';
import {stateWithNames} from './state-with-names.ts';
import {tempFolder} from './temp-folder.ts';

type Env = Record<string, string>;

/** The completions of the last word, as fish gets them. */
async function offered(words: string[], env: Env = {}): Promise<string[]> {
	const {code, out, err} = await runCli(['__complete', 'fish', ...words], {env});
	expect({code, err}).toEqual({code: 0, err: ''});
	const [kind = '', ...lines] = out.trimEnd().split('\n');
	return kind === 'files' ? ['files'] : lines.map(line => line.split('\t')[0] ?? '');
}

test('completes commands, subcommands and options with descriptions', async () => {
	const {out} = await runCli(['__complete', 'fish', 'sto']);
	expect(out).toBe('values\nstop\tStop servers, now or after a delay\n');
	expect(await offered(['--profile', 'x', 'automations', 'tr'])).toEqual(['trigger']);
	expect(await offered(['stop', 'ark-one', '--del'])).toEqual(['--delay']);
	expect(await offered(['restart', '--pro'])).toEqual(['--profile']);
	expect(await offered(['runs', '--sta'])).toEqual(['--status']);
	expect(await offered(['help', 'ren'])).toEqual(['rename']);
});

test('does not complete a hidden option', async () => {
	expect(await offered(['restart', '--wav'])).toEqual([]);
});

test.each([
	[
		['servers', '--state', 'o'],
		['ONLINE', 'OFFLINE'],
	],
	[['servers', '--state=b'], ['--state=busy']],
	[['servers', '--state', 'FROZ'], ['FROZEN']],
	[
		['servers', '--game', 'cs'],
		['CS2', 'CS_SOURCE', 'CSGO'],
	],
	[
		['restart', '--gate', ''],
		['ready', 'state', 'accepted'],
	],
	[['runs', '--status', 'F'], ['FAILED']],
	[
		['completion', ''],
		['bash', 'zsh', 'fish'],
	],
	[
		['rcon', ''],
		['ark-one', 'with a space'],
	],
	[['rcon', 'ark-one', 'w'], ['with a space']],
	[['feed', '--server', 'ark'], ['ark-one']],
	[['rcon', 'ark-one', '--', ''], []],
	[['add', 'x', '--console', 'qu'], ['quake']],
	[['add', 'x', '--game', 'mine'], ['MINECRAFT']],
	[
		['add', 'x', '--panel-'],
		['--panel-server', '--panel-key-file'],
	],
	[['edit', 'ark-one', '--panel-key-file', ''], ['files']],
	[['remove', 'w'], ['with a space']],
	[['rcon', '-f', ''], ['files']],
	[['serve', '--tls-cert', ''], ['files']],
	[['agent', '--token-file', ''], ['files']],
	[['api', 'GET', '/team/my', '--data', ''], []],
	[['team', 'icon', ''], ['files']],
	[['config', 'set', 'th'], ['theme']],
	[['config', 'set', 'theme', 'd'], ['default']],
	[['config', 'set', 'background', 'd'], ['dark']],
	[['serve', '--demo', '--scenario', 'busy'], ['busy-feed']],
	[
		['config', 'set', 'alerts.f'],
		['alerts.format', 'alerts.for'],
	],
	[['config', 'set', 'alerts.format', 'd'], ['discord']],
	[
		['config', 'set', 'profiles.new.feed.'],
		['profiles.new.feed.url', 'profiles.new.feed.destinations', 'profiles.new.feed.login'],
	],
	[
		['config', 'set', 'profiles.new.protect', ''],
		['normal', 'high'],
	],
	[
		['config', 'set', 'profiles.new.colour', 'red'],
		['red', 'redBright'],
	],
	[
		['config', 'set', 'profiles.new.read_only', ''],
		['true', 'false'],
	],
	[
		['config', 'set', 'bell', ''],
		['true', 'false', 'notify'],
	],
	[['config', 'set', 'keys.app.q'], ['keys.app.quit']],
	[['config', 'set', 'scrollback', ''], []],
	[['servers', '--json=disp'], ['--json=displayName']],
	[['servers', '--json=id,disp'], ['--json=id,displayName']],
	[['servers', '--json=id,i'], ['--json=id,isStopped']],
	[['show', '--json', 'ark'], ['ark-one']],
	[['show', 'ark-one', '--json=game'], ['--json=gameType']],
	[['runs', '--json=start'], ['--json=startedAt']],
	[['run', 'list', '--json=start'], ['--json=startedAt']],
	[['team', '--json=memb'], ['--json=members']],
	[['config', 'check', '--json', ''], []],
])('completes %j with %j', async (words, values) => {
	const {folder, asked} = await stateWithNames();
	expect(await offered(words, {RCONDECK_STATE_DIR: folder})).toEqual(values);
	expect(asked).toEqual([]);
});

test('completes nodes and automations from the last list', async () => {
	const folder = tempFolder();
	const lists = {
		nodes: [{id: 'n1', name: 'eu-1', about: 'ONLINE'}],
		automations: [{id: 'a1', name: 'Nightly restart'}],
	};
	writeFileSync(
		path.join(folder, 'completion.json'),
		JSON.stringify({services: [{service: 'https://a.example', lists}]}),
	);
	const env = {RCONDECK_STATE_DIR: folder};
	expect(await offered(['node', 'show', ''], env)).toEqual(['eu-1']);
	expect(await offered(['servers', '--node', 'e'], env)).toEqual(['eu-1']);
	expect(await offered(['automation', 'trigger', 'n'], env)).toEqual(['Nightly restart']);
	expect(await offered(['runs', '--automation', 'n'], env)).toEqual(['Nightly restart']);
});

test('completes the settings and names of the profiles in the file', async () => {
	const config = tempFolder();
	const file =
		'[profiles.prod]\nurl = "https://prod.example"\n[profiles."my team"]\nurl = "https://my.example"\n[aliases]\nlp = "ListPlayers"\n';
	writeFileSync(path.join(config, 'config.toml'), file);
	const env = {RCONDECK_CONFIG_DIR: config};
	expect(await offered(['config', 'set', 'profiles.prod.token'], env)).toEqual([
		'profiles.prod.token_command',
		'profiles.prod.token_file',
	]);
	expect(await offered(['config', 'set', 'profiles."my team".la'], env)).toEqual([
		'profiles."my team".label',
	]);
	expect(await offered(['config', 'set', 'aliases.'], env)).toEqual(['aliases.lp']);
	expect(await offered(['config', 'set', 'profile', ''], env)).toEqual(['prod', 'my team']);
});

test.each(['profiles', 'config', 'keys', 'servers', 'automations'])(
	'completes every field that %s --json prints',
	async command => {
		const config = tempFolder();
		writeFileSync(path.join(config, 'config.toml'), '[profiles.p]\nurl = "https://p.example"\nlabel = "P"\n');
		const env = {RCONDECK_CONFIG_DIR: config};
		const offers = await offered([command, '--json='], env);
		const fields = new Set(offers.map(offer => offer.replace('--json=', '')));
		const {out} = await runDemo([command, '--json'], {env});
		const lists = Object.values(JSON.parse(out) as Record<string, unknown>);
		const printed = lists.flatMap(list => (Array.isArray(list) ? list.flatMap(Object.keys) : []));
		expect(printed.length).toBeGreaterThan(2);
		expect([...new Set(printed)].filter(field => !fields.has(field))).toEqual([]);
	},
);

test('completes the names of the profile, and profiles without running their token_command', async () => {
	const {folder, url} = await stateWithNames();
	const config = tempFolder();
	const witness = path.join(folder, 'ran');
	writeFileSync(
		path.join(config, 'config.toml'),
		`[profiles.prod]\nurl = "${url}"\ntoken_command = "touch ${witness}"\n[profiles.other]\nurl = "https://other.example"\n`,
	);
	const env = {RCONDECK_STATE_DIR: folder, RCONDECK_CONFIG_DIR: config};
	expect(await offered(['--profile', ''], env)).toEqual(['prod', 'other']);
	expect(await offered(['profile', 'use', 'p'], env)).toEqual(['prod']);
	expect(await offered(['logout', 'o'], env)).toEqual(['other']);
	expect(await offered(['--profile', 'prod', 'rcon', 'a'], env)).toEqual(['ark-one']);
	expect(await offered(['--profile', 'other', 'rcon', 'a'], env)).toEqual([]);
	await expect(import('node:fs/promises').then(({stat}) => stat(witness))).rejects.toThrow('ENOENT');
});

test.each(['{"services": [', '{}', 'null'])(
	'completes nothing from files that cannot be read: %s',
	async text => {
		const folder = tempFolder();
		writeFileSync(path.join(folder, 'completion.json'), text);
		writeFileSync(path.join(folder, 'config.toml'), 'profile = [');
		const env = {RCONDECK_STATE_DIR: folder, RCONDECK_CONFIG_DIR: folder};
		expect(await offered(['rcon', ''], env)).toEqual([]);
		expect(await offered(['--profile', ''], env)).toEqual([]);
	},
);

test('bash gets candidates as single words, and names in the open quotes', async () => {
	const {folder: RCONDECK_STATE_DIR} = await stateWithNames();
	const bash = async (...words: string[]) =>
		(await runCli(['__complete', 'bash', ...words], {env: {RCONDECK_STATE_DIR}})).out
			.split('\n')
			.slice(1, -1);
	expect(await bash('rcon', 'w')).toEqual(['with\\ a\\ space']);
	expect(await bash('rcon', 'with\\ a')).toEqual(['with\\ a\\ space']);
	expect(await bash('rcon', '"with a')).toEqual(['with a space']);
	expect(await bash('servers', '--state', '=', 'on')).toEqual(['ONLINE']);
	expect(await bash('servers', '--state', '=')).toContain('ONLINE');
});

test('an unknown shell is wrong usage', async () => {
	expect((await runCli(['completion', 'tcsh'])).code).toBe(2);
});

test('keys lists every key under its heading', async () => {
	expect((await runCli(['keys'])).out).toMatch(/^Servers\n {2}[^]*^Dialogs$/m);
	const {keys} = JSON.parse((await runCli(['keys', '--json'])).out) as {keys: {keys: string[]}[]};
	expect(keys.some(({keys}) => keys.includes('R'))).toBe(true);
});
