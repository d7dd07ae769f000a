import {chmodSync, statSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {httpService} from '../helpers/http-service.ts';
import {liveService} from './live-service.ts';
import {configFolder} from './config-folder.ts';
import {runCli} from './run-cli.ts';

const written = `# mine
poll_seconds = 7 # slow line
at_once_per_node = 2

[profiles.old]
url = "https://old.example" # the first one
label = "OLD"

[profiles.old.feed]
url = "off"

[aliases]
lp = "ListPlayers"
`;

test('login verifies the credentials, names the team, and writes both files with the secret only in the private one', async () => {
	const demo = await liveService();
	const {env, read, folder} = configFolder({'config.toml': written});
	const token = demo['RCONDECK_TOKEN'] ?? '';
	const stdin = `${demo['RCONDECK_URL']}\ntoken\n${token}\n`;
	const ran = await runCli(['login', 'new'], {env, stdin});
	expect(ran.code).toBe(0);
	expect(ran.out).toMatch(/^Signed in to Northwind Gaming/);
	expect(ran.err + ran.out).not.toContain(token);
	expect(read('config.toml')).toContain('poll_seconds = 7 # slow line');
	expect(read('config.toml')).toContain('label = "OLD"');
	expect(read('config.toml')).not.toContain(token);
	expect(read('credentials.toml')).toContain(token);
	expect(statSync(path.join(folder, 'credentials.toml')).mode & 0o777).toBe(0o600);
	expect((await runCli(['servers', '--match', 'mirage'], {env})).out).toContain('cs2-mirage');
});

test('rejected credentials write nothing and exit with 4', async () => {
	const demo = await liveService();
	const {env, folder} = configFolder();
	const stdin = `${demo['RCONDECK_URL']}\n\nwrong\n`;
	expect((await runCli(['login'], {env, stdin})).code).toBe(4);
	expect((await runCli(['login'], {env, stdin: ''})).code).toBe(2);
	expect(() => statSync(path.join(folder, 'credentials.toml'))).toThrow('ENOENT');
});

test('login checks the URL before it asks for a secret, and asks again after each wrong answer', async () => {
	const demo = await liveService();
	const {env, read} = configFolder();
	const token = demo['RCONDECK_TOKEN'] ?? '';
	const answers = [
		'nonsense',
		'https://me:pw@api.example',
		'http://127.0.0.1:1',
		demo['RCONDECK_URL'],
		'key',
		'token',
		'',
		'token',
		'wrong',
		'',
		token,
	];
	const ran = await runCli(['login'], {env, stdin: `${answers.join('\n')}\n`});
	expect(ran.code).toBe(0);
	const prompts = ran.err.match(
		/Service URL|Kind of credentials|hidden|The URL in your answer is invalid|password|127\.0\.0\.1:1|Type token|is blank/g,
	);
	const expected =
		'Service URL, The URL in your answer is invalid, Service URL, password, Service URL, 127.0.0.1:1, Service URL, ' +
		'Kind of credentials, Type token, Kind of credentials, hidden, is blank, Kind of credentials, hidden, ' +
		'Kind of credentials, hidden';
	expect(prompts?.join(', ')).toBe(expected);
	expect(ran.out).toContain('Signed in');
	expect(ran.err).not.toContain(token);
	expect(read('credentials.toml')).toContain(token);
});

test('at the end of the input a login fails with the last error and writes nothing', async () => {
	const {env, folder} = configFolder();
	const unreachable = await runCli(['login'], {env, stdin: 'http://127.0.0.1:1\n'});
	expect(unreachable.code).toBe(9);
	expect(unreachable.err).not.toContain('hidden');
	expect((await runCli(['login'], {env, stdin: 'nonsense\n'})).code).toBe(2);
	const given = await runCli(['--url', 'nonsense', 'login'], {env, stdin: 'token\nsecret\n'});
	expect(given).toMatchObject({
		code: 2,
		err: expect.stringMatching(/^rcondeck: The URL in --url is invalid/),
	});
	const plain = await runCli(['--url', 'http://games.example', 'login'], {env, stdin: 'token\nsecret\n'});
	expect(plain).toMatchObject({code: 2, err: expect.stringContaining('allow_plain_http = true')});
	expect(() => statSync(path.join(folder, 'credentials.toml'))).toThrow('ENOENT');
});

test('sends no secret before the address has responded like a service', async () => {
	const {url, seen} = await httpService((_seen, response) => response.end('<html>'));
	const {env} = configFolder();
	const ran = await runCli(['login'], {env, stdin: `${url}\ntoken\nvery-secret\n`});
	expect(ran.code).not.toBe(0);
	expect(seen.length).toBeGreaterThan(0);
	expect(JSON.stringify(seen.map(({headers}) => headers))).not.toContain('very-secret');
});

test.each<[string, number, Record<string, string>, string]>([
	['a redirect', 301, {Location: 'https://other.example/team/my'}, ''],
	['a missing page', 404, {'Content-Type': 'text/html'}, '<html>Not found</html>'],
	['a missing path', 404, {}, '{"key":"general.not_found"}'],
	['a rejected method', 405, {}, ''],
])(
	'login does not accept %s as a service, and asks for the URL again before a secret',
	async (_what, ...answer) => {
		const [status, headers, body] = answer;
		const {url} = await httpService((_seen, response) => response.writeHead(status, headers).end(body));
		const {env} = configFolder();
		const ran = await runCli(['login'], {env, stdin: `${url}\n`});
		expect(ran.code).not.toBe(0);
		expect(ran.err.match(/Service URL: /g)).toHaveLength(2);
		expect(ran.err).not.toContain('Kind of credentials');
		expect((await runCli(['--url', url, 'login'], {env, stdin: 'token\nsecret\n'})).err).not.toContain(
			'shown',
		);
	},
);

test('login asks for the URL again when only the credentials reveal that the service has no such path', async () => {
	const demo = await liveService();
	const {env, read} = configFolder();
	const [url = '', token = ''] = [demo['RCONDECK_URL'], demo['RCONDECK_TOKEN']];
	const wrong = `${url}/nowhere`;
	const ran = await runCli(['login'], {env, stdin: [wrong, '', token, url, '', token, ''].join('\n')});
	expect(ran.code).toBe(0);
	expect(ran.err).toContain(`No service found at ${wrong} (404 for /team/my). Check the URL.`);
	expect(ran.err).not.toContain('refresh');
	expect(read('config.toml')).not.toContain('nowhere');
	const given = await runCli(['--url', wrong, 'login'], {env, stdin: `\n${token}\n\n${token}\n`});
	expect(given).toMatchObject({code: 6, err: expect.stringMatching(/Check the URL\.\n$/)});
});

test('login does not mention the environment when other credentials are wrong', async () => {
	const demo = await liveService();
	const {env} = configFolder();
	const ran = await runCli(['login'], {env, stdin: `${demo['RCONDECK_URL']}\n\nwrong\n`});
	expect(ran).toMatchObject({code: 4, err: expect.stringContaining('does not accept these credentials: ')});
	expect(ran.err).not.toMatch(/RCONDECK_|rotated/);
});

test('profiles are listed, selected and removed, and comments beside them stay', async () => {
	const {env, read} = configFolder({
		'config.toml': written,
		'credentials.toml': '[old]\ntoken = "t"\n\n[other]\ntoken = "u"\n',
	});
	expect((await runCli(['profiles'], {env})).out).toMatch(/^old +https:\/\/old\.example +OLD +no +no$/m);
	expect((await runCli(['profile', 'use', 'old'], {env})).code).toBe(0);
	expect(read('config.toml')).toMatch(/^profile = "old"$[^]*# the first one/m);
	const listed = await runCli(['profiles', '--json'], {env});
	expect(JSON.parse(listed.out)).toMatchObject({
		profiles: [{name: 'old', isDefault: true}, {name: 'demo'}],
	});
	expect((await runCli(['profile', 'remove', 'old'], {env})).code).toBe(0);
	expect(read('config.toml')).not.toContain('old');
	expect(read('config.toml')).toMatch(/# slow line[^]*\[aliases\]/);
	expect(read('credentials.toml')).toBe('[other]\ntoken = "u"\n');
	expect((await runCli(['profile', 'use', 'old'], {env})).code).toBe(6);
});

test('config check names file and line of each problem, and never the content of the file', async () => {
	const {env, folder} = configFolder({
		'config.toml': 'profile = "gone"\n\n[profiles.a]\nurl = "https://a.example"\nreadonly = true\npoll = 3\n',
		'credentials.toml': '[a]\ntoken = 5\n',
	});
	chmodSync(path.join(folder, 'credentials.toml'), 0o644);
	const {code, out} = await runCli(['config', 'check'], {env});
	expect(code).toBe(2);
	expect(out.replaceAll(`${folder}/`, '').split('\n')).toEqual([
		'config.toml:1: there is no profile gone.',
		'config.toml:5: unknown key profiles.a.readonly.',
		'config.toml:6: unknown key profiles.a.poll.',
		'credentials.toml: other users can read credentials.toml; run chmod 600 on it.',
		expect.stringMatching(/^credentials\.toml:2: a\.token: /),
		'',
	]);
	const broken = configFolder({'config.toml': 'profile = "a"\n\n= 3\n'});
	expect((await runCli(['config', 'check'], {env: broken.env})).out).toMatch(/config\.toml:3: invalid TOML/);
	expect((await runCli(['config', 'check'])).out).toContain('No configuration files found');
});

test('config check names the line of the problem that stops a trigger', async () => {
	const trigger = (...lines: string[]) => ['[[triggers]]', ...lines, ''].join('\n');
	const {env, folder} = configFolder({
		'config.toml': [
			trigger('name = "a"', 'pattern = "hello"'),
			trigger('name = "b"', 'pattern = "(?=x)"'),
			trigger('name = "c"', 'pattern = "x"', 'act = "command"', 'command = "kick {player}"'),
			trigger('name = "a"', 'pattern = "x"', 'servers = "/(/"', 'to = "all"'),
		].join('\n'),
	});
	const {code, out} = await runCli(['config', 'check'], {env});
	expect(code).toBe(2);
	expect(out.replaceAll(`${folder}/`, '').trim().split('\n')).toEqual([
		expect.stringMatching(/^config\.toml:19: unknown key triggers\.3\.to/),
	]);
	const checked = configFolder({
		'config.toml': [
			trigger('name = "c"', 'pattern = "x"', 'act = "command"', 'command = "kick {player}"'),
			trigger('name = "c"', 'pattern = "(?=x)"', 'servers = "/(/"'),
		].join('\n'),
	});
	const second = await runCli(['config', 'check'], {env: checked.env});
	expect(second.out.replaceAll(`${checked.folder}/`, '').trim().split('\n')).toEqual([
		expect.stringMatching(
			/^config\.toml:5: triggers\.0\.command: a trigger must not run it unattended: kick/,
		),
		expect.stringMatching(/^config\.toml:8: triggers\.1\.name: another trigger has this name/),
		expect.stringMatching(/^config\.toml:9: triggers\.1\.pattern: invalid pattern: lookahead/),
		expect.stringMatching(/^config\.toml:10: triggers\.1\.servers: /),
	]);
});

test('config show names the origin of each value and no secret', async () => {
	const {env} = configFolder({'config.toml': written});
	const ran = await runCli(['--url', 'https://a.example', 'config', 'show'], {
		env: {...env, RCONDECK_TOKEN: 'very-secret'},
	});
	expect(ran.out).toMatch(/^url +https:\/\/a\.example +--url$/m);
	expect(ran.out).toMatch(/^poll_seconds +7 +\S+config\.toml$/m);
	expect(ran.out).toMatch(/^at_once_per_node +2 +\S+config\.toml$/m);
	expect(ran.out).toMatch(/^credentials +token \(hidden\) +environment RCONDECK_TOKEN$/m);
	expect(ran.out + ran.err).not.toContain('very-secret');
	const chosen = async (argv: string[], more = {}) =>
		(await runCli([...argv, 'config', 'show'], {env: {...env, ...more}})).out;
	expect(await chosen([], {RCONDECK_PROFILE: 'old'})).toMatch(
		/^profile +old +environment RCONDECK_PROFILE$/m,
	);
	expect(await chosen(['--profile', 'old'])).toMatch(/^profile +old +--profile$/m);
	await runCli(['profile', 'use', 'old'], {env});
	expect(await chosen([])).toMatch(/^profile +old +\S+config\.toml$/m);
});

test('config show lists no service where none is configured', async () => {
	const {out} = await runCli(['config', 'show']);
	expect(out).toMatch(/^url +none \(the TUI opens the demo\)/m);
	expect(out).toMatch(/^profile +- /m);
});

test('config path lists the files, even if one is invalid', async () => {
	const {env, folder} = configFolder({'config.toml': '= 3'});
	const {out} = await runCli(['config', 'path'], {env});
	expect(out.split('\n').slice(0, 2)).toEqual([`${folder}/config.toml`, `${folder}/credentials.toml`]);
});

test('config check validates addresses and enumerated values like a session', async () => {
	const {env, folder} = configFolder({
		'config.toml':
			'theme = "solarised"\n[profiles.a]\nurl = "htp://a.example"\n[profiles.b]\nurl = "https://me:secret@b"\n[profiles.b.feed]\nurl = "https://b"\n[profiles.c.feed]\nurl = "off"\n',
	});
	const {code, out} = await runCli(['config', 'check'], {env});
	expect(code).toBe(2);
	expect(out).not.toContain('secret@');
	expect(out.replaceAll(`${folder}/`, '').trim().split('\n')).toEqual([
		'config.toml:1: theme: expected one of color-blind, default, high-contrast, monochrome, solarized.',
		expect.stringMatching(/^config\.toml:3: The URL in profiles\.a\.url must start with https:/),
		expect.stringMatching(/^config\.toml:5: The URL in profiles\.b\.url contains a user name or password/),
		expect.stringMatching(/^config\.toml:7: The URL in profiles\.b\.feed\.url must start with wss:/),
	]);
});

test('config check names unknown columns and sort orders of views, the nearest ids and all of them', async () => {
	const {env, folder} = configFolder({
		'config.toml':
			'bell = true\n[views.eu]\nsort = "plyers"\ncolumns = ["name", "node", "xyzzy"]\n[views.good]\nsort = "trouble"\ncolumns = ["node"]\n',
	});
	const {code, out} = await runCli(['config', 'check'], {env});
	expect(code).toBe(2);
	expect(out.replaceAll(`${folder}/`, '').trim().split('\n')).toEqual([
		expect.stringMatching(
			/^config\.toml:3: views\.eu\.sort: unknown sort order plyers \(did you mean players\?\); expected one of alerts, name, .*mem\.$/,
		),
		expect.stringMatching(
			/^config\.toml:4: views\.eu\.columns: unknown column xyzzy; expected one of .*node.*\.$/,
		),
	]);
});
