import fc from 'fast-check';
import {expect, test} from 'vitest';
import {decodePacket} from '../../../src/client/feed/decode.ts';

const decode = (value: unknown) => decodePacket(JSON.stringify(value));

const command = {command: 'status', response: 'ok', commandId: 'c1', timestamp: 1769940012.25};
const task = {id: 't1', type: 'TIMED_RESTART', state: 'RUNNING', nodeId: 'n1', targetIds: ['s1']};

test('recognizes an RCON response by its shape, with the time in epoch seconds or as text', () => {
	const [numeric] = decode({serverId: 's1', command});
	const [iso] = decode({serverId: 's1', command: {...command, timestamp: '2026-02-01T10:00:12.25Z'}});
	expect(numeric).toMatchObject({
		kind: 'rcon',
		packet: {serverId: 's1', command: {...command, timestamp: 1769940012250}},
	});
	expect(iso).toEqual(numeric);
});

test('distinguishes a missing game answer from an empty one', () => {
	expect(decode({serverId: 's1', command: {...command, response: null}})).toMatchObject([
		{packet: {command: {response: undefined}}},
	]);
	expect(decode({serverId: 's1', command: {...command, response: ''}})).toMatchObject([
		{packet: {command: {response: ''}}},
	]);
});

test.each([
	[
		{serverId: 's1', state: 'STOPPING'},
		{kind: 'state', serverId: 's1', state: 'STOPPING'},
	],
	[
		{resourceUsage: {}, gameServers: [{id: 's1', state: 'ONLINE', playerCount: 4}, 'odd', {state: 'X'}]},
		{kind: 'players', servers: [{serverId: 's1', state: 'ONLINE', players: 4}]},
	],
	[{nodeTask: task}, {kind: 'task', task: {id: 't1', type: 'TIMED_RESTART'}}],
	[task, {kind: 'task', task: {id: 't1'}}],
	[
		{serverId: 's1', backup: {backupId: 'b1'}},
		{kind: 'backup', serverId: 's1', backup: {backupId: 'b1'}},
	],
	[
		{id: 'r1', automationId: 'a1', status: 'RUNNING'},
		{kind: 'run', run: {id: 'r1'}},
	],
	[{automationRun: {id: 'r1'}}, {kind: 'run', run: {id: 'r1'}}],
	[
		{
			serverId: 's1',
			output: {timestamp: 1769940012250, lines: [{kind: 'join', text: 'a'}, 'odd'], omitted: 3},
		},
		{
			kind: 'output',
			serverId: 's1',
			output: {timestamp: 1769940012250, lines: [{kind: 'output', text: 'a'}], omitted: 3},
		},
	],
	[
		{id: 's1', displayName: 'Alpha', state: 'ONLINE', onlinePlayers: 2},
		{kind: 'players', servers: [{serverId: 's1', state: 'ONLINE', players: 2}]},
	],
])('recognizes %j by its fields', (packet, event) => {
	expect(decode(packet)).toMatchObject([event]);
	expect(decode({type: 'x', payload: packet})).toMatchObject([event]);
	expect(decode({type: 'x', data: JSON.stringify(packet)})).toMatchObject([event]);
	expect(decode([packet, {data: [packet]}])).toMatchObject([event, event]);
});

const whole = {kind: 'rcon', packet: {serverId: '7', command: {...command, timestamp: 1769940012250}}};

test.each<[string, object]>([
	['flat', {serverId: '7', ...command}],
	['of a numeric server', {serverId: 7, command}],
	['with a gameServerId', {gameServerId: 7, command}],
	['with a server record', {server: {id: 7}, command}],
	['in serverCommand', {serverId: 7, serverCommand: command}],
	['in body', {body: {serverId: 7, command}}],
	['in message', {message: {serverId: 7, command}}],
	['in message as JSON', {message: JSON.stringify({serverId: 7, command})}],
	['in body, of the server around it', {serverId: 7, type: 'RCON', body: {command}}],
	['in body, flat, of the server around it', {serverId: 7, body: command}],
	['in message, with other fields', {message: {id: 1}, payload: {serverId: 7, command}}],
	['with the time as numbers', {serverId: 7, command: {...command, timestamp: '2026-02-01 10:00:12.25'}}],
])('reads an RCON response %s', (_how, packet) => {
	expect(decode(packet)).toMatchObject([whole]);
});

test('reports an answer without its command or output', () => {
	expect(decode({serverId: 's1', response: 'ok'})).toMatchObject([
		{kind: 'rcon', packet: {serverId: 's1', command: {command: '', response: 'ok'}}},
	]);
	expect(decode({serverId: 's1', command: 'save', commandId: 7})).toMatchObject([
		{packet: {command: {command: 'save', commandId: '7'}}},
	]);
});

test('a command alone is not an answer: it may announce that someone sent it', () => {
	expect(decode({serverId: 's1', command: 'save'})).toMatchObject([{kind: 'unreadable'}]);
});

test('states, players and tasks have the same IDs and numbers as lists', () => {
	expect(decode({serverId: 7, state: 'running'})).toMatchObject([
		{kind: 'state', serverId: '7', state: 'RUNNING'},
	]);
	expect(decode({gameServers: [{id: 7, state: 'online', playerCount: '4'}]})).toMatchObject([
		{kind: 'players', servers: [{serverId: '7', state: 'ONLINE', players: 4}]},
	]);
	expect(decode({nodeTask: {...task, id: 1, nodeId: 2, targetIds: {7: true}}})).toMatchObject([
		{kind: 'task', task: {id: '1', nodeId: '2', targetIds: ['7']}},
	]);
	expect(decode({serverId: 7, payload: {backup: {id: 3}}})).toMatchObject([
		{kind: 'backup', serverId: '7', backup: {backupId: '3'}},
	]);
});

test.each([
	'',
	'null',
	'3',
	'"x"',
	'{}',
	'{"serverId":"s1"}',
	'[[[[[[{}]]]]]]',
	'{"serverId":"s1","command":{}}',
])('%j is unreadable, which is an event too', body => {
	const destination = '/topic/team/t';
	expect(decodePacket(body, destination)).toMatchObject([{kind: 'unreadable', body, destination}]);
});

test('no text makes it throw', () => {
	const bodies = fc.oneof(fc.string(), fc.json());
	fc.assert(
		fc.property(bodies, body => {
			expect(decodePacket(body)).toBeInstanceOf(Array);
		}),
	);
});

test.each(['serverCommand', 'command'])('reads a server that only the %s names', name => {
	expect(decode({[name]: {...command, serverId: 7}})).toMatchObject([
		{kind: 'rcon', packet: {serverId: '7', command: {command: 'status', response: 'ok'}}},
	]);
});

test('reads at most 100,000 records of a list, and reports the others', () => {
	const body = JSON.stringify(Array.from({length: 100_007}, () => ({serverId: 'a', state: 'ONLINE'})));
	const events = decodePacket(body);
	expect(events).toHaveLength(100_001);
	expect(events.at(-1)).toMatchObject({
		kind: 'unreadable',
		reason: 'too many records in one packet, 7 skipped',
	});
});
