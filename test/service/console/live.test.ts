import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {reservePort} from '../../../src/demo/games/game-server.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {connectEcon} from '../../../src/service/console/econ.ts';
import {connectStreams} from '../../../src/service/console/stdio.ts';
import {openConsole} from '../../../src/service/console/keep-open.ts';
import {connectQuake} from '../../../src/service/console/quake.ts';
import {queryQuake3} from '../../../src/service/query/quake3.ts';
import {follow} from '../../client/feed/follow.ts';
import {needInTests} from '../../peers/need-in-tests.ts';
import {openOwnService} from '../own/open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const password = 'econ word';

const aFolder = (prefix: string): string => {
	const folder = mkdtempSync(path.join(tmpdir(), prefix));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
};

const teeworlds = {
	program: '/usr/games/teeworlds-server',
	settings: ['bindaddr 127.0.0.1', 'ec_bindaddr 127.0.0.1'],
} as const;
/** Larger, and slow, as an empty server looks at its console once a second: only in `npm run peers:consoles`. */
const ddnet = {
	program: '/usr/games/DDNet-Server',
	// DDNet 16.4 opens its console only if it can bind the address for both IPv4 and IPv6.
	settings: ['sv_ipv4only 1', 'ec_bindaddr "[::1]"'],
} as const;
const isThorough = process.env['RCONDECK_PEERS'] === 'all';
const games = isThorough ? [teeworlds, ddnet] : [teeworlds];

describe.each(games)('$program', ({program, settings}) => {
	needInTests(program);

	/** Starts the game and returns how to start it again on the same ports. */
	const aGame = async () => {
		const directory = aFolder('econ-');
		const port = await reservePort();
		const lines = [
			'sv_name "real one"',
			'sv_register 0',
			`sv_port ${await reservePort()}`,
			`ec_port ${port}`,
			`ec_password "${password}"`,
			'ec_output_level 2',
			...settings,
		];
		writeFileSync(path.join(directory, 'server.cfg'), `${lines.join('\n')}\n`);
		const start = () => {
			const child = spawn(program, ['-f', 'server.cfg'], {
				cwd: directory,
				env: {...process.env, HOME: directory},
				stdio: 'ignore',
			});
			onTestFinished(
				() =>
					new Promise(resolve => {
						child.once('exit', () => resolve());
						if (!child.kill('SIGKILL')) resolve();
					}),
			);
			return child;
		};
		return {port, start};
	};
	const openGame = (port: number, onLine: (text: string) => void, word = password) => {
		const game = openConsole({
			host: '127.0.0.1',
			port,
			password: () => word,
			connect: connectEcon,
			isStreaming: true,
			clock: systemClock,
			random: Math.random,
			onLine: ({text}) => onLine(text),
		});
		onTestFinished(game.close);
		const becomes = (kind: string) => waitFor(() => expect(game.state().kind).toBe(kind));
		return {...game, becomes, ask: (command: string) => game.send(command, {timeoutMs: 10_000})};
	};

	test('distinguishes the answers of a real console from its log', async () => {
		const {port, start} = await aGame();
		start();
		const lines: string[] = [];
		const {ask, becomes} = openGame(port, text => lines.push(text));
		await becomes('open');
		expect(await ask('sv_name')).toMatch(/: Value: real one$/);
		expect(await ask('sv_name "grüße 日本"')).toBe('');
		expect(await ask('sv_name')).toMatch(/: Value: grüße 日本$/);
		expect(await ask('status')).toBe('');
		expect(await ask('nonsense')).toMatch(/: No such command: nonsense\.$/);
		expect(await ask('say hello all')).toMatch(/: \*\*\* hello all$/);
		expect(await ask('echo two words')).toMatch(/: two words$/);
		expect(lines.join('\n')).not.toMatch(/authed|end-/);
	});

	test('another admin sees every command, and many commands get their own answers', async () => {
		const {port, start} = await aGame();
		start();
		const lines: string[] = [];
		const {ask, becomes} = openGame(port, () => {});
		const watcher = openGame(port, text => lines.push(text));
		await becomes('open');
		await watcher.becomes('open');
		for (let turn = 0; turn < 5; turn++) expect(await ask(`echo turn ${turn}.`)).toMatch(`: turn ${turn}.`);
		await ask('say to everybody');
		await waitFor(() => expect(lines.join('\n')).toContain('*** to everybody'));
	});

	test('reports a wrong password, and reconnects to a game that restarts', async () => {
		const {port, start} = await aGame();
		const first = start();
		const {ask, becomes} = openGame(port, () => {});
		await becomes('open');
		const stranger = openGame(port, () => {}, 'guess');
		await stranger.becomes('lost');
		expect(stranger.state()).toMatchObject({error: {reason: 'wrong-password'}});
		first.kill('SIGKILL');
		await becomes('lost');
		start();
		await becomes('open');
		expect(await ask('sv_name')).toMatch(/: Value: real one$/);
		// Whether the end of the connection or the marker is first depends on the game.
		await ask('shutdown').catch(() => '');
		await becomes('lost');
	});
});

