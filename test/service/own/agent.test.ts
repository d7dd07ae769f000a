import {createServer, type Socket} from 'node:net';
import {expect, onTestFinished, test, vi} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {systemClock, type Clock} from '../../../src/lib/clock.ts';
import {reservePort} from '../../../src/demo/games/reserve-port.ts';
import {openRconServer} from '../../../src/demo/rcon/server.ts';
import {issueToken} from '../../../src/service/grants.ts';
import {openOwnService} from './open-own.ts';

const env = {WORD: 'secret'};

/** Ten times as fast: a server is observed every 5 seconds. */
const fastClock: Clock = {
	now: systemClock.now,
	monotonic: () => 10 * systemClock.monotonic(),
	after: (delayMs, task) => systemClock.after(delayMs / 10, task),
};

const observed = (port: number, more: Partial<OwnSettings> = {}): OwnSettings => ({
	console: {kind: 'source', host: '127.0.0.1', port, password: {env: 'WORD'}},
	power: {kind: 'none'},
	stopMs: 2000,
	readyMs: 2000,
	...more,
});

/** A game that accepts connections and never says a word. */
async function aSilentGame(): Promise<number> {
	const sockets = new Set<Socket>();
	const server = createServer(socket => void sockets.add(socket));
	const port = await reservePort();
	await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	return port;
}

async function aGame(answer: (command: string) => string) {
	const game = await openRconServer({password: 'secret', answer});
	onTestFinished(() => game.close());
	return game;
}

test('a game that answers is ONLINE, and one whose port is closed is OFFLINE', async () => {
	const {add, becomes, rcon} = await openOwnService({env});
	const game = await aGame(command => `did ${command}`);
	const up = await add(observed(game.port), {displayName: 'up'});
	const down = await add(observed(await reservePort()), {displayName: 'down'});
	await becomes(up, 'ONLINE');
	await becomes(down, 'OFFLINE');
	expect(await rcon(up, 'list')).toEqual({status: 200, response: 'did list'});
	expect(await rcon(down, 'list')).toMatchObject({status: 409});
});

test('each real server has its own queue, which the list names', async () => {
	const {service, add} = await openOwnService({env});
	const id = await add(observed((await aGame(() => 'yes')).port));
	const list = await service.fetch(
		new Request(`http://service/server/by-team/${service.teamId}`, {
			headers: {'Application-Token': service.credentials.token},
		}),
	);
	expect(await list.json()).toMatchObject([{id, commandQueue: id}]);
});

test('a game that goes is OFFLINE, and ONLINE again when it is back', async () => {
	const {add, becomes, rcon} = await openOwnService({env, clock: fastClock});
	const game = await aGame(() => 'yes');
	const id = await add(observed(game.port));
	await becomes(id, 'ONLINE');
	await game.close();
	await becomes(id, 'OFFLINE');
	const again = await openRconServer({password: 'secret', port: game.port, answer: () => 'yes'});
	onTestFinished(() => again.close());
	await becomes(id, 'ONLINE');
	expect(await rcon(id, 'list')).toEqual({status: 200, response: 'yes'});
});

test('a frozen game is UNKNOWN, and does not delay the commands of another one', async () => {
	const {add, becomes, rcon, shows} = await openOwnService({env});
	const frozen = await add(observed(await aSilentGame()), {displayName: 'frozen'});
	const game = await aGame(command => `did ${command}`);
	const id = await add(observed(game.port), {displayName: 'lively'});
	await becomes(id, 'ONLINE');
	expect(await rcon(id, 'list')).toEqual({status: 200, response: 'did list'});
	const body = await vi.waitFor(
		async () => {
			const {body} = await shows(frozen);
			expect(body).toMatchObject({problem: expect.any(String)});
			return body;
		},
		{timeout: 15_000},
	);
	// A silent machine proves nothing, not even at first.
	expect(body).toMatchObject({
		state: 'UNKNOWN',
		stateSince: expect.any(String),
		problem: expect.stringMatching(/in time|does not answer/),
	});
	expect([body['serverPort'], body['onlinePlayers'], body['maxPlayers']]).toEqual([
		undefined,
		undefined,
		undefined,
	]);
}, 40_000);

test('a password that cannot be read leaves the state UNKNOWN', async () => {
	const {add, becomes, service} = await openOwnService({env: {}});
	const game = await aGame(() => 'yes');
	const id = await add(observed(game.port));
	await becomes(id, 'UNKNOWN');
	expect(service.context.store.servers.get(id)?.state).toBe('UNKNOWN');
});

