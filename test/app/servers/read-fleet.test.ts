import {expect, test} from 'vitest';
import {ApiError} from '../../../src/contract/errors.ts';
import {listOf} from '../../../src/contract/models/list.ts';
import {GameServer} from '../../../src/contract/models/server.ts';
import {Team} from '../../../src/contract/models/team.ts';
import {alertLine} from '../../../src/app/servers/alerts.ts';
import {pollFleet} from '../../../src/app/servers/read-fleet.ts';
import {fakeServices} from '../../helpers/fake-services.ts';
import {linesIn} from '../../helpers/builders.ts';

const team = Team.parse({id: 't', name: 'Ranch'});
const list = (...records: object[]) => listOf(GameServer).parse(records);
const never = new AbortController().signal;
const withList = (listServers: () => Promise<ReturnType<typeof list>>) =>
	fakeServices({api: {myTeam: async () => team, listServers}});

test('a poll fills list and consoles, makes a server current, and sets unreadable records aside', async () => {
	const commands = [{command: 'save', response: 'ok', timestamp: '2026-11-21T02:00:00Z'}];
	const services = withList(async () =>
		list({id: 'a', state: 'ONLINE', commands}, {id: {}, displayName: 'b'}),
	);
	expect(await pollFleet(services, never)).toEqual({result: 'ok'});
	const {fleet, console: consoles, view} = services.store.getState();
	expect(fleet.order).toEqual(['a']);
	expect(fleet.unreadable).toMatchObject([{name: 'b', reason: 'id: expected an id'}]);
	expect(linesIn({console: consoles}, 'a')).toMatchObject([{command: 'save', origin: 'other', via: 'poll'}]);
	expect(view.currentId).toBe('a');
});

test('writes a changed state into the console of its server', async () => {
	const states = ['ONLINE', 'OFFLINE'];
	const services = withList(async () => list({id: 'a', state: states.shift()}));
	await pollFleet(services, never);
	await pollFleet(services, never);
	expect(linesIn(services.store.getState(), 'a')).toMatchObject([
		{kind: 'note', activity: {type: 'stateChange', from: 'ONLINE', to: 'OFFLINE', seenBy: 'poll'}},
	]);
});

test('a state from the feed stays if the list was read before it, until the next list', async () => {
	const states = ['RUNNING', 'RUNNING', 'RUNNING', 'STOPPING'];
	let meanwhile = () => {};
	const services = withList(async () => {
		meanwhile();
		return list({id: 'a', state: states.shift()});
	});
	const stateOf = () => services.store.getState().fleet.servers.get('a')?.state;
	const feedSays = (state: string) => () => {
		const changes = [{serverId: 'a', change: {state}}];
		services.store.dispatch({type: 'fleet/received', at: services.clock.now(), changes});
	};
	await pollFleet(services, never);
	meanwhile = feedSays('STOPPING');
	await pollFleet(services, never);
	expect(stateOf()).toBe('STOPPING');
	expect(linesIn(services.store.getState(), 'a')).toEqual([]);
	meanwhile = () => {};
	await pollFleet(services, never);
	expect(stateOf()).toBe('RUNNING');
	await pollFleet(services, never);
	expect(stateOf()).toBe('STOPPING');
});

test('writes a report of the service about a server into its console once, and shows it as a notice', async () => {
	const at = '2026-11-21T02:00:00Z';
	const failed = {isFailure: true, at, message: 'a was not started.', log: ['no room']};
	const done = {isFailure: false, at: '2026-11-21T02:05:00Z', message: 'a was rolled back.', log: []};
	const reports = [null, failed, failed, done];
	const services = withList(async () => list({id: 'a', state: 'OFFLINE', report: reports.shift()}));
	for (let poll = 0; poll < 4; poll++) await pollFleet(services, never);
	const state = services.store.getState();
	expect(linesIn(state, 'a')).toMatchObject([
		{kind: 'note', activity: {type: 'report', isFailure: true, text: failed.message}},
		{kind: 'note', activity: {type: 'report', isFailure: false, text: done.message}},
	]);
	expect(state.notices).toMatchObject([
		{tone: 'failure', text: failed.message},
		{tone: 'done', text: done.message},
	]);
});

test('the service reports since when a real server has been in its state', async () => {
	const services = withList(async () =>
		list({id: 'a', state: 'UNKNOWN', stateSince: '2026-11-21T02:00:00Z', problem: 'No answer.'}),
	);
	await pollFleet(services, never);
	const state = services.store.getState();
	expect(state.fleet.since.get('a')).toEqual({at: Date.UTC(2026, 10, 21, 2), seen: true});
	expect(alertLine(state, services.clock.now()).text).toBe('!! 1 unknown: No answer.');
	// A change from the feed is newer than the field, until the next poll.
	const at = services.clock.now();
	const change = {serverId: 'a', change: {state: 'OFFLINE'}};
	services.store.dispatch({type: 'fleet/received', at, changes: [change]});
	// Nobody has seen since when a server is down whose state was unknown.
	expect(services.store.getState().fleet.since.get('a')).toMatchObject({at, seen: false});
	const later = {serverId: 'a', change: {state: 'ONLINE'}};
	services.store.dispatch({type: 'fleet/received', at: at + 1, changes: [later]});
	expect(services.store.getState().fleet.since.get('a')).toMatchObject({at: at + 1, seen: true});
});

test('sanitizes every text from the wire on receipt', async () => {
	const evil = '\u001B]52;c;x\u0007';
	const commands = [{command: `say ${evil}`, response: `a\r${evil}`, timestamp: 1e9}];
	const services = withList(async () =>
		list({
			id: 'a',
			displayName: evil,
			state: evil,
			map: evil,
			nodeName: evil,
			commands,
			extra: {deep: [evil]},
		}),
	);
	await pollFleet(services, never);
	expect(JSON.stringify(services.store.getState())).not.toMatch(/\\u001b|\\u0007|\\r/);
});

test('reports rejected credentials differently from other failures', async () => {
	const services = withList(async () => {
		throw new ApiError('no', {reason: 'refused', request: 'GET /server/by-team/{teamId}', status: 401});
	});
	expect(await pollFleet(services, never)).toMatchObject({result: 'refused'});
	expect(services.store.getState().access.problem?.status).toBe(401);
});

test('a missing permission is reported by name, and polling continues', async () => {
	const services = withList(async () => {
		const key = 'missingPermission.ACCESS_SERVERS';
		throw new ApiError('no', {reason: 'refused', request: 'GET', status: 403, key});
	});
	expect(await pollFleet(services, never)).toMatchObject({result: 'failed'});
	expect(services.store.getState().fleet.problem?.failure.title).toContain('ACCESS_SERVERS');
});

test('Retry-After reaches the loop', async () => {
	const services = withList(async () => {
		throw new ApiError('slow', {reason: 'refused', request: 'GET', status: 429, retryAfterMs: 30_000});
	});
	expect(await pollFleet(services, never)).toEqual({result: 'failed', retryAfterMs: 30_000});
});

test('unchanged records keep their identity', async () => {
	const records = list({id: 'a', state: 'ONLINE'}, {id: 'b', state: 'ONLINE'});
	const services = withList(async () => records);
	await pollFleet(services, never);
	const before = services.store.getState().fleet.servers;
	await pollFleet(services, never);
	expect(services.store.getState().fleet.servers).toBe(before);
});
