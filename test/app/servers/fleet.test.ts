import {expect, test} from 'vitest';
import {GameServer} from '../../../src/contract/models/server.ts';
import {fleetSlice, type FleetEvent} from '../../../src/app/servers/fleet.ts';

const server = (id: string, state: string, over: object = {}) =>
	GameServer.parse({id, displayName: id, state, ...over});
const polled = (at: number, ...servers: GameServer[]): FleetEvent => ({
	type: 'fleet/polled',
	at,
	latencyMs: 20,
	servers,
	unreadable: [],
});
const after = (...events: FleetEvent[]) => events.reduce(fleetSlice.reduce, fleetSlice.initial);

test('the age of a state from before the first poll is a lower bound', () => {
	const up = server('a', 'ONLINE');
	expect(after(polled(1000, up)).since.get('a')).toEqual({at: 1000, seen: false});
	expect(after(polled(1000, up), polled(6000, server('a', 'OFFLINE'))).since.get('a')).toEqual({
		at: 6000,
		seen: true,
		from: 'ONLINE',
	});
});

test('a state that persists keeps its start time', () => {
	const {since} = after(
		polled(1000, server('a', 'ONLINE')),
		polled(6000, server('a', 'ONLINE', {onlinePlayers: 3})),
	);
	expect(since.get('a')).toEqual({at: 1000, seen: false});
});

test('a server that appears later has an observed start', () => {
	const {since} = after(
		polled(1000, server('a', 'ONLINE')),
		polled(6000, server('a', 'ONLINE'), server('b', 'CREATING')),
	);
	expect(since.get('b')).toEqual({at: 6000, seen: true});
});

test('forgets a server that left the list, and treats prototype names like any others', () => {
	const state = after(
		polled(1000, server('a', 'ONLINE'), server('__proto__', 'ONLINE')),
		polled(2000, server('a', 'ONLINE')),
	);
	expect([...state.since.keys()]).toEqual(['a']);
	expect(after(polled(1000, server('__proto__', 'ONLINE'))).servers.get('__proto__')?.state).toBe('ONLINE');
	expect(state.servers.get('toString')).toBeUndefined();
});

test('a failed poll keeps the list, and the problem keeps its start time', () => {
	const failure = {
		reason: 'unreachable',
		title: 'no',
		hint: undefined,
		key: undefined,
		status: undefined,
		request: 'GET /',
		mayHaveRun: false,
		retryAfterMs: undefined,
	} as const;
	const state = after(
		polled(1000, server('a', 'ONLINE')),
		{type: 'fleet/pollFailed', at: 6000, failure},
		{type: 'fleet/pollFailed', at: 9000, failure},
	);
	expect(state.order).toEqual(['a']);
	expect(state.problem).toMatchObject({since: 6000});
	expect(fleetSlice.reduce(state, polled(12_000, server('a', 'ONLINE'))).problem).toBeUndefined();
});

test('a poll with the same records keeps the same servers and order, so that nothing repaints', () => {
	const servers = [server('a', 'ONLINE'), server('b', 'OFFLINE')];
	const before = after(polled(1000, ...servers));
	const next = fleetSlice.reduce(before, polled(6000, ...servers));
	expect(next.servers).toBe(before.servers);
	expect(next.order).toBe(before.order);
	expect(next.since).toBe(before.since);
});

test('shows the expected state until the actual state changes', () => {
	const expected = {state: 'STOPPING', from: 'ONLINE', at: 2000, until: 60_000};
	const acted = after(polled(1000, server('a', 'ONLINE')), {type: 'fleet/acted', serverId: 'a', expected});
	expect(
		fleetSlice.reduce(acted, polled(6000, server('a', 'ONLINE', {onlinePlayers: 1}))).expected.get('a'),
	).toBe(expected);
	expect(fleetSlice.reduce(acted, polled(6000, server('a', 'OFFLINE'))).expected.get('a')).toBeUndefined();
});

test('the feed changes one server, and known data changes nothing', () => {
	const before = after(polled(1000, server('a', 'ONLINE'), server('b', 'ONLINE')));
	const receivedEvent = (change: Partial<GameServer>): FleetEvent => ({
		type: 'fleet/received',
		at: 2000,
		changes: [{serverId: 'a', change}],
	});
	expect(fleetSlice.reduce(before, receivedEvent({state: 'ONLINE'}))).toBe(before);
	const next = fleetSlice.reduce(before, receivedEvent({state: 'STOPPING'}));
	expect(next.servers.get('a')?.state).toBe('STOPPING');
	expect(next.servers.get('b')).toBe(before.servers.get('b'));
	expect(
		fleetSlice.reduce(before, {
			type: 'fleet/received',
			at: 1,
			changes: [{serverId: 'nobody', change: {state: 'X'}}],
		}),
	).toBe(before);
});
