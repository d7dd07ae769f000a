import {expect, onTestFinished, test} from 'vitest';
import {seedFirstTeam} from '../../src/service/records/first-team.ts';
import {openService, type Service} from '../../src/service/index.ts';
import type {NodeRecord} from '../../src/service/records/records.ts';
import type {RunningServer, ServerDriver} from '../../src/service/agent/server-driver.ts';
import {manualClock} from '../helpers/manual-clock.ts';

const aNode: NodeRecord = {
	id: 'node-1',
	teamId: 'team-local',
	inviteToken: 123_456,
	daemonVersion: '1',
	status: 'ONLINE',
	lastAlive: 0,
	lastLogin: 0,
	settings: {},
	systemData: {},
};

/** A driver whose servers echo each command, and the record of its calls. */
function echoing() {
	const orders: string[] = [];
	const exits: (() => void)[] = [];
	const process: RunningServer = {
		rconPort: 4711,
		players: () => 3,
		say: async () => true,
		run: async text => `you said ${text}`,
		onExit: listener => void exits.push(() => listener('crashed')),
		close: async () => void orders.push('close'),
		kill: async () => void orders.push('kill'),
	};
	const driver: ServerDriver = {
		supports: gameType => gameType === 'CS2',
		start: async ({server, profile}) => {
			orders.push(`start ${server.displayName} ${profile?.map}`);
			return process;
		},
		adopt: async () => process,
		maxEager: Infinity,
		expectedPlayers: () => 0,
	};
	return {driver, process, orders, crash: () => exits.splice(0).forEach(exit => exit())};
}

async function opened(driver?: ServerDriver, onBug?: (bug: unknown) => void) {
	const clock = manualClock();
	const service = await openService({
		clock,
		seed: records => {
			seedFirstTeam(records);
			records.store.nodes.put(aNode);
		},
		...(driver && {driver}),
		...(onBug && {onBug}),
	});
	onTestFinished(async () => void (await service.close()));
	const call = (method: string, path: string, body?: object) => callOf(service, method, path, body);
	const until = async (id: string, state: string) => {
		for (let turn = 0; turn < 500; turn++) {
			const answer = await call('GET', `/server/${id}`);
			if (answer.body['state'] === state) return answer.body;
			await clock.advance(100);
		}
		throw new Error(`It never was ${state}.`);
	};
	return {service, clock, call, until};
}

async function callOf({fetch, credentials}: Service, method: string, path: string, body?: object) {
	const headers = {'Application-Token': credentials.token};
	const init = {method, headers, ...(body && {body: JSON.stringify(body)})};
	const answer = await fetch(new Request(`http://service${path}`, init));
	const text = await answer.text();
	const read = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
	return {status: answer.status, body: read};
}

const newServer = {
	nodeId: aNode.id,
	name: 'mine',
	gameType: 'CS2',
	map: 'de_nuke',
	serverDirectory: '/srv',
};

test('a service without a driver has its own team and creates no servers', async () => {
	const {call, service} = await opened();
	expect(await call('GET', '/team/my')).toMatchObject({
		status: 200,
		body: {id: service.teamId, name: 'Local team', members: [{permissions: ['ALL']}]},
	});
	expect(await call('POST', '/server/create', newServer)).toMatchObject({
		status: 400,
		body: {key: 'server.operation_not_possible', message: expect.stringContaining('of the type CS2')},
	});
	expect(await call('POST', '/server/create', {...newServer, gameType: 'PONG'})).toMatchObject({
		status: 400,
		body: {key: 'server.unsupported_game_type'},
	});
});

test('the given driver runs servers that the service creates', async () => {
	const {driver, orders, crash} = echoing();
	const {call, until} = await opened(driver);
	const {body} = await call('POST', '/server/create', newServer);
	const id = String(body['id']);
	await until(id, 'STOPPED');
	expect((await call('POST', `/server/${id}/start`)).status).toBe(200);
	expect(await until(id, 'RUNNING')).toMatchObject({onlinePlayers: 3, rconPort: 4711});
	expect(await call('POST', `/server/${id}/rcon?await=true`, {command: 'status'})).toMatchObject({
		body: {command: {command: 'status', response: 'you said status'}},
	});
	crash();
	await until(id, 'RESTARTING');
	await until(id, 'RUNNING');
	await call('POST', `/server/${id}/stop`, {forceStop: true});
	await until(id, 'STOPPED');
	expect(orders).toEqual(['start mine de_nuke', 'start mine de_nuke', 'kill']);
});

test('a server that no driver can run is STOPPED again after a start, not INITIALIZING forever', async () => {
	const {driver} = echoing();
	const {call, until, service} = await opened(driver);
	const id = String((await call('POST', '/server/create', newServer)).body['id']);
	await until(id, 'STOPPED');
	const server = service.context.store.servers.get(id);
	if (server) service.context.store.servers.put({...server, gameType: 'ARK_ASCENDED'});
	await call('POST', `/server/${id}/start`);
	expect(service.context.store.servers.get(id)?.state).toBe('OFFLINE');
});

test('messages to players that fail are reported, and the server stops all the same', async () => {
	const {driver, process} = echoing();
	const bugs: unknown[] = [];
	const {call, clock, until} = await opened(driver, bug => void bugs.push(bug));
	const id = String((await call('POST', '/server/create', newServer)).body['id']);
	await until(id, 'STOPPED');
	await call('POST', `/server/${id}/start`);
	await until(id, 'RUNNING');
	const bug = new Error('no player hears this');
	process.say = () => Promise.reject(bug);
	await call('POST', `/server/${id}/stop`, {delayMinutes: 1});
	await clock.advance(60_000);
	await until(id, 'STOPPED');
	// At once and at the stop, then 3, 2, 1 and STOP.
	expect(bugs).toEqual(Array.from({length: 6}, () => bug));
});
