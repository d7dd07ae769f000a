import {writeFileSync} from 'node:fs';
import {fastClock} from '../../helpers/fast-clock.ts';
import {createServer, type Socket} from 'node:net';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {reservePort} from '../../../src/demo/games/game-server.ts';
import {openRconServer} from '../../../src/demo/rcon/server.ts';
import {issueToken} from '../../../src/service/access/grants.ts';
import type {ServerRecord} from '../../../src/service/records/records.ts';
import {openStore} from '../../../src/service/records/store.ts';
import {fakePrograms} from '../power/fake-programs.ts';
import {openOwnService} from './open-own.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const env = {WORD: 'secret'};

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
	await becomes(up, 'RUNNING');
	await becomes(down, 'STOPPED');
	expect(await rcon(up, 'list')).toEqual({status: 200, response: 'did list'});
	expect(await rcon(down, 'list')).toMatchObject({status: 409});
});

test('the start of a state that a server was found in is unknown', async () => {
	const {add, becomes, shows} = await openOwnService({env});
	const game = await aGame(() => 'yes');
	const id = await add(observed(game.port));
	await becomes(id, 'RUNNING');
	expect((await shows(id)).body).toMatchObject({stateSince: null});
	await game.close();
	await becomes(id, 'STOPPED');
	expect((await shows(id)).body).toMatchObject({stateSince: expect.any(String)});
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

test('a game that stops is OFFLINE, and ONLINE again when it is back', async () => {
	const {add, becomes, rcon} = await openOwnService({env, clock: fastClock});
	const game = await aGame(() => 'yes');
	const id = await add(observed(game.port));
	await becomes(id, 'RUNNING');
	await game.close();
	await becomes(id, 'STOPPED');
	const again = await openRconServer({password: 'secret', port: game.port, answer: () => 'yes'});
	onTestFinished(() => again.close());
	await becomes(id, 'RUNNING');
	expect(await rcon(id, 'list')).toEqual({status: 200, response: 'yes'});
});

test('a frozen game is UNKNOWN, and does not delay the commands of another one', async () => {
	const {add, becomes, rcon, shows} = await openOwnService({env});
	const frozen = await add(observed(await aSilentGame()), {displayName: 'frozen'});
	const game = await aGame(command => `did ${command}`);
	const id = await add(observed(game.port), {displayName: 'lively'});
	await becomes(id, 'RUNNING');
	expect(await rcon(id, 'list')).toEqual({status: 200, response: 'did list'});
	const body = await waitFor(async () => {
		const {body} = await shows(frozen);
		expect(body).toMatchObject({problem: expect.any(String)});
		return body;
	});
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
});

test('a game that refuses the password is ONLINE, and its commands have certainly not run', async () => {
	const {add, becomes, rcon} = await openOwnService({env: {WORD: 'guess'}});
	const game = await aGame(() => 'yes');
	const id = await add(observed(game.port));
	await becomes(id, 'RUNNING');
	expect(await rcon(id, 'list')).toEqual({status: 424, key: 'server.console_refused', response: null});
});

test('the owner changes and removes a server while the service runs, and nobody else may', async () => {
	const {add, becomes, call, post, service} = await openOwnService({env});
	const game = await aGame(() => 'yes');
	const id = await add(observed(await reservePort()));
	await becomes(id, 'STOPPED');
	const changed = {displayName: 'renamed', gameType: 'MINECRAFT', settings: observed(game.port)};
	expect((await post(`/own-server/${id}/change`, changed)).status).toBe(200);
	await becomes(id, 'RUNNING');
	expect((await call('GET', `/own-server/${id}`)).body).toEqual({id, ...changed});
	const {context, teamId} = service;
	const {token} = await context.records.transact(records =>
		issueToken(context, records, {name: 'bot', teamId, permissions: ['ALL']}),
	);
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

test('operations ruled out by the settings are refused with the reason', async () => {
	const {add, becomes, post, shows} = await openOwnService({env});
	const game = await aGame(() => 'yes');
	const id = await add(observed(game.port));
	await becomes(id, 'RUNNING');
	const {blocked} = (await shows(id)).body;
	const named = (blocked as {operation: string}[]).map(({operation}) => operation);
	expect(named).toEqual([
		'start',
		'stop',
		'restart',
		'force-stop',
		'force-restart',
		'backup',
		'rollback',
		'change-directory',
		'update',
	]);
	for (const [path, body, reason] of [
		['restart', {}, /^This server is only observed, and its console has no stop command\. See `/],
		['stop', {}, /^This server is only observed, and its console has no stop command\. See `/],
		['stop', {forceStop: true}, /^rcondeck cannot kill this server\. See `/],
		['restart', {forceStop: true}, /^rcondeck cannot kill this server\. See `/],
	] as const) {
		expect(await post(`/server/${id}/${path}`, body)).toMatchObject({
			status: 400,
			body: {
				key: 'server.operation_not_possible',
				message: expect.stringMatching(reason),
			},
		});
	}
	await becomes(id, 'RUNNING');
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
	await becomes(crashing, 'STOPPED');
	// What was never started has not crashed.
	expect((await shows(crashing)).body['report']).toBeNull();
	await act(crashing, 'start');
	await act(missing, 'start');
	const reports = await waitFor(async () => {
		const bodies = await Promise.all([shows(crashing), shows(missing)]);
		for (const {body} of bodies) expect(body).toMatchObject({state: 'STOPPED', report: {isFailure: true}});
		return bodies.map(({body}) => body['report'] as {message: string; log: string[]});
	});
	expect(reports).toMatchObject([
		{
			message:
				'crashing was not started. Its process ended with exit code 1. Its last output: port 28015 is in use.',
			log: ['port 28015 is in use', 'rcondeck: ended with exit code 1'],
		},
		{message: expect.stringMatching(/^missing was not started\. .* does not exist\.$/)},
	]);
	expect(notifications()).toEqual(expect.arrayContaining(reports.map(({message}) => message)));
});

/** Systemd with one unit, whose state is a file. */
function aUnit(state: 'active' | 'inactive') {
	const programs = fakePrograms();
	const file = programs.file('state');
	writeFileSync(file, state);
	programs.write(
		'systemctl',
		`case "$1" in
	stop) printf inactive >'${file}';;
	start) printf active >'${file}';;
	show) printf "LoadState=loaded\\nActiveState=$(cat '${file}')\\nSubState=running\\n";;
esac`,
	);
	const orders = () => programs.calls().flatMap(call => /<(stop|start)>/.exec(call)?.[1] ?? []);
	const settings: OwnSettings = {
		power: {kind: 'systemd', unit: 'game.service', isUser: false},
		stopMs: 2000,
		readyMs: 2000,
	};
	return {programs, settings, orders, data: path.join(path.dirname(file), 'service.db')};
}

/** The service that ended in the middle of an order for its only server, and the next one, later. */
async function interrupted(
	order: Pick<ServerRecord, 'wanted' | 'state' | 'startOrderedAt'>,
	minutes: number,
	unitState: 'active' | 'inactive' = 'active',
) {
	const unit = aUnit(unitState);
	const options = {env: unit.programs.env, data: unit.data};
	const first = await openOwnService(options);
	const id = await first.add(unit.settings);
	await first.service.close();
	const store = openStore(unit.data);
	const record = store.servers.get(id);
	if (!record) throw new Error('The server is gone.');
	store.servers.put({...record, ...order, stateSince: Date.now() - minutes * 60_000});
	store.close();
	return {unit, id, reopen: () => openOwnService(options)};
}

test('a recent stop that the end of the service interrupted is finished, and an old one is not', async () => {
	const stopping = {wanted: 'down', state: 'STOPPING'} as const;
	const recent = await interrupted(stopping, 10);
	const finishing = await recent.reopen();
	await finishing.becomes(recent.id, 'STOPPED');
	expect(recent.unit.orders()).toEqual(['stop']);
	const old = await interrupted(stopping, 20);
	const {becomes, shows, notifications} = await old.reopen();
	await becomes(old.id, 'RUNNING');
	const message = expect.stringMatching(
		/^The service ended during the stop of real, which began 20m.* before the service started again\. .* not resumed\.$/,
	);
	expect((await shows(old.id)).body['report']).toMatchObject({isFailure: true, message});
	expect(notifications()).toEqual([message]);
	expect(old.unit.orders()).toEqual([]);
});

test('a restart continues where the end of the service interrupted it', async () => {
	const restarting = {wanted: 'up', state: 'STOPPING'} as const;
	const stopped = await interrupted(restarting, 10, 'inactive');
	// A process that resumes nothing leaves it to the next one.
	const brief = await openOwnService({
		env: stopped.unit.programs.env,
		data: stopped.unit.data,
		supervises: false,
	});
	await brief.becomes(stopped.id, 'STOPPING');
	await brief.service.close();
	await (await stopped.reopen()).becomes(stopped.id, 'RUNNING');
	expect(stopped.unit.orders()).toEqual(['start']);
	const running = await interrupted(restarting, 10);
	const again = await running.reopen();
	await waitFor(() => expect(running.unit.orders()).toEqual(['stop', 'start']));
	await again.becomes(running.id, 'RUNNING');
	const old = await interrupted(restarting, 20, 'inactive');
	const late = await old.reopen();
	await late.becomes(old.id, 'STOPPED');
	expect(late.notifications()).toEqual([
		expect.stringMatching(/during the restart of real, .* not resumed\.$/),
	]);
	expect(old.unit.orders()).toEqual([]);
});

test('a start, or the second half of a restart, that the end of the service lost is carried out soon after', async () => {
	const lost = (minutes: number) =>
		({wanted: 'up', state: 'OFFLINE', startOrderedAt: Date.now() - minutes * 60_000}) as const;
	const recent = await interrupted(lost(10), 10, 'inactive');
	const again = await recent.reopen();
	await again.becomes(recent.id, 'RUNNING');
	expect(recent.unit.orders()).toEqual(['start']);
	expect(again.service.context.store.servers.get(recent.id)?.startOrderedAt).toBeUndefined();
	const old = await interrupted(lost(20), 20, 'inactive');
	await (await old.reopen()).becomes(old.id, 'STOPPED');
	expect(old.unit.orders()).toEqual([]);
});

test.each([
	['TIMED_SHUTDOWN', 'stopped'],
	['TIMED_RESTART', 'restarted'],
] as const)(
	'a %s whose time passed long ago, while no service ran, fails with the reason',
	async (type, done) => {
		const {unit, id, reopen} = await interrupted({wanted: 'up', state: 'ONLINE'}, 60);
		const store = openStore(unit.data);
		const task = {
			state: 'RUNNING',
			nodeId: 'node-local',
			targetIds: [id],
			cancellable: true,
			progressPercentage: 0,
			order: {},
			context: {delay: 5},
		} as const;
		const createdAt = Date.UTC(2026, 0, 2, 3, 4);
		store.tasks.put({...task, targetIds: [id], id: 'old', type, createdAt});
		store.close();
		const {service, shows, becomes, notifications} = await reopen();
		const errorMessage = expect.stringMatching(
			`^real was not ${done}: it was due .* before the service started again\\.$`,
		);
		await waitFor(() =>
			expect(service.context.store.tasks.all()).toMatchObject([{state: 'FAILED', errorMessage}]),
		);
		expect(notifications()).toEqual([errorMessage]);
		expect((await shows(id)).body['report']).toMatchObject({message: errorMessage});
		await becomes(id, 'RUNNING');
		expect(unit.orders()).toEqual([]);
	},
);
