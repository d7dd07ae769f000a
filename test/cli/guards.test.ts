import {sessionMessages} from '../../src/messages/login.ts';
import {expect, test} from 'vitest';
import {httpService} from '../helpers/http-service.ts';
import {runCli, runDemo, startCli} from './run-cli.ts';

/** Three servers that respond to every command with the last segment of their path. */
async function service() {
	const {url, seen} = await httpService(({method, url}, response, socket) => {
		const id = /^\/server\/(\w+)/.exec(url)?.[1] ?? '';
		if (url === '/team/my') response.end('{"id": "t"}');
		else if (url.startsWith('/server/by-team')) {
			response.end(
				JSON.stringify([
					{id: 'a', displayName: 'one', gameType: 'CS2', state: 'ONLINE', nodeId: 'n1', onlinePlayers: 3},
					{id: 'b', displayName: 'two', gameType: 'CS2', state: 'ONLINE', nodeId: 'n2'},
					{id: 'c', displayName: 'three', gameType: 'ARK_ASCENDED', state: 'OFFLINE', nodeId: 'n2'},
				]),
			);
		} else if (method === 'GET') response.end(JSON.stringify({id, displayName: id, state: 'ONLINE'}));
		else if (id === 'c') socket.destroy();
		else if (url.includes('rcon?')) {
			response.end(JSON.stringify({serverId: id, command: {command: '', response: 'same'}}));
		} else response.end();
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	const posted = () =>
		seen.filter(({method}) => method === 'POST').map(({url, body}) => `${url} ${body.toString()}`);
	return {env, posted};
}

test.each([
	[['rcon', '--all', '--', 'status'], 11, /needs --yes/],
	[['rcon', '--all', '--yes', '--expect', '2', '--', 'status'], 11, /Expected 2 servers, but 3 match/],
	[['rcon', '--all', '--expect', 'two', '--yes', '--', 'status'], 2, /Invalid --expect/],
	[['rcon', '--all', 'one', '--yes', '--', 'status'], 2, /not both/],
	[['rcon', '--match', 'nobody', '--yes', '--', 'status'], 6, /No servers match/],
	[['rcon', 'one', '-f', '-', '--', 'status'], 2, /not both/],
	[['rcon', 'one', '-f', '/no/such/file'], 2, /cannot be read/],
	[['rcon', 'one', '--deadline', 'soon', '--', 'status'], 2, /Invalid duration "soon" for --deadline/],
	[['rcon', '--', 'status'], 2, /Specify the servers/],
	[['broadcast', 'one', '--', 'hello'], 11, /broadcast needs --yes/],
	[['broadcast', 'one', '--yes', '--', 'hi; quit'], 2, /end of the message/],
	[['broadcast', 'one', '--yes'], 2, /then --, then the text/],
	[['stop', '--state', 'online'], 11, /stop needs --yes/],
	[['--read-only', 'broadcast', 'one', '--', 'hello'], 11, /read-only/],
	[['stop'], 2, /No servers given/],
])('%j sends nothing and gives the reason', async (argv, code, words) => {
	const {env, posted} = await service();
	const ran = await runCli(argv, {env});
	expect(ran.err).toMatch(words);
	expect({code: ran.code, posted: posted()}).toEqual({code, posted: []});
});

test('names a game without a broadcast command, and the alternative', async () => {
	const {url} = await httpService(({url}, response) => {
		if (url === '/team/my') response.end('{"id": "t"}');
		else
			response.end(JSON.stringify([{id: 'r', displayName: 'rusty', gameType: 'MY_GAME', state: 'ONLINE'}]));
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	const ran = await runCli(['broadcast', 'rusty', '--yes', '--', 'hello'], {env});
	expect(ran.err).toContain('No broadcast command is known for MY_GAME: use rcondeck rcon.');
});

test('--dry-run prints the exact requests and needs no consent', async () => {
	const {env, posted} = await service();
	const stop = await runCli(['stop', '--node', 'n2', '--delay', '5m', '--dry-run'], {env});
	expect(stop).toMatchObject({
		code: 0,
		out: 'POST /server/b/stop {"delayMinutes":5}\nPOST /server/c/stop {"delayMinutes":5}\n',
	});
	const rcon = await runCli(['rcon', 'one', '--dry-run', '--json', '--', 'status'], {env});
	expect(JSON.parse(rcon.out)).toEqual({
		schema: 1,
		requests: [{method: 'POST', path: '/server/a/rcon?await=true&timeoutMs=5000', body: {command: 'status'}}],
	});
	const dryRun = await runCli(['broadcast', '--all', '--dry-run', '--', 'Back', 'soon'], {env});
	expect(dryRun.out).toMatch(/\{"command":"say Back soon"\}[^]*\{"command":"ServerChat Back soon"\}/);
	expect(posted()).toEqual([]);
});

test('--by groups by matching lines or columns, and --mask by all but names, addresses and numbers', async () => {
	const {url} = await httpService(({method, url}, response) => {
		if (url === '/team/my') response.end('{"id": "t"}');
		else if (method === 'GET')
			response.end('[{"id": "a", "displayName": "one"}, {"id": "b", "displayName": "two"}]');
		else {
			const name = url.includes('/a/') ? 'one' : 'two';
			const text = `hostname ${name}\\nversion 1.4 stable\\nip 192.0.2.${name.length + (name === 'one' ? 0 : 9)}`;
			response.end(`{"serverId": "", "command": {"command": "status", "response": "${text}"}}`);
		}
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	const out = async (...options: string[]) =>
		(await runCli(['rcon', '--yes', 'one', 'two', ...options, '--', 'status'], {env})).out;
	expect(await out('--group')).toContain('== two ==');
	expect(await out('--group', '--by', '^version')).toBe('== one, two (2) ==\nversion 1.4 stable\n');
	expect(await out('--by', '1')).toBe('== one, two (2) ==\nhostname\nversion\nip\n');
	expect(await out('--mask')).toContain(
		'== one, two (2) ==\nhostname <name>\nversion # stable\nip <address>',
	);
	const wrong = await runCli(['rcon', '--yes', 'one', 'two', '--by', '(', '--', 'status'], {env});
	expect(wrong).toMatchObject({code: 2, err: expect.stringContaining('Invalid regular expression in --by')});
});

test('a selector sends to all matching servers, groups equal responses, and reports that a broken connection may have run', async () => {
	const {env} = await service();
	const alike = await runCli(['rcon', '--game', 'cs2', '--yes', '--expect', '2', '--group', '--', 'x'], {
		env,
	});
	expect(alike).toMatchObject({code: 0, out: '== one, two (2) ==\nsame\n'});
	const all = await runCli(['rcon', '--all', '--yes', '--json', '--', 'x'], {env});
	expect(all.code).toBe(3);
	const {results} = JSON.parse(all.out) as {results: {outcome: string}[]};
	expect(results.map(({outcome}) => outcome)).toEqual(['done', 'done', 'unknown']);
	expect((await runCli(['rcon', 'three', '--', 'x'], {env})).code).toBe(8);
});

test('sends lines from stdin in order, without comments, and stops after a failure', async () => {
	const {env, posted} = await service();
	const stdin = '# save first\nSaveWorld\n\nstatus\n';
	const ran = await runCli(['rcon', 'one', '-f', '-'], {env, stdin});
	expect(ran).toMatchObject({code: 0, out: '== one > SaveWorld ==\nsame\n== one > status ==\nsame\n'});
	expect(posted().map(line => line.replace(/^\S+ /, ''))).toEqual([
		'{"command":"SaveWorld"}',
		'{"command":"status"}',
	]);
	const failed = await runCli(['rcon', 'three', '-f', '-'], {env, stdin});
	expect(failed.err).toContain('three: Not sent: a previous command failed.');
	expect(posted()).toHaveLength(3);
});

test('--wait ends when the state is reached', async () => {
	const {env} = await service();
	const ran = await runCli(['start', 'one', '--wait', '--yes'], {env});
	expect(ran).toMatchObject({code: 0, out: 'one: start complete.\n', err: ''});
});

test('--wait reports in one sentence why a server did not start', async () => {
	let isStarted = false;
	const {url} = await httpService(({method, url}, response) => {
		if (method === 'POST') isStarted = true;
		const report = {isFailure: true, at: '2026-11-23T12:00:00Z', message: 'one was not started. It crashed.'};
		const one = {id: 'a', displayName: 'one', state: 'OFFLINE', ...(isStarted && {report})};
		if (url === '/team/my') response.end('{"id": "t"}');
		else response.end(JSON.stringify(url.includes('by-team') ? [one] : one));
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	const {code, err} = await runCli(['start', 'one', '--wait', '--yes'], {env});
	expect({code, err}).toEqual({
		code: 1,
		err: 'rcondeck: one was not started. It crashed.\n',
	});
});

test('an interruption reports at once which requests are done and which may have run', async () => {
	const {promise: asked, resolve} = Promise.withResolvers<void>();
	const {url} = await httpService(({method, url}, response) => {
		if (url === '/team/my') response.end('{"id": "t"}');
		else if (method === 'GET')
			response.end('[{"id": "a", "displayName": "one"}, {"id": "b", "displayName": "two"}]');
		else if (url.startsWith('/server/a')) response.end();
		else resolve();
	});
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	const command = startCli(['stop', 'one', 'two', '--yes'], {env});
	await asked;
	command.end({code: 130});
	const {code, err} = await command.ended;
	expect(code).toBe(130);
	expect(err).toMatch(/Interrupted\..*unknown, may have run: (one, )?two/);
});

test('show prints the details of one server, its backups and its last commands', async () => {
	const ran = await runDemo(['show', 'cs2-mirage']);
	expect(ran).toMatchObject({code: 0, err: `rcondeck: ${sessionMessages.onDemo}\n`});
	expect(ran.out).toMatch(/^Name +cs2-mirage$/m);
	expect(ran.out).toMatch(/^Node +\S+$/m);
	const {out} = await runDemo(['show', 'cs2-mirage', '--json']);
	expect(JSON.parse(out)).toMatchObject({
		schema: 1,
		server: {id: 'srv-cs2-mirage', commands: expect.any(Array)},
	});
});
