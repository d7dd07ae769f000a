import fc from 'fast-check';
import {expect, test} from 'vitest';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import {decodePacket} from '../../src/client/feed/decode.ts';

/* Answers as other services might give them: each combination must read the same. */

type Fields = Record<string, unknown>;
type Shape = [how: string, sent: unknown];
const renamed = (names: Readonly<Fields>, fields: Fields): Fields =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [String(names[name] ?? name), value]));
const spelled = (spell: (name: string) => string) => (fields: Fields) =>
	Object.fromEntries(Object.entries(fields).map(([name, value]) => [spell(name), value]));
const words = (name: string, between: string) =>
	name.replaceAll(/[A-Z]/g, letter => between + letter.toLowerCase());

const namings: Readonly<Record<string, (fields: Fields) => Fields>> = {
	camelCase: fields => fields,
	snake_case: spelled(name => words(name, '_')),
	'kebab-case': spelled(name => words(name, '-')),
	PascalCase: spelled(name => name.charAt(0).toUpperCase() + name.slice(1)),
	'other names': fields =>
		renamed(
			{displayName: 'name', state: 'status', created: 'createdAt', onlinePlayers: 'playerCount'},
			fields,
		),
};
const ids = ['id', '_id', 'uuid', 'serverId'];
const lists: Readonly<Record<string, (records: Fields[], ids: string[]) => unknown>> = {
	bare: records => records,
	content: content => ({content, page: 0, totalPages: 1}),
	data: data => ({data}),
	'data.servers': servers => ({data: {servers}}),
	game_servers: records => ({game_servers: records}),
	rows: rows => ({rows, count: rows.length}),
	entries: entries => ({entries}),
	values: values => ({values}),
	_embedded: records => ({
		_embedded: {serverDtoList: records},
		page: {size: 20, totalElements: 2, number: 0},
	}),
	'a map by id': (records, keys) => Object.fromEntries(records.map((record, at) => [keys[at], record])),
};

const servers = [
	{id: 's1', displayName: 'Alpha', state: 'RUNNING', onlinePlayers: 3, created: '2026-11-22T09:41:07Z'},
	{id: 's2', displayName: 'Bravo', state: 'STOPPED', onlinePlayers: 0, created: '20261122T094107Z'},
];
const created = Date.UTC(2026, 10, 22, 9, 41, 7);
const serverShapes = Object.entries(namings).flatMap(([naming, name]) =>
	ids.flatMap(id =>
		Object.entries(lists).map(([list, wrap]): Shape => {
			const records = servers.map(({id: own, ...fields}) => ({[id]: own, ...name(fields)}));
			return [`${list}, ${naming}, ${id}`, wrap(records, ['s1', 's2'])];
		}),
	),
);

test.each(serverShapes)('reads a list of servers: %s', (_how, sent) => {
	const {items, unreadable} = endpoints.listServers.response.parse(sent);
	expect(unreadable).toEqual([]);
	expect(items).toMatchObject(servers.map(server => ({...server, created})));
});

const times: readonly unknown[] = [
	'2026-11-22T09:41:07Z',
	'2026-11-22T09:41:07.000000Z',
	'2026-11-22 09:41:07',
	'20261122T094107Z',
	'20261122T104107+0100',
	'2026-W47-7T09:41:07Z',
	'2026W477T094107Z',
	'2026-326T09:41:07Z',
	'2026326T094107Z',
	'Sun, 22 Nov 2026 09:41:07 GMT',
	created,
	created / 1e3,
	created * 1e3,
	created * 1e6,
	String(created),
	String(created * 1e3),
	[2026, 11, 22, 9, 41, 7],
];
const outputs = ['response', 'output', 'result', 'reply', 'answer'];
const answerForms: Readonly<Record<string, (command: Fields) => unknown>> = {
	'as specified': command => ({serverId: 's1', command}),
	flat: command => ({serverId: 's1', ...command}),
	'flat, without the server': command => command,
	'flat, in snake_case': command => ({server_id: 's1', ...spelled(name => words(name, '_'))(command)}),
	'in serverCommand': serverCommand => ({serverId: 's1', serverCommand}),
	...Object.fromEntries(
		['data', 'payload', 'body', 'rcon', 'output', 'result', 'message'].map(name => [
			`in ${name}`,
			(command: Fields) => ({server: {id: 's1'}, success: true, [name]: command}),
		]),
	),
	'in a list of one': command => [{serverId: 's1', command}],
	'in commands': command => ({serverId: 's1', commands: [command]}),
	'in rcon, with its envelope': command => ({status: 'ok', rcon: {serverId: 's1', command}}),
};
const commandShapes = Object.entries(answerForms).flatMap(([form, wrap]) =>
	outputs.map((output, at): Shape => {
		const timestamp = times[at % times.length];
		return [`${form}, ${output}`, wrap({command: 'list', [output]: '2 players', commandId: 'c1', timestamp})];
	}),
);
const command = {command: 'list', response: '2 players', commandId: 'c1', timestamp: created};

