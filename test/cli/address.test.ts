import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import {chmodSync, writeFileSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {Behavior, GameServer} from '../service/console/conformance.ts';
import {openBattleyeServer} from '../service/console/servers/battleye-server.ts';
import {openEconServer} from '../service/console/servers/econ-server.ts';
import {openQuakeServer} from '../service/console/servers/quake-server.ts';
import {openSourceServer, sourceGames} from '../service/console/servers/source-server.ts';
import {openTelnetServer} from '../service/console/servers/telnet-server.ts';
import {openWebRconServer} from '../service/console/servers/web-rcon-server.ts';
import {consoleKinds} from '../../src/contract/models/own-server.ts';
import {runCli, runDemo} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

const password = 'open-sesame';

async function game(
	open: (behavior: Behavior) => Promise<GameServer> = behavior =>
		openSourceServer(behavior, sourceGames.minecraft),
	answer: Behavior['answer'] = command => `ran ${command}`,
) {
	const server = await open({password, answer});
	onTestFinished(server.close);
	return {heard: server.heard, address: `127.0.0.1:${server.port}`};
}

/** A file with the password, which its group may read with `mode` 0640. */
function passwordFile(mode = 0o600): string {
	const file = path.join(tempFolder(), 'password');
	writeFileSync(file, `${password}\n`);
	chmodSync(file, mode);
	return file;
}

test.for<[string, (behavior: Behavior) => Promise<GameServer>, RegExp]>([
	['source', openSourceServer, /^$/],
	['web-rcon', openWebRconServer, /^$/],
	['quake', openQuakeServer, /ended by silence/],
	['battleye', openBattleyeServer, /^$/],
	['telnet', openTelnetServer, /^$/],
	['econ', openEconServer, /^$/],
])('rcon --address sends one command to a %s console, and nothing else', async ([kind, open, said]) => {
	const {address, heard} = await game(open);
	const words = ['rcon', '--address', address, '--console', kind, '--password-file', passwordFile()];
	const {code, out, err} = await runCli([...words, '--', 'players list'], {});
	expect({code, out, err, heard}).toEqual({
		code: 0,
		out: expect.stringContaining('ran players list'),
		err: expect.stringMatching(said),
		heard: ['players list'],
	});
});

test('--address reads the password from the environment, ignores every service, and the journal has the address alone', async () => {
	const {address, heard} = await game();
	const env = {
		RCONDECK_CONSOLE_PASSWORD: password,
		RCONDECK_URL: 'http://127.0.0.1:1',
		RCONDECK_TOKEN: 't',
		RCONDECK_STATE_DIR: tempFolder(),
	};
	const words = ['rcon', '--address', address, '--game', 'minecraft'];
	const asJson = await runCli([...words, '--json', '--timeout', '20s', '-f', '-'], {
		env,
		stdin: 'list\n# no\nseed\n',
	});
	const result = {serverId: address, serverName: address, outcome: 'done'};
	expect(JSON.parse(asJson.out)).toMatchObject({
		results: [
			{...result, command: 'list', response: 'ran list'},
			{...result, command: 'seed', response: 'ran seed'},
		],
	});
	expect(heard).toEqual(['list', 'seed']);
	const journal = await runCli(['journal', '--all-profiles', '--server', address], {env});
	expect(journal.out).toMatch(new RegExp(`${address}.*list[^]*${address}.*seed`));
	expect(journal.out).not.toContain(password);
});

test('--address keeps the guards: dangerous commands need --yes, a read-only session sends nothing', async () => {
	const {address, heard} = await game();
	const words = ['--address', address, '--game', 'minecraft', '--password-file', passwordFile()];
	const refused = await runCli(['rcon', ...words, '--', 'stop']);
	expect(refused).toMatchObject({code: 11, err: expect.stringContaining('looks destructive')});
	expect(await runCli(['--read-only', 'rcon', ...words, '--', 'list'])).toMatchObject({code: 11});
	expect(heard).toEqual([]);
	expect((await runCli(['rcon', ...words, '--yes', '--', 'stop'])).code).toBe(0);
	expect(heard).toEqual(['stop']);
});

test('a terminal gets sanitized text, and a pipe gets the answer unchanged', async () => {
	const {address} = await game(undefined, () => '\x1b]0;owned\x07done');
	const words = [
		'rcon',
		'--address',
		address,
		'--game',
		'minecraft',
		'--password-file',
		passwordFile(),
		'--',
		'list',
	];
	expect((await runCli(words)).out).toBe('\x1b]0;owned\x07done\n');
	expect((await runCli(words, {isTTY: true})).out).toBe('^[]0;owned^Gdone\n');
});

/** A port that accepts connections and datagrams, and never says a word. */
async function silentAddress(): Promise<string> {
	const server = createServer(socket => void socket.on('error', () => {})).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as AddressInfo;
	const udp = createSocket('udp4').bind(port, '127.0.0.1');
	await once(udp, 'listening');
	onTestFinished(() => void (udp.close(), server.close()));
	return `127.0.0.1:${port}`;
}

test.for(consoleKinds)(
	'a %s console whose login is not answered within --timeout has certainly run nothing: exit code 1',
	async kind => {
		const words = ['rcon', '--address', await silentAddress(), '--console', kind, '--password-env', 'WORD'];
		if (kind === 'http') words.push('--game', 'palworld');
		const {code, err} = await runCli([...words, '--timeout', '300ms', '--', 'list'], {env: {WORD: password}});
		expect({code, err}).toEqual({code: 1, err: expect.stringMatching(/was not sent.*did not run/)});
	},
);

test('names the failure: no answer exits with 8, a refused login or a closed port with 1', async () => {
	const {address} = await game(undefined, () => new Promise(() => {}));
	const words = ['rcon', '--game', 'minecraft', '--password-env', 'WORD', '--address'];
	const env = {WORD: password};
	expect(await runCli([...words, address, '--timeout', '300ms', '--', 'list'], {env})).toMatchObject({
		code: 8,
		err: expect.stringContaining('server.rcon_timeout'),
	});
	expect(await runCli([...words, address, '--', 'list'], {env: {WORD: 'wrong'}})).toMatchObject({
		code: 1,
		err: expect.stringMatching(/refused the RCON password.*did not run/),
	});
	expect(await runCli([...words, '127.0.0.1:1', '--', 'list'], {env})).toMatchObject({
		code: 1,
		err: expect.stringMatching(/Nothing is listening on 127.0.0.1:1.*did not run/),
	});
});

test.for([
	[['--address', 'h:1', '--', 'list'], 'Specify the game with --game'],
	[['--address', 'h:1', '--game', 'minecraft', '--', 'list'], 'RCONDECK_CONSOLE_PASSWORD'],
	[['--address', 'h:x', '--game', 'minecraft', '--', 'list'], '--address "h:x" has an invalid port'],
	[['one', '--address', 'h:1', '--game', 'minecraft', '--', 'list'], 'not both'],
	[['--all', '--address', 'h:1', '--game', 'minecraft', '--', 'list'], 'not both'],
	[['one', '--password-file', 'p', '--', 'list'], '--password-file is only for a server at --address'],
	[
		['--url', 'http://h', '--address', 'h:1', '--game', 'minecraft', '--no-password', '--', 'list'],
		'Use either --address or --url',
	],
	[['--address', 'h:1', '--console', 'stdio', '--', 'list'], 'Allowed choices are source'],
] as const)('rcon %s is wrong usage', async ([words, problem]) => {
	expect(await runCli(['rcon', ...words])).toMatchObject({code: 2, err: expect.stringContaining(problem)});
});

test('refuses a password file that others can read', async () => {
	const words = ['rcon', '--address', 'h:1', '--game', 'minecraft', '--password-file', passwordFile(0o644)];
	const {code, err} = await runCli([...words, '--', 'list']);
	expect(code).toBe(2);
	expect(err).toContain('password');
	expect(err).not.toContain(password);
});

test('without a terminal, console runs the lines of stdin on a named server or an address', async () => {
	const {address, heard} = await game();
	const words = ['console', '--address', address, '--game', 'minecraft', '--password-file', passwordFile()];
	const {code, out} = await runCli(words, {stdin: 'list\nsay hi\n'});
	expect({code, out, heard}).toEqual({
		code: 0,
		out: `== ${address} > list ==\nran list\n== ${address} > say hi ==\nran say hi\n`,
		heard: ['list', 'say hi'],
	});
	expect(await runCli([...words], {stdin: 'stop\n'})).toMatchObject({code: 11});
	expect((await runDemo(['console', 'cs2-surf'], {stdin: 'status\n'})).out).toContain('hostname');
	for (const wrong of [[], ['one', '--address', address], ['one', '--game', 'minecraft']])
		expect(await runCli(['console', ...wrong])).toMatchObject({code: 2});
});
