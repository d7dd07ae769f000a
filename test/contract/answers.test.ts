import {expect, test} from 'vitest';
import {endpoints} from '../../src/contract/endpoints/index.ts';

const read = (value: unknown) => endpoints.awaitRcon.response.safeParse(value).data;
const time = '2026-11-22T09:41:07Z';
const whole = {command: 'status', response: 'ok', commandId: 'c1', timestamp: Date.parse(time)};

test.each<[string, unknown]>([
	['as specified', {serverId: 's1', command: {...whole, timestamp: time}}],
	[
		'with a numeric ID',
		{serverId: 's1', command: {...whole, commandId: 'c1', timestamp: [2026, 11, 22, 9, 41, 7]}},
	],
	['flat', {serverId: 's1', ...whole, timestamp: time}],
	['with gameServerId', {gameServerId: 's1', command: {...whole, timestamp: time}}],
	['with serverCommand', {serverId: 's1', serverCommand: {...whole, timestamp: time}}],
	['in data', {data: {serverId: 's1', command: {...whole, timestamp: time}}}],
	['in body', {serverId: 's1', body: {command: {...whole, timestamp: time}}}],
	['in message', {serverId: 's1', message: {...whole, timestamp: time}}],
	['as the only element of a list', [{serverId: 's1', command: {...whole, timestamp: time}}]],
	[
		'with the output beside the command',
		{serverId: 's1', response: 'ok', command: {...whole, response: undefined, timestamp: time}},
	],
])('reads a response %s', (_how, value) => {
	expect(read(value)).toEqual({serverId: 's1', command: whole});
});

test.each<[string, unknown, object]>([
	[
		'no serverId',
		{command: {command: 'status', response: 'ok'}},
		{serverId: undefined, command: {command: 'status', response: 'ok'}},
	],
	[
		'serverId null',
		{serverId: null, command: {response: 'ok'}},
		{serverId: undefined, command: {command: '', response: 'ok'}},
	],
	[
		'a numeric serverId',
		{serverId: 7, command: {response: 'ok', commandId: 8}},
		{serverId: '7', command: {commandId: '8', response: 'ok'}},
	],
	['only the output', {response: 'ok'}, {serverId: undefined, command: {command: '', response: 'ok'}}],
	[
		'a flat body without serverId',
		{command: 'status', response: 'ok', commandId: 'c'},
		{command: {command: 'status', response: 'ok', commandId: 'c'}},
	],
	['plain text', 'No Players Connected \n ', {command: {response: 'No Players Connected \n '}}],
	['a number', 42, {command: {response: '42'}}],
	['lines', {response: ['0. Ada', '1. Bob']}, {command: {response: '0. Ada\n1. Bob'}}],
	['output as an object', {response: {players: 2}}, {command: {response: '{"players":2}'}}],
	['no output', {serverId: 's', command: {command: 'x', response: null}}, {command: {response: undefined}}],
	['empty output', {serverId: 's', command: {command: 'x', response: ''}}, {command: {response: ''}}],
])('takes the output from a response with %s', (_how, value, answer) => {
	expect(read(value)).toMatchObject(answer);
});

test.each([null, {}, [], {success: true}, {serverId: 's1'}, {command: {}}, {key: 'x', message: 'y'}])(
	'%j contains no command response',
	value => {
		expect(read(value)).toBeUndefined();
	},
);

test.each([
	['2.2.1', '2.2.1'],
	[2.5, '2.5'],
	[{version: '2.2.1'}, '2.2.1'],
	[{version: {major: 2, minor: 2, patch: 1}}, '2.2.1'],
	[{build: {version: '2.2.1'}}, '2.2.1'],
	[{version: null}, undefined],
	[{version: ['2']}, undefined],
])('the version %j is %j', (value, version) => {
	expect(endpoints.version.response.parse(value).version).toBe(version);
});

test('reads targets of any shape', () => {
	const run = (targetIds: unknown) => endpoints.getRun.response.parse({id: 'r', targetIds}).targetIds;
	const task = (targetIds: unknown) => endpoints.getNodeTask.response.parse({id: 't', targetIds}).targetIds;
	for (const shape of [['a', 'b'], [{id: 'a'}, {serverId: 'b'}], {a: true, b: true}, {a: {}, b: 'RUNNING'}]) {
		expect(run(shape)).toEqual({a: true, b: true});
		expect(task(shape)).toEqual(['a', 'b']);
	}
	expect(run({a: false, b: 'false', c: true})).toEqual({a: false, b: false, c: true});
	expect(task([7, null, {}, 'a'])).toEqual(['7', 'a']);
	expect([run(null), task(null)]).toEqual([undefined, []]);
});

test('reads states in any case, and keeps unknown ones as sent', () => {
	const state = (given: unknown) => endpoints.getServer.response.parse({id: 's', state: given}).state;
	expect(['running', 'Stopped', ' ONLINE '].map(state)).toEqual(['RUNNING', 'STOPPED', 'ONLINE']);
	expect(['Hibernating', 'half-open', 3].map(state)).toEqual(['Hibernating', 'half-open', '3']);
	expect([{name: 'running'}, ['x'], null].map(state)).toEqual(['RUNNING', undefined, undefined]);
	expect(endpoints.getRun.response.parse({id: 'r', status: 'succeeded'}).status).toBe('SUCCEEDED');
});

test('reads numbers from text, and treats anything else as unknown', () => {
	const players = (given: unknown) =>
		endpoints.getServer.response.parse({id: 's', onlinePlayers: given}).onlinePlayers;
	expect(['12', ' 12 ', 12, -1].map(players)).toEqual([12, 12, 12, -1]);
	expect(['many', '', '0x10', {}, true, null].map(players)).toEqual(Array.from({length: 6}));
});

