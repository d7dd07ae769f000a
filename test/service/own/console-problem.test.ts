import path from 'node:path';
import {fastClock} from '../../helpers/fast-clock.ts';
import {createServer, type AddressInfo} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {reservePort} from '../../../src/demo/games/game-server.ts';
import {openRconServer} from '../../../src/demo/rcon/server.ts';
import {fakePrograms} from '../power/fake-programs.ts';
import {openOwnService} from './open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const env = {WORD: 'guess', PATH: process.env['PATH']};
const refusedPassword = 'The game refused the RCON password.';

const settingsOf = (port: number, more: Partial<OwnSettings> = {}): OwnSettings => ({
	console: {kind: 'source', host: '127.0.0.1', port, password: {env: 'WORD'}},
	power: {kind: 'none'},
	stopMs: 20_000,
	readyMs: 20_000,
	...more,
});

async function aProcess() {
	const port = await reservePort();
	const notes = path.join(path.dirname(fakePrograms().file('notes')), 'notes');
	const script = path.join(import.meta.dirname, 'console-server.ts');
	const command = [process.execPath, script, String(port), 'secret', notes];
	// The process ends only by force.
	return settingsOf(port, {power: {kind: 'process', command, directory: path.dirname(notes)}, stopMs: 500});
}

test('a refused password is a problem of the console: the port shows whether the game is running', async () => {
	const {add, becomes, shows} = await openOwnService({env, clock: fastClock});
	const game = await openRconServer({password: 'secret', answer: () => 'yes'});
	onTestFinished(() => game.close());
	const id = await add(settingsOf(game.port));
	await becomes(id, 'RUNNING');
	expect((await shows(id)).body).toMatchObject({problem: null, consoleProblem: refusedPassword});
	await game.close();
	await becomes(id, 'STOPPED');
	expect((await shows(id)).body).toMatchObject({problem: expect.stringContaining('Nothing is listening')});
	// The next game on the port may have another password: it is tried at once.
	const again = await openRconServer({password: 'guess', port: game.port, answer: () => 'yes'});
	onTestFinished(() => again.close());
	await becomes(id, 'RUNNING');
	await waitFor(async () => expect((await shows(id)).body).toMatchObject({consoleProblem: null}));
});

test('a process whose console refuses the password is restarted after a crash, and stops on request', async () => {
	const {add, becomes, act, shows, service, notifications} = await openOwnService({env});
	const id = await add(await aProcess(), {displayName: 'mine'});
	await becomes(id, 'STOPPED');
	await act(id, 'start');
	await becomes(id, 'RUNNING');
	expect((await shows(id)).body).toMatchObject({consoleProblem: refusedPassword});
	const pidOf = () => service.context.store.servers.get(id)?.process?.pid;
	const first = pidOf();
	process.kill(-(first ?? Number.NaN), 'SIGKILL');
	await waitFor(() => expect(notifications()).toEqual([expect.stringContaining('ended unexpectedly')]));
	await waitFor(() => expect(pidOf()).not.toBe(first));
	await becomes(id, 'RUNNING');
	await act(id, 'stop', {});
	await becomes(id, 'STOPPED');
	expect(notifications().filter(text => text.includes('unexpectedly'))).toHaveLength(1);
});

test('a process that a command through the service shut down has not crashed', async () => {
	const {add, becomes, act, rcon, service, notifications} = await openOwnService({
		env: {...env, WORD: 'secret'},
	});
	const settings = await aProcess();
	const id = await add({...settings, stopCommand: 'quit', stopMs: 10_000}, {displayName: 'mine'});
	await becomes(id, 'STOPPED');
	await act(id, 'start');
	await becomes(id, 'RUNNING');
	await rcon(id, 'quit');
	await becomes(id, 'STOPPED');
	expect(service.context.store.servers.get(id)?.wanted).toBe('down');
	expect(notifications()).toEqual([]);
});

test('a password that cannot be read leaves the state to the port', async () => {
	const {add, becomes, shows} = await openOwnService({env: {}, clock: fastClock});
	const game = await openRconServer({password: 'secret', answer: () => 'yes'});
	onTestFinished(() => game.close());
	const id = await add(settingsOf(game.port));
	await becomes(id, 'RUNNING');
	expect((await shows(id)).body).toMatchObject({consoleProblem: expect.stringContaining('WORD')});
	await game.close();
	await becomes(id, 'STOPPED');
});

test('an unknown state blocks no command: the answer of the console becomes the state', async () => {
	const {add, rcon, becomes, service} = await openOwnService({env: {...env, WORD: 'secret'}});
	const game = await openRconServer({password: 'secret', answer: command => `did ${command}`});
	onTestFinished(() => game.close());
	const id = await add(settingsOf(game.port));
	await becomes(id, 'RUNNING');
	const {servers} = service.context.store;
	const known = servers.get(id);
	if (known) servers.put({...known, state: 'UNKNOWN'});
	expect(await rcon(id, 'list')).toEqual({status: 200, response: 'did list'});
	await becomes(id, 'RUNNING');
});

test('no message suggests starting a server that has no driver', async () => {
	const {add, becomes, post} = await openOwnService({env});
	const id = await add(settingsOf(await reservePort()));
	await becomes(id, 'STOPPED');
	expect(await post(`/server/${id}/rcon?await=true`, {command: 'list'})).toMatchObject({
		status: 409,
		body: {
			key: 'server.is_not_online',
			message: expect.stringMatching(
				/^The server is not online\. Nothing is listening .* rcondeck cannot start this server\./,
			),
		},
	});
});

test('a failed DNS lookup does not count as a game that is down', async () => {
	const {add, shows} = await openOwnService({env});
	const console = {
		kind: 'source',
		host: 'no.such.host.invalid',
		port: 27015,
		password: {env: 'WORD'},
	} as const;
	const id = await add(settingsOf(1, {console}));
	await waitFor(async () =>
		expect((await shows(id)).body).toMatchObject({
			state: 'UNKNOWN',
			problem: expect.stringContaining('cannot be reached'),
		}),
	);
});

test('a console that ends every connection is not redialed every few seconds', async () => {
	const {add, becomes, shows} = await openOwnService({env, clock: fastClock});
	let greetings = 0;
	const server = createServer(socket => {
		socket
			.on('error', () => {})
			.once('data', () => {
				greetings++;
				socket.end();
			});
	});
	onTestFinished(() => void server.close());
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as AddressInfo;
	const console = {kind: 'web-rcon', host: '127.0.0.1', port, password: {env: 'WORD'}} as const;
	const id = await add(settingsOf(port, {console}));
	await becomes(id, 'RUNNING');
	// 25 seconds of the clock.
	await new Promise<void>(resolve => void fastClock.after(25_000, resolve));
	expect((await shows(id)).body).toMatchObject({state: 'RUNNING', consoleProblem: expect.any(String)});
	expect(greetings).toBe(1);
});
