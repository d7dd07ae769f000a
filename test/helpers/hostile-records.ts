import type {Fleet} from '../../src/sandbox/seed.ts';
import {prototypeNames} from './any-text.ts';
import type {Between} from './service-of-app.ts';
import {threeServers} from './three-servers.ts';

/** A team in which every id is a name that plain objects have already. */
export const prototypeFleet: Fleet = {
	...threeServers,
	team: {
		...threeServers.team,
		id: 'constructor',
		members: [
			...threeServers.team.members,
			...prototypeNames.map(id => ({id, name: id, email: `${id}@x.de`, permissions: [id, 'toString']})),
		],
	},
	nodes: threeServers.nodes.map((node, at) => ({...node, id: prototypeNames[at] ?? node.id})),
	servers: threeServers.servers.map((server, at) => ({
		...server,
		id: prototypeNames[at] ?? server.id,
		name: prototypeNames[at + 3] ?? server.name,
		node: prototypeNames[server.node === 'node-1' ? 0 : 1] ?? server.node,
	})),
	automations: prototypeNames.map(id => ({
		id,
		name: `automation ${id}`,
		description: id,
		enabled: true,
		targets: {serverIds: [...prototypeNames]},
		workflow: [{type: 'RCON', command: id}, {type: id}],
		trigger: {type: 'CRON', cron: '* * * * *'},
	})),
};

/** Lists, and here and there an object, so many levels deep. */
export function nested(levels: number): unknown {
	let value: unknown = 'end';
	for (let level = 0; level < levels; level++) value = level % 20 === 0 ? {inner: value} : [value];
	return value;
}

const deep = nested(3000);

/** What a field may hold that nobody meant to send. */
const oddValues: readonly unknown[] = [
	null,
	true,
	0,
	-1,
	1.5,
	1e300,
	-1e300,
	8.64e15 + 1,
	2 ** 60,
	'',
	' ',
	'.',
	'..',
	'0',
	'1e400',
	'9999-99-99T99:99:99Z',
	'+275760-09-13T00:00:00.001Z',
	'x'.repeat(20_000),
	[],
	[[]],
	[null],
	{},
	{id: null},
	JSON.parse('{"__proto__": {"id": "x"}, "constructor": 5}'),
	...prototypeNames,
];

const pick = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
	items[Math.floor(random() * items.length)];

type Change = (name: string, value: unknown, random: () => number) => unknown;

/** The record with each of its parts as `change` gives them, and with fields of its own. */
function changed(
	value: unknown,
	random: () => number,
	change: Change,
	more: Readonly<Record<string, unknown>>,
): unknown {
	if (Array.isArray(value)) return value.map(part => changed(part, random, change, more));
	if (typeof value !== 'object' || value === null) return value;
	const parts = Object.entries(value).map(([name, part]): [string, unknown] => {
		const next = change(name, part, random);
		return [name, next === part ? changed(part, random, change, more) : next];
	});
	// Not everywhere: megabytes in every answer would only be slow.
	return Object.fromEntries(random() < 0.05 ? [...parts, ...Object.entries(more)] : parts);
}

/** The ways in which the records of a service may be hostile. */
export const hostilities = {
	'names of the prototype': {
		change: (name: string, value: unknown, random: () => number) =>
			typeof value === 'string' &&
			/^(state|status|type|gameType|kind|permission|action)$/.test(name) &&
			random() < 0.5
				? pick(prototypeNames, random)
				: value,
		more: JSON.parse(`{${prototypeNames.map(name => `"${name}": "${name}"`).join(', ')}}`),
	},
	'parts nested 3,000 levels deep': {
		change: (name: string, value: unknown) =>
			/^(settings|systemData|limits|targets|workflow|trigger|context|stepHistory|currentStep|applications|gameSettings)$/.test(
				name,
			)
				? name === 'workflow' || name === 'stepHistory'
					? [deep, {type: 'RCON', deep}]
					: {deep, maxServers: deep}
				: value,
		more: {deep},
	},
	'values that nobody expects': {
		change: (name: string, value: unknown, random: () => number) => {
			const odds = /^id$|Id$/.test(name) ? 0.03 : 0.15;
			return random() < odds ? pick(oddValues, random) : value;
		},
		more: {},
	},
} satisfies Record<string, {change: Change; more: Readonly<Record<string, unknown>>}>;

export type Hostility = keyof typeof hostilities;

/** A value from the service, made hostile. */
export function hostile(value: unknown, kind: Hostility, random: () => number): unknown {
	const {change, more} = hostilities[kind];
	return changed(value, random, change, more);
}

/** A service of which every answer is hostile. */
export function hostileService(kind: Hostility, random: () => number): Between {
	return async (_request, service) => {
		const answer = await service();
		const text = await answer.clone().text();
		if (!answer.headers.get('content-type')?.includes('json') || text === '') return answer;
		const {status} = answer;
		return Response.json(hostile(JSON.parse(text), kind, random), {status});
	};
}

/** Messages of the feed, as the public agent sends them. */
export const packets = (serverId: string, nodeId: string): object[] => [
	{serverId, command: {command: 'status', response: 'ok', commandId: 'x', timestamp: '2026-11-21T03:00:00Z'}},
	{serverId, command: {command: serverId, response: nodeId, commandId: serverId, timestamp: 5}},
	{serverId, state: 'STOPPED'},
	{serverId, state: serverId},
	{gameServers: [{id: serverId, state: 'ONLINE', playerCount: 3}]},
	{
		nodeTask: {
			id: serverId,
			type: 'TIMED_RESTART',
			state: 'PENDING',
			nodeId,
			targetIds: [serverId],
			context: {delay: 5},
			createdAt: 5,
		},
	},
	{
		nodeTask: {
			id: serverId,
			type: serverId,
			state: nodeId,
			nodeId,
			targetIds: [serverId, nodeId],
			context: {},
		},
	},
	{
		automationRun: {
			id: serverId,
			automationId: nodeId,
			status: 'RUNNING',
			targetIds: {[serverId]: true},
			stepHistory: [],
		},
	},
	{
		automationRun: {
			id: nodeId,
			automationId: serverId,
			status: serverId,
			targetIds: [serverId],
			stepHistory: [{type: nodeId}],
		},
	},
	{serverId, backup: {backupId: serverId, serverId}},
	{id: serverId, displayName: nodeId, state: serverId},
	{[serverId]: {[nodeId]: serverId}},
];
