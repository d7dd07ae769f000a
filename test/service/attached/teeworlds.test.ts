import {beforeAll, beforeEach, expect, test, vi} from 'vitest';
import type {AttachOptions} from '../../../src/service/attached/attached-record.ts';
import {systemClock} from '../../../src/lib/clock.ts';
import {need, needMs} from '../../peers/need.ts';
import {openService} from '../open-service.ts';
import {aTeeworlds, beHungUpOn} from './teeworlds.ts';

let missing: string | undefined;
beforeAll(async () => {
	missing = await need('/usr/games/teeworlds-server');
}, needMs);
beforeEach(({skip}) => {
	if (missing !== undefined) skip(missing);
});

/** The usual order of events without delays. */
const timings = {
	probeMs: 20,
	countdownMs: [1, 2, 3, 4] as [number, number, number, number],
	saveMs: 5,
	exitMs: 6,
	restartNoticeMs: 0,
};

/** A service on the real clock that contains only the real server. */
async function serve(wish: AttachOptions) {
	const service = await openService({clock: systemClock, timings, attached: [wish]});
	const list = await service.call('GET', `/server/by-team/${service.demo.teamId}`);
	const servers = JSON.parse(list.text) as {id: string; displayName: string}[];
	const id = servers.find(({displayName}) => displayName === wish.name)?.id ?? '';
	const rcon = async (command: string) => {
		const {status, body} = await service.post(`/server/${id}/rcon?await=true`, {command});
		return {status, response: String((body['command'] as Record<string, unknown> | undefined)?.['response'])};
	};
	const packets = await service.listen();
	/** All states that the feed reported, without consecutive duplicates. */
	const states = () =>
		packets
			.filter(({serverId}) => serverId === id)
			.flatMap(({state}) => (typeof state === 'string' ? state : []))
			.filter((state, index, all) => state !== all[index - 1]);
	const becomes = (state: string) =>
		vi.waitFor(async () => expect(await service.state(id)).toBe(state), {timeout: 8000, interval: 10});
	/** Waits until the feed has reported exactly these states since the last call. */
	const passes = async (...expected: string[]) => {
		await vi.waitFor(() => expect(states()).toEqual(expected), {timeout: 8000, interval: 10});
		packets.length = 0;
	};
	const act = async (path: string, body?: unknown) =>
		expect(await service.post(`/server/${id}/${path}`, body)).toMatchObject({status: 200});
	const log = () => service.demo.log(id).join('\n');
	return {...service, id, rcon, becomes, passes, act, log};
}

test('a real server starts, runs console commands, and stops on request', async () => {
	const {becomes, act, rcon, log} = await serve(await aTeeworlds());
	await becomes('OFFLINE');
	await act('start');
	await becomes('ONLINE');
	expect(await rcon('sv_name')).toMatchObject({status: 200, response: expect.stringContaining('real one')});
	expect((await rcon('nonsense')).response).toContain('No such command: nonsense');
	await act('stop');
	await becomes('OFFLINE');
	expect(log()).toContain('ended with exit code 0');
	expect(await rcon('status')).toMatchObject({status: 409});
});

test('players are warned before a stop, and the response to a broadcast is the line that they see', async () => {
	const {becomes, act, rcon, log} = await serve(await aTeeworlds({start: true}));
	await becomes('ONLINE');
	expect((await rcon('say hello all')).response).toContain('*** hello all');
	await act('stop');
	await becomes('OFFLINE');
	expect(log().match(/(?<=\[chat\]: \*\*\* ).*/g)).toEqual([
		'hello all',
		'Server is stopping',
		'3',
		'2',
		'1',
		'STOP',
	]);
});

test('a crash is detected and followed by a restart, and later restarts work without a pause', async () => {
	const {becomes, passes, act, rcon, demo, id, log} = await serve(await aTeeworlds());
	await act('start');
	await becomes('ONLINE');
	await passes('INITIALIZING', 'ONLINE');
	for (let round = 0; round < 2; round++) {
		await demo.faults.crash(id);
		await passes('RESTARTING', 'INITIALIZING', 'ONLINE');
		await act('restart');
		await passes('STOPPING', 'OFFLINE', 'INITIALIZING', 'ONLINE');
		expect((await rcon('sv_name')).response).toContain('real one');
	}
	expect(log()).not.toContain("couldn't open socket");
}, 20_000);

test('a server with a dead console is never ONLINE and is finally killed', async () => {
	const options = await aTeeworlds({start: true, readyMs: 200});
	const {becomes, passes, act, log} = await serve(options);
	await becomes('ONLINE');
	await passes('ONLINE');
	await beHungUpOn(options.consolePort);
	await act('restart');
	const again = ['INITIALIZING', 'RESTARTING'];
	await passes('STOPPING', 'OFFLINE', ...again, ...again, ...again, 'INITIALIZING', 'OFFLINE');
	expect(log()).toContain("couldn't open socket");
	expect(log()).toContain('the console did not answer within 0.2s');
}, 20_000);

test('a signal stops a server without a stop command', async () => {
	const {stopCommand: _, ...wish} = await aTeeworlds({start: true});
	const {becomes, act, log} = await serve(wish);
	await becomes('ONLINE');
	await act('stop');
	await becomes('OFFLINE');
	expect(log()).toContain('ended');
});

test('rejects simulated operations for a real server and leaves its files alone', async () => {
	const {post, id, call, becomes, rcon, act} = await serve(await aTeeworlds());
	const refused = {status: 400, body: {key: 'server.unsupported_game_type'}};
	for (const [path, body] of [
		['wipe-savegames', undefined],
		['update', undefined],
		['backup?name=x', undefined],
		['rollback', {backupId: 'x'}],
		['change-directory', {serverDirectory: '/tmp'}],
	] as const) {
		expect({path, ...(await post(`/server/${id}/${path}`, body))}).toMatchObject({path, ...refused});
	}
	await act('start');
	await becomes('ONLINE');
	expect((await rcon('status')).status).toBe(200);
	expect((await call('GET', `/server/${id}`)).body).toMatchObject({onlinePlayers: 0, nodeName: 'local'});
});