test.each(commandShapes)('reads the answer to an awaited command: %s', (_how, sent) => {
	expect(endpoints.awaitRcon.response.parse(sent).command).toMatchObject(command);
});

test.each<Shape>([
	...outputs.map((output): Shape => [`only ${output}`, {[output]: '2 players'}]),
	['a text', '2 players'],
	['data as a text', {data: '2 players'}],
	['a list of one text', ['2 players']],
	['an echo without output beside it', {serverId: 's1', command: 'list', data: {output: '2 players'}}],
])('reads the output of an awaited command: %s', (_how, sent) => {
	expect(endpoints.awaitRcon.response.parse(sent).command.response).toBe('2 players');
});

test.each(commandShapes)('reads a packet of the feed: %s', (_how, sent) => {
	const [packet] = decodePacket(JSON.stringify(sent));
	expect(packet).toMatchObject({kind: 'rcon', packet: {command}});
});

test.each(times.map(time => [time]))('reads the time %j of a stored command', timestamp => {
	const server = {id: 's1', commands: [{cmd: 'list', output: 'ok', timestamp}]};
	expect(endpoints.getServer.response.parse(server).commands).toMatchObject([
		{command: 'list', response: 'ok', timestamp: created},
	]);
});

test.each<[string, unknown, object[]]>([
	[
		'a whole server',
		{id: 's1', displayName: 'Alpha', state: 'RUNNING', commands: [{command: 'list', output: 'ok'}]},
		[
			{kind: 'players', servers: [{serverId: 's1', state: 'RUNNING'}]},
			{kind: 'rcon', packet: {serverId: 's1'}},
		],
	],
	[
		'a server in an event, in snake_case',
		{type: 'UPDATED', server: {_id: 's1', display_name: 'Alpha', status: 'running', online_players: 3}},
		[{kind: 'players', servers: [{serverId: 's1', state: 'RUNNING', players: 3}]}],
	],
	['a state in snake_case', {server_id: 's1', state: 'STOPPED'}, [{kind: 'state', serverId: 's1'}]],
	['a status', {serverId: 's1', status: 'online'}, [{kind: 'state', state: 'ONLINE'}]],
	[
		'a bare command without its server',
		{command: 'list', response: 'ok', commandId: 'c1'},
		[{kind: 'rcon', packet: {serverId: undefined, command: {commandId: 'c1', response: 'ok'}}}],
	],
	['output lines', {serverId: 's1', output: {lines: [{text: 'hi'}]}}, [{kind: 'output', serverId: 's1'}]],
])('reads a packet of the feed with %s', (_how, sent, events) => {
	expect(decodePacket(JSON.stringify(sent))).toMatchObject(events);
});

test.each<[unknown]>([
	[{serverId: 's1', type: 'BACKUP', result: 'success'}],
	[{serverId: 's1', status: 'SUCCEEDED'}],
	[{error: {name: 'NotFound', status: '404'}}],
])('%j is no event', sent => {
	expect(decodePacket(JSON.stringify(sent))).toMatchObject([{kind: 'unreadable'}]);
});

test.each<[unknown]>([[{error: {name: 'NotFound', status: '404'}}], [{message: 'hello'}], [{s1: {}}], [{}]])(
	'%j is not a list of servers',
	sent => {
		expect(endpoints.listServers.response.safeParse(sent).success).toBe(false);
	},
);

test('covers at least 340 shapes', () => {
	expect(serverShapes.length + 2 * commandShapes.length + times.length).toBeGreaterThan(340);
});

const names = fc.constantFrom(
	'id',
	'_id',
	'serverId',
	'name',
	'display_name',
	'status',
	'command',
	'output',
	'result',
	'response',
	'data',
	'rows',
	'_embedded',
	'commands',
	'rcon',
	'server',
	'team',
	'errors',
	'commandId',
	'x',
);
const {json} = fc.letrec<{json: unknown}>(tie => ({
	json: fc.oneof(
		{depthSize: 'small', withCrossShrink: true},
		fc.constantFrom('RUNNING', 'a', 'b c', '', 7, null, true),
		fc.array(tie('json'), {maxLength: 3}),
		fc.dictionary(names, tie('json'), {maxKeys: 5}),
	),
}));

test('nothing that a service sends throws or invents a name or output', () => {
	const isSent = (text: string, read: string | undefined) =>
		read === undefined || text.includes(JSON.stringify(read).slice(1, -1)) || text.includes(read);
	fc.assert(
		fc.property(json, sent => {
			const text = JSON.stringify(sent);
			const list = endpoints.listServers.response.safeParse(JSON.parse(text)).data;
			for (const {id, displayName, state} of list?.items ?? [])
				expect([id, displayName, state].every(read => isSent(text, read))).toBe(true);
			const answer = endpoints.awaitRcon.response.safeParse(JSON.parse(text)).data;
			expect(isSent(text, answer?.command.command)).toBe(true);
			expect(isSent(text, endpoints.myTeam.response.safeParse(JSON.parse(text)).data?.id)).toBe(true);
			expect(decodePacket(text)).toBeInstanceOf(Array);
		}),
		{numRuns: 3000},
	);
});
