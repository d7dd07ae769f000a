import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {httpService} from '../helpers/http-service.ts';
import {runCli, startCli} from './run-cli.ts';

const url = 'http://127.0.0.1:1';

test.each([
	[['--url', 'nonsense', 'servers'], {}, 2, /--url .*https:\/\//],
	[['--url', 'https://me:secret@api.example', 'servers'], {}, 2, /user name or password/],
	[['servers'], {RCONDECK_URL: url, RCONDECK_APP_ID: 'a'}, 2, /RCONDECK_APP_SECRET/],
	[['servers'], {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}, 9, /127\.0\.0\.1:1/],
	[['--profile', 'nowhere', 'servers'], {}, 2, /no profile nowhere/],
	[['serverz'], {}, 2, /Unknown command "serverz"\. Did you mean server\?/],
	[['servers', '--colour'], {}, 2, /Unknown option --colour\. [^]*`rcondeck server --help`/],
	[['node', 'show', '--colour'], {}, 2, /`rcondeck node show --help`/],
	[['--colour'], {}, 2, /`rcondeck --help`/],
	[['help', 'serverz'], {}, 2, /^rcondeck: Unknown command "serverz"\. Did you mean server\?\n$/],
	[['help', 'config', 'xyzzy'], {}, 2, /^rcondeck: Unknown command "xyzzy" for rcondeck config\. Commands: /],
	[
		['serve', 'team', 'xyzzy'],
		{},
		2,
		/^rcondeck: Unknown command "xyzzy" for rcondeck serve team\. Commands: /,
	],
	[['help', 'xyzzy'], {}, 2, /^rcondeck: Unknown command "xyzzy"\. Run `rcondeck --help` for a list\.\n$/],
	[['--screen-reader'], {}, 2, /needs a terminal/],
	[['rcon', 'ark-isl-1', 'ListPlayers'], {}, 2, /then --, then the command/],
	[['rcon', 'ark-isl-1', '--', '  '], {}, 2, /blank/],
	[['rcon', '--timeout', 'soon', 'ark-isl-1', '--', 'x'], {}, 2, /--timeout: Invalid duration/],
	[
		['--demo', 'rcon', 'ark', '--', 'ListPlayers'],
		{},
		6,
		/matches \d+ servers: ark-isl-1 \[srv-ark-isl-1\], /,
	],
	[['--demo', 'rcon', 'nobody', '--', 'x'], {}, 6, /There is no server "nobody"/],
	[['--demo', 'rcon', 'ark-isl-9', '--', 'x'], {}, 6, /Did you mean ark-isl-1 or ark-isl-2\?/],
	[['api', 'POST', '/x', '-d', '{half'], {}, 2, /-d is not valid JSON/],
	[['api', 'POST', '/x', '-f', '/no/such/file'], {}, 2, /cannot be read/],
	[['--demo', 'api', 'GET', '/no/such/path'], {}, 6, /./],
	[['serve', '--demo', '--port', '-1'], {}, 2, /--port must be a whole number/],
	[['serve', '--demo', '--servers', 'many'], {}, 2, /--servers must be a whole number/],
	[[], {}, 2, /needs a terminal/],
])('%j with %j reports the error in a sentence', async (argv, env: Record<string, string>, code, words) => {
	const ran = await runCli(argv, {env});
	expect(ran.err).toMatch(words);
	expect(ran).toMatchObject({code, out: ''});
	expect(ran.err).not.toMatch(/^\s+at |secret/m);
});

test('help goes to stdout and succeeds; the version is one line', async () => {
	const help = await runCli(['--help']);
	expect(help).toMatchObject({code: 0, err: ''});
	expect(help.out).toMatch(/--read-only[^]*servers[^]*rcon[^]*serve/);
	const version = await runCli(['--version']);
	expect(version).toMatchObject({code: 0, out: expect.stringMatching(/^rcondeck \S+\n$/)});
});

test('a service that returns a web page exits with 9', async () => {
	const {url} = await httpService((_seen, response) => response.end('<html>'));
	const {code, err} = await runCli(['info'], {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}});
	expect(code).toBe(9);
	expect(err).toContain('web page');
});

test('a command without a response may have run and exits with 8', async () => {
	const {url} = await httpService((seen, response, socket) => {
		if (seen.method === 'POST') socket.destroy();
		else if (seen.url === '/team/my') response.end('{"id": "t"}');
		else response.end('[{"id": "s", "displayName": "one"}]');
	});
	const {code} = await runCli(['rcon', 'one', '--', 'x'], {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}});
	expect(code).toBe(8);
});

test('a signal ends a waiting command silently, with the exit code of the signal', async () => {
	const {promise: asked, resolve} = Promise.withResolvers<void>();
	const {url} = await httpService(() => resolve());
	const command = startCli(['servers'], {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}});
	await asked;
	command.end({code: 130});
	expect(await command.ended).toMatchObject({code: 130, out: '', err: ''});
});

test('a crash exits with 70 and prints the path of a report without secrets', async () => {
	const command = startCli(['serve', '--demo', '--port', '0'], {env: {RCONDECK_TOKEN: 'very-secret-token'}});
	await command.says('Ctrl-C');
	command.end({bug: new Error('broken near very-secret-token and wss://me:pw@host/x?ticket=1')});
	const {code, err, folder} = await command.ended;
	expect(code).toBe(70);
	const state = path.join(folder, 'state');
	const [name = ''] = readdirSync(state);
	const file = path.join(state, name);
	expect(err).toContain(file);
	expect(err).not.toMatch(/^\s+at /m);
	const report = readFileSync(file, 'utf8');
	expect(report).toContain('broken near');
	expect(report).not.toMatch(/very-secret-token|me:pw|ticket/);
});