test('a game that refuses the password is ONLINE, and its commands get no answer', async () => {
	const {add, becomes, rcon} = await openOwnService({env: {WORD: 'guess'}});
	const game = await aGame(() => 'yes');
	const id = await add(observed(game.port));
	await becomes(id, 'ONLINE');
	expect(await rcon(id, 'list')).toEqual({status: 200, response: null});
});

test('the owner changes and removes a server while the service runs, and nobody else may', async () => {
	const {add, becomes, call, post, service} = await openOwnService({env});
	const game = await aGame(() => 'yes');
	const id = await add(observed(await reservePort()));
	await becomes(id, 'OFFLINE');
	const changed = {displayName: 'renamed', gameType: 'MINECRAFT', settings: observed(game.port)};
	expect((await post(`/own-server/${id}/change`, changed)).status).toBe(200);
	await becomes(id, 'ONLINE');
	expect((await call('GET', `/own-server/${id}`)).body).toEqual({id, ...changed});
	const {token} = issueToken(service.context, {name: 'bot', teamId: service.teamId, permissions: ['ALL']});
	expect(await call('GET', `/own-server/${id}`, undefined, token)).toMatchObject({
		status: 403,
		body: {key: 'general.owner_only'},
	});
	expect((await post(`/own-server/${id}/remove`)).status).toBe(200);
	expect((await call('GET', `/server/${id}`)).status).toBe(404);
});

test('settings that name no program, or an option as the destination of ssh, are refused', async () => {
	const {post} = await openOwnService({env});
	const on = {kind: 'systemd', unit: 'game.service', isUser: false};
	for (const power of [
		{kind: 'process', command: [], directory: '/'},
		{kind: 'ssh', host: '-oProxyCommand=x', on},
		{kind: 'commands', start: ['a'], stop: ['b']},
	]) {
		const settings = {...observed(1), power};
		const {status, body} = await post('/own-server/add', {displayName: 'x', gameType: 'X', settings});
		expect({status, key: body['key']}).toEqual({status: 400, key: 'validation.failed'});
	}
});

test('what the settings leave no way to do is refused with the reason', async () => {
	const {add, becomes, post, shows} = await openOwnService({env});
	const game = await aGame(() => 'yes');
	const id = await add(observed(game.port));
	await becomes(id, 'ONLINE');
	const {blocked} = (await shows(id)).body;
	const named = (blocked as {operation: string}[]).map(({operation}) => operation);
	expect(named).toEqual([
		'start',
		'stop',
		'restart',
		'force-stop',
		'backup',
		'rollback',
		'change-directory',
		'update',
	]);
	for (const [path, body] of [
		['restart', {}],
		['stop', {}],
		['stop', {forceStop: true}],
	] as const) {
		expect(await post(`/server/${id}/${path}`, body)).toMatchObject({
			status: 400,
			body: {key: 'server.operation_not_possible', message: expect.stringMatching(/^The service cannot /)},
		});
	}
	await becomes(id, 'ONLINE');
});

test('a start that fails says why with the last output, until the next order', async () => {
	const {add, becomes, act, shows, notifications} = await openOwnService({
		env: {...env, PATH: process.env['PATH']},
	});
	const script = 'echo port 28015 is in use; exit 1';
	const failing = (command: string[]): OwnSettings => ({
		power: {kind: 'process', command, directory: '/'},
		stopMs: 2000,
		readyMs: 2000,
	});
	const crashing = await add(failing(['sh', '-c', script]), {displayName: 'crashing'});
	const missing = await add(failing(['/no/such/game']), {displayName: 'missing'});
	await becomes(crashing, 'OFFLINE');
	// What was never started has not crashed.
	expect((await shows(crashing)).body['report']).toBeNull();
	await act(crashing, 'start');
	await act(missing, 'start');
	const reports = await vi.waitFor(
		async () => {
			const bodies = await Promise.all([shows(crashing), shows(missing)]);
			for (const {body} of bodies) expect(body).toMatchObject({state: 'OFFLINE', report: {isFailure: true}});
			return bodies.map(({body}) => body['report'] as {message: string; log: string[]});
		},
		{timeout: 15_000},
	);
	expect(reports).toMatchObject([
		{
			message: expect.stringContaining('The process of crashing ended unexpectedly. port 28015 is in use'),
			log: ['port 28015 is in use', 'rcondeck: ended with exit code 1'],
		},
		{message: expect.stringMatching(/^missing was not started\. .* does not exist\.$/)},
	]);
	expect(notifications()).toEqual(expect.arrayContaining(reports.map(({message}) => message)));
});