test('an ID is text or an exact number', () => {
	const ids = (given: unknown[]) => endpoints.listServers.response.parse(given.map(id => ({id})));
	expect(ids(['s', 7, -7]).items.map(({id}) => id)).toEqual(['s', '7', '-7']);
	expect(ids(['', 2 ** 60, 1.5, true, {}]).unreadable.map(({reason}) => reason)).toEqual(
		Array.from({length: 5}, () => 'id: expected an id'),
	);
});

test('sets aside and flags a record with a duplicate ID, in every list', () => {
	const records = [{id: 's', displayName: 'Alpha'}, {id: 't'}, {id: 's', displayName: 'Other'}];
	const {items, unreadable} = endpoints.listServers.response.parse(records);
	expect(items.map(({displayName}) => displayName)).toEqual(['Alpha', undefined]);
	expect(unreadable).toMatchObject([{index: 2, id: 's', name: 'Other', isRepeat: true}]);
	expect(endpoints.listRuns.response.parse({content: [{id: 1}, {id: '1'}]}).unreadable).toHaveLength(1);
});

test('an incomplete page of a complete list reports the missing records', () => {
	const page = {content: [{id: 's'}], page: '0', size: '1', totalElements: '3', totalPages: '3'};
	const list = endpoints.listServers.response.parse(page);
	expect(list.unreadable).toMatchObject([{reason: 'the service sent 1 of 3 records or more'}]);
	expect(endpoints.listServers.response.parse({...page, totalElements: 1, totalPages: 1}).unreadable).toEqual(
		[],
	);
});

test('reads page numbers from text and from either envelope', () => {
	const flat = {content: [{id: 'r'}], page: '1', size: '1', totalElements: '3', totalPages: '3'};
	const nested = {content: [{id: 'r'}], page: {number: '1', size: '1', totalElements: '3', totalPages: '3'}};
	const numbers = {page: 1, size: 1, totalElements: 3, totalPages: 3, first: false, last: false};
	for (const page of [flat, nested, {data: nested}, {items: [{id: 'r'}], ...flat, content: undefined}]) {
		expect(endpoints.listRuns.response.parse(page)).toMatchObject(numbers);
	}
	expect(endpoints.listRuns.response.parse({content: [{id: 'r'}], page: 'x', last: false})).toMatchObject({
		page: 0,
		last: false,
	});
	expect(endpoints.listRuns.response.parse([{id: 'r'}])).toMatchObject({
		page: 0,
		totalElements: 1,
		last: true,
	});
});

test.each<[string, unknown]>([
	['bare', {id: 't', name: 'Team'}],
	['in team', {team: {id: 't', name: 'Team'}}],
	['in data', {data: {id: 't', name: 'Team'}}],
	['in both', {data: {team: {id: 't', name: 'Team'}}}],
	['in a list', [{id: 't', name: 'Team'}]],
	['with teamId', {teamId: 't', name: 'Team'}],
])('reads a team %s', (_how, value) => {
	expect(endpoints.myTeam.response.parse(value)).toMatchObject({id: 't', name: 'Team'});
});

test('reads members in any shape with the ID that kicking requires', () => {
	const members = [
		'u1',
		2,
		{id: 'u3', name: 'Cleo'},
		{memberId: 'u4', userName: 'Dana'},
		{userId: 5, email: 'e@example.org'},
		{role: 'ADMIN', user: {id: 'u6', displayName: 'Finn', email: 'f@example.org'}},
		{memberId: 'm7', id: 'row-7', user: {id: 'u7'}},
		'h@example.org',
		{name: 'nobody'},
	];
	const team = endpoints.myTeam.response.parse({id: 't', members});
	expect(team.members.map(({id}) => id)).toEqual(['u1', '2', 'u3', 'u4', '5', 'u6', 'm7', 'h@example.org']);
	const names = [undefined, undefined, 'Cleo', 'Dana', undefined, 'Finn', undefined, undefined];
	expect(team.members.map(({name}) => name)).toEqual(names);
	expect(team.members.map(({email}) => email).filter(Boolean)).toEqual([
		'e@example.org',
		'f@example.org',
		'h@example.org',
	]);
	expect(team.unreadableMembers).toMatchObject([{name: 'nobody', reason: 'expected an id'}]);
	const byId = {u1: {name: 'Ada'}, u2: 'ADMIN'};
	expect(endpoints.myTeam.response.parse({id: 't', members: byId}).members).toMatchObject([
		{id: 'u1', name: 'Ada'},
		{id: 'u2'},
	]);
	expect(endpoints.myTeam.response.parse({id: 't', members: {items: ['u1']}}).members).toMatchObject([
		{id: 'u1'},
	]);
	expect(endpoints.myTeam.response.parse({id: 't', owner: 'u1'}).owner).toMatchObject({id: 'u1'});
});

test('reads permissions of members and applications as words in any shape', () => {
	const team = endpoints.myTeam.response.parse({
		id: 't',
		members: [
			{id: 'a', permissions: 'ALL, ACCESS_TEAM'},
			{id: 'b', permissions: [{name: 'ALL'}, {permission: 'ACCESS_TEAM'}]},
			{id: 'c', permissions: {ALL: true, ACCESS_TEAM: false}},
		],
		applications: [{id: 'app', permissions: ['ALL']}, 'other'],
	});
	expect(team.members.map(({permissions}) => permissions)).toEqual([
		['ALL', 'ACCESS_TEAM'],
		['ALL', 'ACCESS_TEAM'],
		['ALL'],
	]);
	expect(team.applications).toEqual({app: ['ALL'], other: []});
});
