import {expect, test} from 'vitest';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {fleetCounts, sinceText} from '../../../src/app/servers/shown-fleet.ts';
import {shownState} from '../../../src/app/servers/server-labels.ts';
import {visibleServers} from '../../../src/app/servers/list-rows.ts';
import {nodeAlerts, alertLine} from '../../../src/app/servers/alerts.ts';
import type {Event} from '../../../src/app/state.ts';
import {fieldOf} from '../../../src/app/kernel/text/text-field.ts';
import {aFailure, after, aServer, viewChanged, polled, startAt} from '../../helpers/builders.ts';

const fleet = [
	aServer({id: 'a', displayName: 'ark-10'}),
	aServer({id: 'b', displayName: 'ark-9'}),
	aServer({id: 'c', displayName: 'cs2-1', gameType: 'CS2', nodeName: 'eu-2', state: 'STOPPED'}),
	aServer({id: 'd', displayName: 'cs2-2', gameType: 'CS2', nodeName: 'eu-2', state: 'HIBERNATING'}),
	aServer({id: 'e', displayName: 'cs2-3', gameType: 'CS2', nodeName: 'eu-2', state: 'STOPPING'}),
];

test('sorts by severity: down, unknown, changing, up; then names in natural order', () => {
	expect(visibleServers(after(polled(fleet)))).toEqual(['c', 'd', 'e', 'b', 'a']);
});

test('among servers that are down, the newest change comes first', () => {
	const crashed = fleet.map(server => (server.id === 'e' ? {...server, state: 'RUNNING'} : server));
	const later = fleet.map(server => (server.id === 'e' ? {...server, state: 'STOPPED'} : server));
	const state = after(polled(fleet), polled(crashed, startAt), polled(later, startAt + 5000));
	expect(visibleServers(state)).toEqual(['e', 'c', 'd', 'b', 'a']);
});

test('a server that its service reports as stopped is not down until its state changes', () => {
	const stopped = aServer({id: 'c', state: 'STOPPED', isStopped: true});
	const before = after(polled([stopped]));
	expect(fleetCounts(before)).toMatchObject({down: 0, stopped: 1});
	const change = (state: string): Event => ({
		type: 'fleet/received',
		at: startAt,
		changes: [{serverId: 'c', change: {state}}],
	});
	const crashed = after(polled([stopped]), change('RUNNING'), change('STOPPED'));
	expect(fleetCounts(crashed)).toMatchObject({down: 1, stopped: 0});
});

test('the filter requires every word, in name, state, game or node, in any case', () => {
	const filtered = (text: string) =>
		visibleServers(after(polled(fleet), viewChanged({filter: {field: fieldOf(text), editing: true}})));
	expect(filtered('ARK')).toEqual(['b', 'a']);
	expect(filtered('eu-2 stop')).toEqual(['c', 'e']);
	expect(filtered('nothing')).toEqual([]);
	expect(filtered('  ')).toHaveLength(5);
});

test('a key does not sort the list again', () => {
	const state = after(polled(fleet));
	const moved = {...state, view: {...state.view, currentId: 'b'}};
	expect(visibleServers(moved)).toBe(visibleServers(state));
});

test('shows, sorts and counts the expected state after an action of our own', () => {
	const expected = {state: 'STOPPING', from: 'RUNNING', at: startAt, until: startAt + 60_000};
	const state = after(polled(fleet), {type: 'fleet/acted', serverId: 'a', expected});
	expect(shownState(state.fleet, 'a')).toEqual({state: 'STOPPING', expected: true});
	expect(visibleServers(state)).toEqual(['c', 'd', 'a', 'e', 'b']);
	expect(fleetCounts(state)).toEqual({
		up: 1,
		down: 1,
		stopped: 0,
		hung: 0,
		changing: 2,
		unknown: 1,
		unreadable: 0,
		duplicate: 0,
	});
});

test('since says whether the change was observed', () => {
	expect(sinceText({at: startAt, seen: true}, startAt + 720_000)).toBe('12m');
	expect(sinceText({at: startAt, seen: false}, startAt + 40_000)).toBe('>=40s');
	expect(sinceText(undefined, startAt)).toBe('');
});

test('the alert line names the servers that are down, for how long, and their shared node', () => {
	const down = fleet.map(server => (server.id === 'e' ? {...server, state: 'OFFLINE'} : server));
	const crashed = fleet.map(server => (server.id === 'e' ? {...server, state: 'RUNNING'} : server));
	const state = after(polled(fleet), polled(crashed, startAt), polled(down, startAt + 5000));
	expect(alertLine(state, startAt + 65_000)).toEqual({
		tone: 'warning',
		text: '!! 2 down: node eu-2: 2 of 3 (cs2-3 1m  cs2-1 >=1m)  | 1 unknown, on eu-2',
		short: '!! 2 down: node eu-2: 2 of 3 (cs2-3 1m  cs2-1 >=1m)  | 1 unknown, on eu-2',
	});
	const up = fleet.map(server => ({...server, state: 'ONLINE'}));
	expect(alertLine(after(polled(up), polled(down, startAt + 5000)), startAt + 5000).text).toContain(
		'2 of 3, likely one cause',
	);
	expect(alertLine(after(polled([aServer()])), startAt)).toEqual({
		tone: 'quiet',
		text: 'no server is down',
	});
	expect(alertLine(after(), startAt).tone).toBe('quiet');
});