/** Its dedicated server reads commands from its input, and prints no prompt. Installed by `npm run peers:consoles`. */
describe.each(isThorough ? (['/usr/games/openttd'] as const) : [])('%s', program => {
	needInTests(program);

	test('the input and output of a real process are its console', async () => {
		const directory = aFolder('stdio-');
		const child = spawn(
			program,
			[
				`-D127.0.0.1:${await reservePort()}`,
				'-x',
				'-snull',
				'-mnull',
				'-vdedicated',
				'-c',
				`${directory}/cfg`,
			],
			{cwd: directory, env: {...process.env, HOME: directory}},
		);
		onTestFinished(() => void child.kill('SIGKILL'));
		let log = '';
		child.stderr.on('data', chunk => (log += String(chunk)));
		const lines: string[] = [];
		const game = openConsole({
			host: '',
			port: 0,
			password: () => '',
			connect: connectStreams(() => ({
				stdout: child.stdout,
				write: text => void child.stdin.write(text),
			})),
			isStreaming: true,
			clock: systemClock,
			random: Math.random,
			onLine: ({text}) => lines.push(text),
		});
		onTestFinished(game.close);
		const ask = (command: string) => game.send(command, {timeoutMs: 10_000});
		await waitFor(() => expect(log).toContain('starting game'));
		expect(await ask('clients')).toMatch(/^Client #1 /);
		expect(await ask('nonsense')).toBe("Command 'nonsense' not found.");
		expect(await ask('say "grüße 日本"')).toContain('grüße 日本');
		expect(await ask('server_name quiet')).not.toContain('not found');
		expect(lines.join('\n')).toContain('OpenTTD Game Console');
		expect(lines.join('\n')).not.toContain('Client #1');
		await ask('quit').catch(() => '');
		await waitFor(() => expect(game.state().kind).toBe('lost'));
	});
});

describe.each(isThorough ? (['/usr/games/openttd'] as const) : [])(
	'%s as a server of the service',
	program => {
		needInTests(program);

		test('its output is on the feed, and its console works again after a restart of the service', async () => {
			const directory = mkdtempSync(path.join(tmpdir(), 'stdio-'));
			onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
			const address = `127.0.0.1:${await reservePort()}`;
			const command = [
				program,
				`-D${address}`,
				'-x',
				'-snull',
				'-mnull',
				'-vdedicated',
				'-c',
				`${directory}/cfg`,
			];
			const data = path.join(directory, 'service.db');
			const options = {data, env: {...process.env, HOME: directory}};
			const first = await openOwnService(options);
			const feed = follow('ws://service/websocket', {
				teamId: first.service.teamId,
				credentials: {kind: 'token', token: new Secret(first.service.credentials.token)},
				openSocket: (_url, {headers}) => first.service.openSocket(headers),
			});
			await feed.is('live');
			const id = await first.add(
				{
					console: {kind: 'stdio'},
					power: {kind: 'process', command, directory},
					probeCommand: 'clients',
					sayCommand: 'say "{text}"',
					stopCommand: 'quit',
					stopMs: 10_000,
					readyMs: 30_000,
				},
				{start: true},
			);
			await first.becomes(id, 'ONLINE');
			const printed = () =>
				feed
					.events()
					.flatMap(event => (event.kind === 'output' ? event.output.lines.map(({text}) => text) : []));
			await waitFor(() => expect(printed().join('\n')).toContain('Starting dedicated server'));
			expect((await first.rcon(id, 'nonsense')).response).toContain("Command 'nonsense' not found.");
			await first.service.close();
			const second = await openOwnService(options);
			await second.becomes(id, 'ONLINE');
			expect((await second.rcon(id, 'say "grüße 日本"')).response).toContain('grüße 日本');
			await second.act(id, 'stop');
			await second.becomes(id, 'OFFLINE');
			expect(second.service.log(id).join('\n')).toContain('ended');
		});
	},
);

/** ioquake3's dedicated server. 417 MB, so only installed by `npm run peers:consoles`. */
describe.each(isThorough ? (['/usr/games/openarena-server'] as const) : [])('%s', program => {
	needInTests(program);

	/** Starts the game; resolves once it answers queries. */
	const aGame = async () => {
		const directory = aFolder('quake-');
		const address = {host: '127.0.0.1', port: await reservePort()};
		const settings = {
			dedicated: '1',
			net_ip: address.host,
			net_port: `${address.port}`,
			rconPassword: 'sesame',
			sv_hostname: '^1Real ^7one',
			sv_master1: '',
		};
		const child = spawn(
			program,
			[...Object.entries(settings).flatMap(([name, value]) => ['+set', name, value]), '+map', 'oa_dm1'],
			{cwd: directory, env: {...process.env, HOME: directory}, stdio: 'ignore'},
		);
		const exit = new Promise(resolve => child.once('exit', resolve));
		onTestFinished(async () => {
			child.kill('SIGKILL');
			await exit;
		});
		const ask = queryQuake3(address);
		await waitFor(async () => expect(await ask({timeoutMs: 1000})).toMatchObject({map: 'oa_dm1'}), {
			timeout: 30_000,
		});
		return {address, ask, exit};
	};
	const logIn = async (address: {host: string; port: number}, password = 'sesame') => {
		const connection = await connectQuake()({...address, password, timeoutMs: 5000});
		onTestFinished(connection.close);
		return (command: string) => connection.send(command, {timeoutMs: 30_000});
	};

	test('the console and the query of a real game', async () => {
		const {address, ask, exit} = await aGame();
		await expect(logIn(address, 'guess')).rejects.toMatchObject({reason: 'wrong-password'});
		const send = await logIn(address);
		expect(await ask({timeoutMs: 1000})).toEqual({
			name: 'Real one',
			map: 'oa_dm1',
			players: 0,
			maxPlayers: 8,
		});
		expect(await send('say hello')).toContain('hello');
		expect(await send('nonsense')).toBe('unknown command: nonsense');
		expect(await send('set sv_hostname two')).toBe('');
		// Several packets.
		expect(await send('cvarlist')).toMatch(/sv_hostname "two"[\s\S]*\d+ cvar indexes$/);
		await send('addbot sarge 3');
		await waitFor(async () => expect(await ask({timeoutMs: 1000})).toMatchObject({players: 1}));
		expect(await send('status')).toContain('Sarge');
		await expect(send('quit')).rejects.toMatchObject({reason: 'dropped'});
		await exit;
		await expect(logIn(address)).rejects.toMatchObject({reason: 'refused'});
		await expect(ask({timeoutMs: 5000})).rejects.toMatchObject({reason: 'refused'});
	});

	test('many commands keep to the rate that the game accepts', async () => {
		const {address} = await aGame();
		const send = await logIn(address);
		for (let turn = 0; turn < 20; turn++) expect(await send(`echo turn ${turn}.`)).toBe(`turn ${turn}.`);
	});
});
