import {json as jsonIn} from 'node:stream/consumers';
import {expect, onTestFinished, test} from 'vitest';
import type {ConsoleKind} from '../../../src/contract/models/own-server.ts';
import {connectSource} from '../../../src/service/console/source.ts';
import {connectInContainer} from '../../../src/service/power/container-console.ts';
import {openOwnService} from '../own/open-own.ts';
import {openSourceServer, sourceGames} from '../console/servers/source-server.ts';
import {frame, json, openFakeEngine} from './fake-engine.ts';

const password = 'secret';
const options = {timeoutMs: 5000};
type Created = {Cmd: string[]; Env: string[]};
/** Or the status with which the engine refuses to start it, or the end of its connection. */
type End = {code: number; output?: string; errors?: string} | number | 'cut';

/** A container at this address, whose programs end like this. */
async function aContainer(
	address: string,
	programs: (words: string[]) => End,
	{mode = 'bridge', kind = 'source'}: {mode?: string; kind?: ConsoleKind} = {},
) {
	const created: Created[] = [];
	let end: End = 404;
	const engine = await openFakeEngine({
		json: json(200, {
			State: {Status: address === '' ? 'exited' : 'running'},
			HostConfig: {NetworkMode: mode},
			NetworkSettings: {Networks: {none: {IPAddress: ''}, game: {IPAddress: address}}},
		}),
		exec: (response, request) =>
			void jsonIn(request).then(body => {
				created.push(body as Created);
				end = programs((body as Created).Cmd);
				json(201, {Id: 'one'})(response, request);
			}),
		'exec/start': (response, request) => {
			if (end === 'cut') response.destroy();
			else if (typeof end === 'number') json(end, {message: 'exec failed'})(response, request);
			else
				response.writeHead(200).end(Buffer.concat([frame(2, end.errors ?? ''), frame(1, end.output ?? '')]));
		},
		'exec/json': (response, request) =>
			json(200, {ExitCode: typeof end === 'object' ? end.code : null})(response, request),
	});
	return {
		engine,
		created,
		connect: connectInContainer({container: 'mc', socket: engine.socket}, kind, connectSource()),
	};
}

const target = (port: number) => ({host: 'container', port, password, timeoutMs: 5000});

async function aGame() {
	const game = await openSourceServer({password, answer: command => `did ${command}`}, sourceGames.minecraft);
	onTestFinished(game.close);
	return game;
}

test.each([
	['at its address', '127.0.0.1', 'bridge'],
	['on the network of the machine', '192.0.2.1', 'host'],
])('a console that publishes no port is reached %s', async (_, address, mode) => {
	const {port} = await aGame();
	const {connect, created} = await aContainer(address, () => 500, {mode});
	const connection = await connect(target(port));
	onTestFinished(connection.close);
	expect(await connection.send('list', options)).toBe('did list');
	expect(created).toEqual([]);
});

test('a container that is not running is refused, and so is a wrong password at its address', async () => {
	const {port} = await aGame();
	const stopped = await aContainer('', () => 500);
	await expect(stopped.connect(target(port))).rejects.toMatchObject({
		reason: 'refused',
		message: 'The container mc is not running.',
	});
	const {connect, created} = await aContainer('127.0.0.1', () => 500);
	await expect(connect({...target(port), password: 'guess'})).rejects.toMatchObject({
		reason: 'wrong-password',
	});
	expect(created).toEqual([]);
});

test('the client in the container reaches a console without an address, with the password in its environment', async () => {
	const {connect, created} = await aContainer('127.0.0.1', ([program, ...words]) =>
		program === 'sh' ? {code: 0, output: '/usr/bin/rcon-cli\n'} : {code: 0, output: `did ${words.at(-1)}\n`},
	);
	const connection = await connect(target(1));
	onTestFinished(connection.close);
	expect(await connection.send('-say hi; $(x)', options)).toBe('did -say hi; $(x)');
	expect(created[1]?.Cmd).toEqual(['rcon-cli', '--', '-say hi; $(x)']);
	expect(created[1]?.Env).toEqual(
		expect.arrayContaining(['RCON_PASSWORD=secret', 'RCON_PORT=1', 'MCRCON_PASS=secret']),
	);
	expect(JSON.stringify([created.map(({Cmd}) => Cmd), created[0]])).not.toContain(password);
	await (await connect(target(1))).send('again', options);
	expect(created.map(({Cmd}) => Cmd[0])).toEqual(['sh', 'rcon-cli', 'rcon-cli']);
});

test.each(['source', 'telnet'] as const)(
	'without a client for %s the reason is that of the address',
	async kind => {
		const output = kind === 'source' ? '' : '/bin/mcrcon\n';
		const {connect} = await aContainer('127.0.0.1', () => ({code: 127, output}), {kind});
		await expect(connect(target(1))).rejects.toMatchObject({
			reason: 'refused',
			message: expect.stringContaining('Nothing is listening on 127.0.0.1:1'),
		});
	},
);

test.each([
	[{code: 1, errors: 'rcon: authentication failed'}, 'wrong-password', false],
	[{code: 1, errors: 'Failed to connect to RCON server: dial tcp 127.0.0.1:1'}, 'refused', false],
	[{code: 1, errors: 'EOF'}, 'dropped', true],
	[409, 'refused', false],
	['cut', 'dropped', true],
] as [End, string, boolean][])('a client that ends with %j is %s', async (end, reason, mayHaveRun) => {
	const {connect} = await aContainer('127.0.0.1', ([program]) =>
		program === 'sh' ? {code: 0, output: '/bin/mcrcon\n'} : end,
	);
	const connection = await connect(target(1));
	onTestFinished(connection.close);
	await expect(connection.send('stop', options)).rejects.toMatchObject({reason, mayHaveRun});
});

test('an own server in a container is used by its console, and its commands are kept', async () => {
	const {port} = await aGame();
	const {engine} = await aContainer('127.0.0.1', () => 500);
	const {add, becomes, rcon} = await openOwnService({env: {WORD: password}});
	const id = await add({
		console: {kind: 'source', host: 'container', port, password: {env: 'WORD'}},
		power: {kind: 'container', container: 'mc', socket: engine.socket},
		stopMs: 2000,
		readyMs: 2000,
	});
	await becomes(id, 'RUNNING');
	expect(await rcon(id, 'list')).toEqual({status: 200, response: 'did list'});
});
