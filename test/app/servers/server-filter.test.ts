import {expect, test} from 'vitest';
import {currentFilter, visibleServers} from '../../../src/app/servers/list-rows.ts';
import {fieldOf} from '../../../src/app/kernel/text/text-field.ts';
import {after, aServer, viewChanged, polled} from '../../helpers/builders.ts';

const fleet = [
	aServer({id: 'isl-1', displayName: 'ark-isl-1', gameType: 'ARK_ASCENDED', onlinePlayers: 41}),
	aServer({
		id: 'isl-2',
		displayName: 'ark-isl-2',
		nodeName: 'eu-9',
		gameType: 'ARK_ASCENDED',
		onlinePlayers: 0,
	}),
	aServer({
		id: 'cs-1',
		displayName: 'cs2-1',
		gameType: 'CS2',
		nodeName: 'eu-2',
		state: 'STOPPED',
		onlinePlayers: -1,
	}),
	aServer({id: 'cs-2', displayName: 'cs2-2', gameType: 'CS2', nodeName: 'eu-2', onlinePlayers: undefined}),
];

const filtered = (text: string) => viewChanged({sort: 'name', filter: {field: fieldOf(text), editing: true}});
const passing = (text: string) => visibleServers(after(polled(fleet), filtered(text)));

test.each([
	['ark', ['isl-1', 'isl-2']],
	['/isl-\\d$/', ['isl-1', 'isl-2']],
	['/^ark/ 1', ['isl-1']],
	['/isl-', ['isl-1', 'isl-2']],
	['!ark', ['cs-1', 'cs-2']],
	['!/1$/', ['isl-2', 'cs-2']],
	['state:stopped', ['cs-1']],
	['state:down', ['cs-1']],
	['!state:down game:ark', ['isl-1', 'isl-2']],
	['node:eu-2 state:up', ['cs-2']],
	['name:2', ['isl-2', 'cs-1', 'cs-2']],
	['map:island cs', ['cs-1', 'cs-2']],
	['game:cs', ['cs-1', 'cs-2']],
	['state:offline', ['cs-1']],
	['state:online', ['isl-1', 'isl-2', 'cs-2']],
	['node="eu-2"', ['cs-1', 'cs-2']],
	['state:zzz', []],
	['players>0', ['isl-1']],
	['players=0', ['isl-2', 'cs-1']],
	['players:41', ['isl-1']],
	['players<=40', ['isl-2', 'cs-1']],
	['!players>0', ['isl-2', 'cs-1', 'cs-2']],
])('the filter %j matches %j', (text, ids) => {
	expect(passing(text)).toEqual(ids);
});

test.each([
	['/ark(/', /^\/ark\(\/ is not a regular expression: missing closing \)\.$/],
	['/(?=a)/', /lookahead and lookbehind are not supported\.$/],
	['stat:up', /^Unknown field stat. Use state, game/],
	['players>many', /^players needs a number/],
])('the filter %j reports its error and hides nothing', (text, problem) => {
	expect(currentFilter(after(polled(fleet), filtered(text))).problem).toMatch(problem);
	expect(passing(text)).toHaveLength(4);
});

test('the filter uses the expected state after an action of our own', () => {
	const expected = {state: 'STOPPING', from: 'RUNNING', at: 0, until: 1};
	const state = after(polled(fleet), filtered('state:busy'), {
		type: 'fleet/acted',
		serverId: 'isl-1',
		expected,
	});
	expect(visibleServers(state)).toEqual(['isl-1']);
});
