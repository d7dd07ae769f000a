import {hostname} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {tempFolder} from './temp-folder.ts';
import {certificateFile} from '../helpers/secure-service.ts';
import {runCli, startCli} from './run-cli.ts';

const tls = ['--tls-cert', certificateFile('good'), '--tls-key', certificateFile('key')];

/** Serves a small demo until the test ends. */
function serve(args: readonly string[], isTTY = false) {
	const service = startCli(['serve', '--demo', '--servers', '2', ...args], {isTTY});
	const end = () => {
		service.end({code: 130});
		return service.ended;
	};
	onTestFinished(async () => void (await end()));
	return {...service, end};
}

test.each([
	[['--listen', '0.0.0.0:0'], /Without TLS, anyone .* can read the tokens\. Add --tls-cert .* or --insecure/],
	[['--listen', '[::]:0'], /Other machines can reach ::/],
	[['--listen', 'games.example:80'], /Invalid address `games\.example:80`\. Use an IP address/],
	[['--listen', '127.0.0.1:99999'], /--listen must be a whole number from 0 to 65535/],
	[['--listen', '[127.0.0.1]:1'], /Invalid address/],
	[['--listen', '::1:x'], /Invalid address/],
	[
		['--listen', '127.0.0.1:1', '--port', '2'],
		/Specify the port either in --listen or with --port, not both/,
	],
	[['--listen', '203.0.113.1:0', '--insecure'], /This machine has no address 203\.0\.113\.1/],
	[['--tls-cert', certificateFile('good')], /Specify both --tls-cert and --tls-key/],
	[['--tls-cert', certificateFile('expired'), '--tls-key', certificateFile('key')], /expired on \d{4}-/],
	[['--tls-cert', '/none.pem', '--tls-key', certificateFile('key')], /There is no file \/none\.pem/],
	[['--log-format', 'xml'], /Allowed choices are text, json/],
	[['--service-limit', 'maxConnections=0'], /--service-limit maxConnections must be a whole number from 1/],
])('%j is wrong usage', async (options, sentence) => {
	const ran = await runCli(
		['serve', '--demo', '--servers', '1', '--port', '0', ...options].filter(
			(word, at, all) =>
				!(options[0] === '--listen' && (word === '--port' || all[at - 1] === '--port') && at < 6),
		),
	);
	expect(ran).toMatchObject({code: 2, out: '', err: expect.stringMatching(sentence)});
});

test('an address for other machines is announced by a name that they can use', async () => {
	const plain = serve(['--listen', '0.0.0.0:0', '--insecure']);
	const plainly = await plain.says('Ctrl-C');
	expect(plainly).toMatch(new RegExp(`export RCONDECK_URL=http://${hostname()}:\\d+\n`));
	expect(plainly).toContain('export RCONDECK_ALLOW_PLAIN_HTTP=1\n');
	const named = serve(['--listen', '0.0.0.0:0', '--insecure', '--host-name', 'games.example']);
	expect(await named.says('Ctrl-C')).toContain('RCONDECK_URL=http://games.example:');
	const secure = serve(['--listen', '0.0.0.0:0', ...tls, '--host-name', 'games.example', '127.0.0.1']);
	const said = await secure.says('Ctrl-C');
	expect(said).toMatch(/export RCONDECK_URL=https:\/\/127\.0\.0\.1:\d+\n/);
	expect(said).not.toContain('RCONDECK_ALLOW_PLAIN_HTTP');
	expect(said).toMatch(/export RCONDECK_FEED_URL=wss:\/\/127\.0\.0\.1:\d+\/websocket\n/);
});

test('with a shutdown delay, the service leaves the load balancer before it shuts down', async () => {
	const {says, end, saysOnError} = serve(['--port', '0', '--shutdown-delay', '1s']);
	const said = await says('Ctrl-C');
	const url = /RCONDECK_URL=(\S+)/.exec(said)?.[1] ?? '';
	expect((await fetch(`${url}/readyz`)).status).toBe(200);
	const ended = end();
	const left = await saysOnError('"leave"');
	expect(left).not.toContain('"shutdown"');
	const {err} = await ended;
	expect(err.indexOf('"leave"')).toBeLessThan(err.indexOf('"shutdown"'));
});

test('without a terminal, stderr has JSON lines from start to end, without the token', async () => {
	const {says, end} = serve(['--port', '0', '--log-level', 'debug']);
	const said = await says('Ctrl-C');
	const [url, token] = ['URL', 'TOKEN'].map(
		name => new RegExp(`RCONDECK_${name}=(\\S+)`).exec(said)?.[1] ?? '',
	);
	await fetch(`${url}/team/my`, {headers: {'Application-Token': token ?? ''}});
	expect((await fetch(`${url}/healthz`)).status).toBe(200);
	expect((await fetch(`${url}/metrics`)).headers.get('content-type')).toBe(
		'text/plain; version=0.0.4; charset=utf-8',
	);
	const {err, code} = await end();
	expect(code).toBe(130);
	const entries = err
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line) as Record<string, unknown>);
	const events = entries.map(({event}) => event);
	expect(events.slice(0, 2)).toEqual(['start', 'listen']);
	expect(events.slice(-2)).toEqual(['shutdown', 'closed']);
	expect(entries).toContainEqual(expect.objectContaining({event: 'listen', url}));
	expect(entries).toContainEqual(expect.objectContaining({event: 'request', route: '/team/my', status: 200}));
	expect(err).not.toContain(token);
});

test('on a terminal the log is text and only has warnings, and --quiet keeps the token from stdout', async () => {
	const {says, end} = serve(['--port', '0'], true);
	const said = await says('Ctrl-C');
	const url = /RCONDECK_URL=(\S+)/.exec(said)?.[1] ?? '';
	await fetch(`${url}/team/my`);
	expect((await end()).err).toMatch(/^\S+Z WARN {2}Request method=GET route=other status=401 [^\n]*\n$/);
	const quiet = serve(['--port', '0', '--quiet']);
	await quiet.saysOnError('"event":"listen"');
	expect((await quiet.end()).out).toBe('');
});

test('a taken port is wrong usage, and nothing is started', async () => {
	const first = serve(['--port', '0']);
	const port = /RCONDECK_URL=http:\/\/127\.0\.0\.1:(\d+)/.exec(await first.says('Ctrl-C'))?.[1] ?? '';
	const data = path.join(tempFolder(), 'data');
	const second = await runCli(['serve', '--demo', '--data', data, '--port', port]);
	expect(second).toMatchObject({code: 2, err: expect.stringContaining(`127.0.0.1:${port} is in use.`)});
});
