import {expect, test} from 'vitest';
import {dataFile, openService, type Service} from '../service/open-service.ts';

const minute = 60_000;

/** The states of a server as the feed reported them, without consecutive duplicates. */
function statesOf(heard: Record<string, unknown>[], id: string): unknown[] {
	const states = heard.flatMap(({serverId, state}) => (serverId === id && state ? [state] : []));
	return states.filter((state, index) => state !== states[index - 1]);
}

const rcon = (service: Service, serverId: string) =>
	service.post(`/server/${serverId}/rcon?await=true`, {command: 'mp_maxrounds'});

test('node-down: a node repeatedly goes offline and comes back, and its states are unknown meanwhile', async () => {
	const service = await openService({scenarios: ['node-down']});
	await service.pass(9000);
	expect(await service.state('cs')).toBe('RUNNING');
	await service.pass(2000);
	expect(await service.state('cs')).toBe('UNKNOWN');
	expect(await rcon(service, 'cs')).toMatchObject({status: 409, body: {key: 'server.is_not_online'}});
	await service.clock.advance(90_000);
	expect(await service.state('cs')).toBe('RUNNING');
	expect(await rcon(service, 'cs')).toMatchObject({status: 200});
	await service.clock.advance(90_000);
	expect(await service.state('cs')).toBe('UNKNOWN');
});

test('crash-loop: servers crash each time they are up, and their node restarts them', async () => {
	const service = await openService({scenarios: ['crash-loop']});
	const events = await service.listen();
	await service.until(() => statesOf(events, 'cs').length >= 7);
	const round = ['RESTARTING', 'INITIALIZING', 'RUNNING'];
	expect(statesOf(events, 'cs').slice(0, 6)).toEqual([...round, ...round]);
});

test('slow-rcon: one server responds late, and its neighbors on the node wait for it', async () => {
	const service = await openService({scenarios: ['slow-rcon']});
	const events = await service.listen();
	await service.pass(12_100);
	const waiting = rcon(service, 'ark');
	await service.pass(5100);
	expect(await waiting).toMatchObject({status: 408, body: {key: 'server.rcon_timeout'}});
	await service.until(() => events.some(({serverId, command}) => serverId === 'ark' && command));
	expect(events).toContainEqual({
		serverId: 'ark',
		command: expect.objectContaining({command: 'mp_maxrounds', response: expect.any(String)}),
	});
});

test('busy-feed: responses and heartbeats arrive many times a second', async () => {
	const service = await openService({scenarios: ['busy-feed']});
	const events = await service.listen();
	await service.until(() => events.filter(packet => 'command' in packet).length >= 50);
	expect(events.filter(packet => 'gameServers' in packet).length).toBeGreaterThan(2);
	expect((await rcon(service, 'cs')).status).toBe(200);
});

test('scenarios can be combined, and work on a thousand servers whose games have not been started', async () => {
	const service = await openService({servers: 1000, scenarios: ['node-down', 'crash-loop']});
	const events = await service.listen();
	await service.until(() => events.some(({state}) => state === 'RESTARTING'));
	await service.until(() => events.some(({state}) => state === 'UNKNOWN'));
	expect(events.filter(({state}) => state === 'UNKNOWN').length).toBeGreaterThan(10);
});

test('occasionally a node goes away for a while by itself', async () => {
	const {call, clock} = await openService({hasNodeOutages: true});
	const status = async () => (await call('GET', '/node/bare')).body['status'];
	await clock.advance(49 * minute);
	expect(await status()).toBe('ONLINE');
	await clock.advance(1.5 * minute);
	expect(await status()).toBe('OFFLINE');
	await clock.advance(minute);
	expect(await status()).toBe('ONLINE');
});

test('a node that logs in again makes the states of its servers flicker, and nothing else', async () => {
	const service = await openService();
	const events = await service.listen();
	service.demo.faults.nodeLogsInAgain('node');
	expect(await service.state('cs')).toBe('RUNNING');
	await service.pass(1600);
	await service.until(() => statesOf(events, 'cs').length === 2);
	expect(statesOf(events, 'cs')).toEqual(['STOPPED', 'RUNNING']);
	expect(statesOf(events, 'down')).toEqual(['STOPPED']);
	expect((await rcon(service, 'cs')).status).toBe(200);
});

test('a node that was disconnected when the service ended is connected again in the next one', async () => {
	const data = dataFile();
	const first = await openService({data});
	first.demo.faults.nodeOffline('node', true);
	await first.demo.close();
	const service = await openService({data});
	expect((await service.call('GET', '/node/node')).body['status']).toBe('ONLINE');
	await service.until(async () => (await service.state('cs')) === 'RUNNING');
});

test('crashes: a server crashes now and then, and its node restarts it', async () => {
	const service = await openService({hasCrashes: true});
	const events = await service.listen();
	await service.clock.advance(17 * minute);
	await service.until(() => events.some(({state}) => state === 'RESTARTING'));
	const crashed = events.find(({state}) => state === 'RESTARTING')?.['serverId'];
	await service.until(() => statesOf(events, String(crashed)).includes('RUNNING'));
	expect(statesOf(events, String(crashed))).toEqual(['RESTARTING', 'INITIALIZING', 'RUNNING']);
});
