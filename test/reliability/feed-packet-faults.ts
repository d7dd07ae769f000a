import type {FeedConnection} from './faulty-service.ts';
import {toLive, type FeedFaultRow} from './feed-fault-row.ts';
import {onceSubscribed, packet, webSocketFrame} from './feed-wire.ts';

/** Packets arrive late: when the fault ends, perhaps minutes later. Heart-beats and pongs pass. */
function heldBack(): FeedFaultRow {
	const held = new Map<FeedConnection, {toClient: (chunk: Buffer) => void; chunks: Buffer[]}>();
	return {
		name: 'packets arrive late',
		live: 'stays',
		act: (connection, isNew) =>
			onceSubscribed(connection, isNew, () => {
				const {toClient} = connection;
				const chunks: Buffer[] = [];
				held.set(connection, {toClient, chunks});
				connection.toClient = chunk => {
					if (chunk.includes('MESSAGE')) chunks.push(chunk);
					else toClient(chunk);
				};
			}),
		end: connection => {
			const late = held.get(connection);
			if (!late) return;
			held.delete(connection);
			for (const chunk of late.chunks) late.toClient(chunk);
			connection.toClient = late.toClient;
		},
	};
}

/** Packets that no service sends. The feed stays live, and every stored entry arrives once. */
export function packetRows(): FeedFaultRow[] {
	const row = (name: string, bodies: () => unknown[]) =>
		toLive(
			name,
			({client}) => {
				for (const body of bodies()) client.write(webSocketFrame(packet(body)));
			},
			{live: 'stays'},
		);
	const command = (fields: object, serverId = 'alpha') => ({
		serverId,
		command: {command: 'list', response: 'x', commandId: 'c', timestamp: '2026-11-23T03:00:00Z', ...fields},
	});
	const many = <Item>(count: number, make: (index: number) => Item) =>
		Array.from({length: count}, (_, index) => make(index));
	const long = 'n'.repeat(1024 * 1024);
	const task = (index: number) => ({
		id: `task-${index}`,
		nodeId: 'node-1',
		type: 'TIMED_SHUTDOWN',
		state: 'PENDING',
		targetIds: [`server-${index}`],
		createdAt: '2126-01-01T00:00:00Z',
		context: {delay: 9},
	});
	const prototypes = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
	return [
		row('bodies that are not JSON', () => ['', '{', 'null', 'NaN', '\ufeff{}', '{"a":1}}', '\ud800', '[1,']),
		row('nulls and wrong types', () => [
			null,
			[],
			[null],
			{},
			{serverId: null, state: null},
			{serverId: {}, state: []},
			{serverId: 5, command: 7, response: {a: 1}},
			command({command: null, response: null, commandId: null, timestamp: {}}),
			{gameServers: [null, 5, {id: null}, {id: 'alpha', playerCount: 'many'}]},
			{nodeTask: {id: {}, targetIds: 'alpha'}},
			{automationRun: {id: 'r', automationId: [], status: 5}},
			{serverId: 'alpha', output: {lines: {}, omitted: -1e300, timestamp: 1e300}},
		]),
		row('deep nesting', () => ['['.repeat(200_000), `${'{"data":'.repeat(5000)}1${'}'.repeat(5000)}`]),
		row('prototype names', () =>
			prototypes.flatMap(name => [
				`{"serverId":"${name}","state":"ONLINE"}`,
				`{"serverId":"alpha","${name}":{"command":"x","response":"y"}}`,
				command({command: name, commandId: name}, name),
			]),
		),
		row('a million records in one packet', () => [`[${'{},'.repeat(1_000_000)}{}]`]),
		row('a million players', () => [`{"gameServers":[${'{"id":"a"},'.repeat(1_000_000)}{"id":"a"}]}`]),
		row('names of 1 MB', () => [
			{serverId: 'alpha', state: long},
			command({command: long, commandId: 'c-1'}),
			command({by: long, commandId: 'c-2'}),
			command({commandId: long}),
			{serverId: long, state: 'ONLINE'},
			command({commandId: 'c-3'}, long),
			{...task(0), type: long, targetIds: [long]},
			{id: long, automationId: long, status: long, name: long},
			{serverId: 'alpha', output: {lines: [{kind: 'chat', text: long}]}},
		]),
		row('an answer of 5 MB in one line', () => [command({response: long.repeat(5)})]),
		row('an answer of a million lines', () => [command({response: 'line\n'.repeat(1_000_000)})]),
		row('10,000 packets at once', () =>
			many(10_000, index => command({command: `list ${index}`, commandId: `many-${index}`})),
		),
		row('10,000 packets of unknown servers', () =>
			many(10_000, index => command({commandId: `of-${index}`}, `unknown-${index}`)),
		),
		row('10,000 states', () =>
			many(10_000, index => ({serverId: 'alpha', state: index % 2 === 0 ? 'OFFLINE' : 'ONLINE'})),
		),
		row('10,000 tasks', () => many(10_000, task)),
		row('10,000 runs', () =>
			many(10_000, index => ({id: `run-${index}`, automationId: `automation-${index}`, status: 'RUNNING'})),
		),
		row('the same packet 1000 times', () => many(1000, () => command({commandId: 'same'}))),
		row('the same packet 1000 times, without an id', () =>
			many(1000, () => command({commandId: undefined, timestamp: undefined})),
		),
		row('timestamps of other centuries', () =>
			['1900-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 8.64e15, -8.64e15, 1e300, 'soon'].map(
				(timestamp, index) => command({commandId: `when-${index}`, timestamp}),
			),
		),
		heldBack(),
		{
			name: 'every packet twice',
			live: 'stays',
			act: connection => {
				const {toClient} = connection;
				connection.toClient = chunk => {
					toClient(chunk);
					if (chunk.includes('MESSAGE')) toClient(chunk);
				};
			},
		},
	];
}
