import {expect, test} from 'vitest';
import {chosenServers, filterOf, type Filters} from '../../src/cli/commands/find/selectors.ts';
import {serversMatching} from '../../src/app/servers/list-rows.ts';
import {UsageError} from '../../src/lib/errors.ts';
import {after, aServer, polled} from '../helpers/builders.ts';

const servers = [
	aServer({
		id: 'a',
		gameType: 'ARK_ASCENDED',
		state: 'ONLINE',
		nodeName: 'eu-1',
		nodeId: 'n1',
		map: 'TheIsland',
	}),
	aServer({id: 'b', gameType: 'CS2', state: 'RUNNING', nodeName: 'eu-10', nodeId: 'n10', map: 'de_dust2'}),
	aServer({id: 'c', gameType: 'CS2', state: 'STOPPED', nodeName: 'EU West', nodeId: 'n3', map: 'de_nuke'}),
	aServer({id: 'd', gameType: 'RUST', state: 'OFFLINE', nodeName: undefined, nodeId: 'n4', map: undefined}),
	aServer({id: 'e', gameType: undefined, state: 'STOPPING', nodeName: 'eu-1', nodeId: 'n1', map: 'de'}),
	aServer({
		id: 'f',
		gameType: 'ARK_EVOLVED',
		state: 'FROZEN',
		displayName: 'up-1',
		nodeName: 'n5',
		map: undefined,
	}),
];
const {fleet} = after(polled(servers));

/** The IDs that match, or the message that rejects the value. */
function byFlag(filters: Filters): string[] | string {
	try {
		return servers.filter(one => filterOf(servers, filters)(one, undefined)).map(({id}) => id);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		return error.message;
	}
}
function byFilter(text: string): readonly string[] | string {
	const matching = serversMatching(fleet, text);
	return 'ids' in matching ? matching.ids : matching.problem;
}

const values = {
	state: [
		'ONLINE',
		'running',
		'STOPPED',
		'offline',
		'up',
		'Down',
		'busy',
		'unknown',
		'frozen',
		'STOP',
		'foo',
		'CREATING',
	],
	game: ['CS2', 'cs', 'ARK', 'ark_ascended', 'a', 'rust', 'xyz', 'ark_', 'toString'],
	node: ['eu-1', 'EU-1', 'eu', 'eu west', 'n1', 'n10', 'n', 'west', 'EU-2', '__proto__'],
	map: ['de', 'de_', 'dust', 'theisland', 'nowhere'],
} as const;

test.each(Object.entries(values))('--%s means the same as that field of a filter', (field, wanted) => {
	for (const value of wanted) {
		const flag = byFlag({[field]: value});
		const filter = byFilter(`${field}:"${value}"`);
		expect([value, typeof flag === 'string' ? flag.toLowerCase() : flag]).toEqual([
			value,
			typeof filter === 'string' ? filter.toLowerCase() : filter,
		]);
	}
	expect(byFilter(`name:UP`)).toEqual(byFlag({match: 'up'}));
});

test.each([
	[{state: 'ONLINE'}, ['a', 'b']],
	[{state: 'running'}, ['a', 'b']],
	[{state: 'STOPPED'}, ['c', 'd']],
	[{state: 'offline'}, ['c', 'd']],
	[{state: 'down'}, ['c', 'd']],
	[{state: 'stop'}, ['c', 'd', 'e']],
	[{state: 'unknown'}, ['f']],
	[{state: 'creating'}, []],
	[{game: 'cs'}, ['b', 'c']],
	[{game: 'ark'}, ['a', 'f']],
	[{game: 'ark_ascended'}, ['a']],
	[{node: 'eu-1'}, ['a', 'e']],
	[{node: 'n10'}, ['b']],
	[{node: 'n4'}, ['d']],
	[{node: 'eu'}, ['a', 'b', 'c', 'e']],
	[{map: 'de'}, ['e']],
	[{map: 'de_'}, ['b', 'c']],
	[{match: 'up'}, ['f']],
	[{game: 'cs', state: 'up'}, ['b']],
])('%j means %j', (filters, ids) => {
	expect(byFlag(filters)).toEqual(ids);
});

test('rejects a value that neither a server nor the program knows, and lists the known ones', () => {
	expect(byFlag({state: 'foo'})).toBe(
		'No server with state "foo". Known states: RUNNING, ONLINE, STOPPED, OFFLINE, STOPPING, FROZEN, INITIALIZING, RESTARTING, CREATING, DELETING; groups: up, down, busy, unknown.',
	);
	expect(byFlag({game: 'xyz'})).toContain(
		'No server with game "xyz". Known games: ARK_ASCENDED, ARK, CS2, RUST',
	);
	expect(byFlag({node: 'us'})).toBe('No server with node "us". Known nodes: eu-1, eu-10, EU West, n4, n5.');
	expect(byFlag({map: 'moon'})).toBe(
		'No server with map "moon". Known maps: TheIsland, de_dust2, de_nuke, de.',
	);
});

test('rejects a blank value, because an unset variable must not select every server', () => {
	for (const filter of ['state', 'game', 'node', 'map', 'match']) {
		expect(byFlag({[filter]: ' '})).toBe(`--${filter} needs a value.`);
	}
});

test('knows only states and games when a team has no servers', () => {
	expect(() => chosenServers([], [], {state: 'foo'})).toThrow('No server with state "foo"');
	expect(() => chosenServers([], [], {node: 'eu-1'})).toThrow('No servers match. Nothing was sent.');
});
