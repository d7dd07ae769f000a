import {expect, test} from 'vitest';
import {crashesAsOf, flappingServers, repeatedCrashes} from '../../../src/app/servers/crashes.ts';
import {isAcknowledged, nextAlert, alertLine} from '../../../src/app/servers/alerts.ts';
import {visibleServers} from '../../../src/app/servers/list-rows.ts';
import type {Event} from '../../../src/app/state.ts';
import {after, aServer, polled, startAt, viewChanged} from '../../helpers/builders.ts';

const minute = 60_000;

/** Takes server `a` through these states, by default one every 20 seconds; two other servers stay as they are. */
const passing = (states: readonly string[], from = startAt, everyMs = 20_000): Event[] =>
	states.map((state, index) =>
		polled(
			[
				aServer({id: 'a', displayName: 'alpha', state}),
				aServer({id: 'b', displayName: 'bravo', nodeName: 'eu-2'}),
				aServer({id: 'c', displayName: 'charlie', nodeName: 'eu-3', state: 'STOPPED'}),
			],
			from + index * everyMs,
		),
	);

const loops = (count: number, crashed = 'OFFLINE') =>
	Array.from({length: count}, () => ['ONLINE', crashed, 'INITIALIZING']).flat();

const crashesOf = (...events: Event[]) => flappingServers(after(...events).fleet.crashes).get('a')?.length;

test('a server that crashes three times within ten minutes is flapping, whether it is restarted or not', () => {
	expect(crashesOf(...passing(loops(2)))).toBeUndefined();
	expect(crashesOf(...passing(loops(3)))).toBe(3);
	expect(crashesOf(...passing(loops(4, 'RESTARTING')))).toBe(4);
	expect(
		crashesOf(...passing(['ONLINE', 'RESTARTING', 'INITIALIZING', 'RESTARTING', 'OFFLINE'])),
	).toBeUndefined();
	expect(crashesOf(...passing(loops(3), startAt, 4 * minute))).toBeUndefined();
});

test('an ordered stop or restart is not a crash, and neither is the flicker when a node logs in again', () => {
	const ordered = Array.from({length: 5}, () => ['ONLINE', 'STOPPING', 'OFFLINE', 'INITIALIZING']).flat();
	expect(crashesOf(...passing(ordered))).toBeUndefined();
	const flicker = Array.from({length: 5}, () => ['ONLINE', 'OFFLINE']).flat();
	expect(crashesOf(...passing(flicker, startAt, 2000))).toBeUndefined();
	const lost = Array.from({length: 5}, () => ['ONLINE', 'UNKNOWN']).flat();
	expect(crashesOf(...passing(lost))).toBeUndefined();
});

test('a server that never came up has not crashed, but one that is restarted while it starts has', () => {
	const failed = Array.from({length: 5}, () => ['OFFLINE', 'INITIALIZING']).flat();
	expect(crashesOf(...passing(failed))).toBeUndefined();
	const looping = Array.from({length: 3}, () => ['INITIALIZING', 'RESTARTING']).flat();
	expect(crashesOf(...passing(looping))).toBe(3);
});

test('after an action of this session, the first failure is its effect and every later one is a crash', () => {
	const sent: Event = {type: 'fleet/sent', serverIds: ['a'], at: startAt + 1};
	const [first, ...rest] = passing(loops(3));
	expect(crashesOf(first ?? sent, sent, ...rest)).toBeUndefined();
	const [one, ...more] = passing(loops(4));
	expect(crashesOf(one ?? sent, sent, ...more)).toBe(3);
});

test('a run ends ten minutes after its last crash, and is still reported', () => {
	const {crashes} = after(...passing(loops(4))).fleet;
	const last = startAt + 10 * 20_000;
	expect(crashesAsOf(crashes, last + 5 * minute)).toBe(crashes);
	expect(flappingServers(crashesAsOf(crashes, last + 9 * minute + 30_000)).size).toBe(0);
	const over = crashesAsOf(crashes, last + 11 * minute);
	expect(over.open.size).toBe(0);
	expect(repeatedCrashes(over)).toEqual([
		{serverId: 'a', from: startAt + 20_000, last, count: 4, recent: [], to: last + 10 * minute},
	]);
	// Two crashes are not a run.
	const few = after(...passing(loops(2))).fleet.crashes;
	expect(repeatedCrashes(crashesAsOf(few, last + 60 * minute))).toEqual([]);
});

test('the alert line shows a flapping server even while it is up, and does not count it as down', () => {
	const line = (...events: Event[]) => alertLine(after(...events), startAt + 4 * minute).text;
	const up = passing([...loops(3), 'ONLINE']);
	expect(line(...up)).toBe('!! alpha crashed 3x in 10m  | 1 down: charlie >=4m');
	expect(line(...passing([...loops(3), 'ONLINE', 'OFFLINE']))).toContain(
		'!! alpha crashed 4x in 10m  | 1 down',
	);
	expect(visibleServers(after(...up))).toEqual(['c', 'a', 'b']);
	const state = after(...up, viewChanged({currentId: 'c'}));
	expect(nextAlert(state, 'c')).toEqual({kind: 'server', id: 'a'});
});

test('an acknowledged server stays acknowledged while it keeps crashing', () => {
	const known: Event = {type: 'fleet/acknowledged', at: startAt + 190_000, serverIds: ['a'], isKnown: true};
	const state = after(...passing(loops(3)), known, ...passing(loops(2), startAt + 200_000));
	expect(isAcknowledged(state.fleet, 'a')).toBe(true);
	expect(alertLine(state, startAt + 5 * minute).text).toBe(
		'!! 1 down: charlie >=5m   (1 crashing, acknowledged)',
	);
});
