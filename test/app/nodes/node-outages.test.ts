import {expect, test} from 'vitest';
import type {Node} from '../../../src/contract/models/node.ts';
import {nodeFacts} from '../../../src/app/nodes/nodes-screen.ts';
import {awayFor, nodeEvent, nodeOutages} from '../../../src/app/nodes/node-outages.ts';
import {nextAlert, alertLine} from '../../../src/app/servers/alerts.ts';
import type {Event, State} from '../../../src/app/state.ts';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {testSettings} from '../../helpers/fake-services.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {after, aNode, aServer, polled, startAt, viewChanged} from '../../helpers/builders.ts';

const read = (first: string, second: string, at = startAt): Event => ({
	type: 'nodes/read',
	at,
	nodes: [aNode({status: first}), aNode({id: 'n-eu-2', name: 'eu-2', status: second})],
});

const fleet = (state: string) => [
	...['a', 'b'].map(id => aServer({id, displayName: id, nodeId: 'n-eu-1', state, onlinePlayers: 17})),
	aServer({id: 'c', displayName: 'c', nodeId: 'n-eu-2', nodeName: 'eu-2', state: 'STOPPED'}),
];

const later = startAt + 17_000;
const lost = [
	polled(fleet('ONLINE')),
	read('ONLINE', 'ONLINE'),
	polled(fleet('UNKNOWN')),
	read('OFFLINE', 'ONLINE'),
];
const acknowledged = (serverIds: readonly string[]): Event => ({
	type: 'fleet/acknowledged',
	at: later,
	serverIds,
	isKnown: true,
});

test('a lost node leads the alert line, with the numbers of its servers and players, in place of its servers', () => {
	const line = (...events: Event[]) => alertLine(after(...events), later).text;
	expect(line(...lost)).toBe('!! node eu-1 OFFLINE 17s (2 servers, 34 players)  | 1 down: c >=17s');
	expect(line(...lost, acknowledged(['c']))).toBe(
		'!! node eu-1 OFFLINE 17s (2 servers, 34 players)   (1 down, acknowledged)',
	);
	expect(line(...lost, acknowledged(['a', 'b']))).toBe('!! 1 down: c >=17s   (2 unknown, acknowledged)');
	expect(line(...lost, read('ONLINE', 'ONLINE', later))).toBe('!! 1 down: c >=17s  | 2 unknown, on eu-1');
});

test('node details show the name once', () => {
	const names = (node: Node) => {
		const facts = nodeFacts(
			after(read('ONLINE', 'ONLINE'), {type: 'nodes/read', at: later, nodes: [node]}),
			node.id,
			{
				now: later,
				settings: testSettings,
				revealed: true,
			},
		);
		return facts
			.filter(({label}) => /name$/i.test(renderWithKeys(label, usualKeymap)))
			.map(({label, text}) => [label, text].map(part => renderWithKeys(part, usualKeymap)));
	};
	expect(names(aNode({id: 'n', name: 'eu-1'}))).toEqual([['name', 'eu-1']]);
	expect(names(aNode({id: 'n', name: undefined, nodeName: 'eu-1'}))).toEqual([['name', 'eu-1']]);
	expect(names(aNode({id: 'n', name: 'eu-1', nodeName: 'host-7'}))).toEqual([
		['nodeName', 'host-7'],
		['name', 'eu-1'],
	]);
});

test('the age of an outage is a lower bound if the node was already lost when first read', () => {
	const state = after(polled(fleet('UNKNOWN')), read('OFFLINE', 'OFFLINE'));
	expect(nodeOutages(state).map(outage => [outage.node, awayFor(outage, later)])).toEqual([
		['eu-1', '>=17s'],
		['eu-2', '>=17s'],
	]);
	expect(alertLine(state, later).text).toBe(
		'!! node eu-1 OFFLINE >=17s (2 servers, 34 players)  | node eu-2 OFFLINE >=17s (1 server, 41 players)',
	);
});

test('a node without servers or a node in creation is not an outage', () => {
	expect(nodeOutages(after(polled([]), read('OFFLINE', 'ONLINE')))).toEqual([]);
	expect(nodeOutages(after(polled(fleet('ONLINE')), read('CREATION', 'ONLINE')))).toEqual([]);
});

test('the cycle through all alerts starts with the node, wherever the cursor is, and continues with the servers', () => {
	const state = after(...lost, viewChanged({currentId: 'a'}));
	const reached = (lastAlert: string): State => ({...state, view: {...state.view, lastAlert}});
	expect(nextAlert(state, 'a')).toEqual({kind: 'node', id: 'n-eu-1'});
	expect(nextAlert(reached('n-eu-1'), 'n-eu-1')).toEqual({kind: 'server', id: 'c'});
	expect(nextAlert(reached('c'), 'c')).toEqual({kind: 'server', id: 'a'});
	expect(nextAlert(reached('b'), 'b')).toEqual({kind: 'node', id: 'n-eu-1'});
	// Without a lost node, the cycle continues from the cursor.
	expect(nextAlert(after(polled(fleet('UNKNOWN'))), 'c')).toEqual({kind: 'server', id: 'a'});
});

test('a heading shows the last event of the node, and for a while that it is back', () => {
	const back = after(...lost, read('ONLINE', 'ONLINE', later));
	expect(nodeEvent(after(...lost), 'eu-1', later)).toEqual({text: 'OFFLINE 17s', isAway: true});
	expect(nodeEvent(back, 'eu-1', later + 60_000)).toEqual({text: 'back 1m ago', isAway: false});
	expect(nodeEvent(back, 'eu-1', later + 660_000)).toBeUndefined();
	expect(nodeEvent(back, 'eu-2', later)).toBeUndefined();
	expect(nodeEvent(back, 'unknown', later)).toBeUndefined();
});
