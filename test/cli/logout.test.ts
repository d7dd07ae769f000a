import {existsSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {liveService} from './live-service.ts';
import {configFolder} from './config-folder.ts';
import {runCli} from './run-cli.ts';

const profiles = `profile = "prod" # mine

[profiles.prod]
url = "https://prod.example"

[profiles.test]
url = "https://test.example"
token_file = "token"
`;

test('login --with-token reads the token from stdin, asks nothing and writes the profile', async () => {
	const {RCONDECK_URL: url = '', RCONDECK_TOKEN: token = ''} = await liveService();
	const {env, read} = configFolder();
	const ran = await runCli(['--url', url, 'login', 'prod', '--with-token'], {env, stdin: `${token}\n`});
	expect(ran).toMatchObject({code: 0, err: '', out: expect.stringMatching(/^Signed in to/)});
	expect(ran.out).not.toContain(token);
	expect(read('credentials.toml')).toContain(token);
	// The profile has the address now.
	expect((await runCli(['login', 'prod', '--with-token'], {env, stdin: token})).code).toBe(0);
});

test.each([
	['a rejected token', 'wrong', 4],
	['no token', '\n', 2],
])('login --with-token writes nothing for %s', async (_what, stdin, code) => {
	const {RCONDECK_URL: url = ''} = await liveService();
	const {env, folder} = configFolder();
	expect((await runCli(['--url', url, 'login', '--with-token'], {env, stdin})).code).toBe(code);
	expect(existsSync(path.join(folder, 'credentials.toml'))).toBe(false);
});

test('login --with-token without an address says how to set one', async () => {
	const {env} = configFolder();
	const ran = await runCli(['login', '--with-token'], {env, stdin: 'secret'});
	expect(ran).toMatchObject({code: 2, err: expect.stringContaining('--url')});
	expect(ran.err).not.toContain('secret');
});

test('logout removes the credentials of the current profile, keeps the profile, and lists the removed values', async () => {
	const {env, read} = configFolder({
		'config.toml': profiles,
		'credentials.toml': '[prod]\ntoken = "very-secret"\nfeed_passcode = "other"\n\n[test]\nbearer = "b"\n',
	});
	const ran = await runCli(['logout'], {env});
	expect(ran).toMatchObject({
		code: 0,
		err: '',
		out: 'Removed the token, feed passcode of profile prod from credentials.toml.\n',
	});
	expect(read('credentials.toml')).not.toMatch(/prod|very-secret/);
	expect(read('credentials.toml')).toContain('[test]');
	expect(read('config.toml')).toBe(profiles);
	const again = await runCli(['logout'], {env});
	expect(again).toMatchObject({code: 0, out: '', err: expect.stringContaining('no stored credentials')});
});

test('logout of a named profile says where a token still comes from; an unknown profile is not found', async () => {
	const {env, read} = configFolder({
		'config.toml': profiles,
		'credentials.toml': '[test]\nbearer = "b"\n',
	});
	const ran = await runCli(['logout', 'test'], {env});
	expect(ran).toMatchObject({code: 0, out: expect.stringContaining('bearer token of profile test')});
	expect(ran.err).toContain('token_file in config.toml');
	expect(read('credentials.toml').trim()).toBe('');
	expect(await runCli(['logout', 'prdo'], {env})).toMatchObject({code: 6});
});

test.each([[['version']], [['--version']], [['-V']]])('%j prints one line', async argv => {
	expect(await runCli(argv)).toMatchObject({
		code: 0,
		err: '',
		out: expect.stringMatching(/^rcondeck \S+\n$/),
	});
});

test('version --json contains the facts for a bug report', async () => {
	expect(JSON.parse((await runCli(['version', '--json'])).out)).toMatchObject({
		schema: 1,
		version: {rcondeck: expect.any(String), node: process.version},
	});
});