test('servers of an unavailable node are alerts too, until acknowledged', () => {
	const gone = ['x', 'y'].map(id => aServer({id, nodeName: 'eu-1', state: 'UNKNOWN'}));
	const text = (...events: Event[]) => alertLine(after(...events), startAt).text;
	expect(text(polled(gone))).toBe('!! 2 unknown, on eu-1');
	expect(text(polled([...fleet, ...gone]))).toMatch(/^!! 1 down: cs2-1 .* {2}\| 3 unknown$/);
	const known = {type: 'fleet/acknowledged', at: startAt, serverIds: ['x', 'y'], isKnown: true} as const;
	expect(text(polled(gone), known)).toBe('nothing else is down   (2 unknown, acknowledged)');
});

test.each([
	['an unknown state', [aServer({state: 'HIBERNATING'})], [], '!! 1 unknown, on eu-1'],
	['no state', [aServer({state: undefined})], [], '!! 1 unknown, on eu-1'],
	['unreadable records', [aServer()], [0, 1], '!! 2 unreadable'],
	['both', [aServer({state: 'HIBERNATING'})], [0], '!! 1 unknown, on eu-1  | 1 unreadable'],
])('with %s it never says that no server is down', (_what, servers, broken, text) => {
	const unreadable = broken.map(index => ({index, id: undefined, name: undefined, reason: 'expected an id'}));
	const state = after({...polled(servers), unreadable} as Event);
	expect(alertLine(state, startAt)).toEqual({tone: 'warning', text, short: text});
});

test('names a node with several down or unknown servers, and their number', () => {
	const down = fleet.map(server => (server.id === 'e' ? {...server, state: 'OFFLINE'} : server));
	const node = {node: 'eu-2', away: 2, total: 3};
	expect(nodeAlerts(after(polled(fleet)))).toEqual([]);
	expect(nodeAlerts(after(polled(down)))).toEqual([{...node, isOneCause: false}]);
	const up = fleet.map(server => ({...server, state: 'ONLINE'}));
	const known = {type: 'fleet/acknowledged', at: startAt, serverIds: ['c', 'e'], isKnown: true} as const;
	expect(nodeAlerts(after(polled(up), polled(down, startAt + 5000), known))).toEqual([
		{...node, isOneCause: true},
	]);
	const gone = ['x', 'y'].map(id => aServer({id, nodeName: 'eu-1', state: 'UNKNOWN'}));
	expect(nodeAlerts(after(polled(gone)))).toMatchObject([{node: 'eu-1', away: 2, total: 2}]);
});

test('an unreadable list shows its age, the reason, and the time of the retry', () => {
	const failure = aFailure({title: 'The service cannot be reached.', key: undefined});
	const failed = {type: 'fleet/pollFailed', at: startAt + 5000, failure} as const;
	const planned = {type: 'fleet/retryPlanned', retryAt: startAt + 44_000, delayMs: 39_000} as const;
	expect(alertLine(after(polled([aServer()]), failed, planned), startAt + 40_000)).toEqual({
		tone: 'failure',
		text: '!! list 40s old, retry in 4s: The service cannot be reached.',
	});
	expect(alertLine(after(failed, planned), startAt + 40_000).text).toBe(
		'!! no list yet, retry in 4s: The service cannot be reached.',
	);
});

test('a narrow alert line does not truncate the key and the hint for rejected credentials', () => {
	const failed = (given: Parameters<typeof aFailure>[0]) =>
		after(
			polled([aServer()]),
			{type: 'fleet/pollFailed', at: startAt + 5000, failure: aFailure(given)},
			{type: 'fleet/retryPlanned', retryAt: startAt + 65_000, delayMs: 60_000},
		);
	const text = (given: Parameters<typeof aFailure>[0]) =>
		renderWithKeys(alertLine(failed(given), startAt + 5000).text, usualKeymap).slice(0, 80);
	expect(text({status: 401, key: undefined, hint: 'Check RCONDECK_TOKEN, or the secret.'})).toBe(
		'!! list 5s old, retry in 60s: Credentials refused (401). Check RCONDECK_TOKEN, o',
	);
	expect(text({status: 403, key: 'missingPermission.ACCESS_SERVERS'})).toContain('ACCESS_SERVERS]');
});
