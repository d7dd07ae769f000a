import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpoints, type EndpointName} from '../../src/contract/endpoints/index.ts';
import type {Demo} from '../../src/demo/index.ts';
import type {Fleet} from '../../src/demo/fleet.ts';
import {prototypeNames} from './any-text.ts';
import {answerFields, answering, withWords, type WordField} from './contract-fields.ts';
import type {Between} from './service-of-app.ts';
import {threeServers} from './three-servers.ts';

/** A team whose ids are all names that plain objects inherit. */
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

/** Nested lists, with an object here and there, of this depth. */
export function nested(levels: number): unknown {
	let value: unknown = 'end';
	for (let level = 0; level < levels; level++) value = level % 20 === 0 ? {inner: value} : [value];
	return value;
}

/**
Replaced with a part that nests 3,000 levels deep when it is sent. Serializing that part repeatedly would take seconds.
*/
const deep = 'a part that nests 3,000 levels deep';
const deepText = JSON.stringify(nested(3000));

const sent = (value: unknown): string => JSON.stringify(value).replaceAll(JSON.stringify(deep), deepText);

/** Values that no service means to send. */
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

/** Applies `change` to every part of the record, and adds the fields in `more`. */
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
	// Only in some records: megabytes in every response would be slow.
	return Object.fromEntries(random() < 0.05 ? [...parts, ...Object.entries(more)] : parts);
}

/** Fields without which a value is not recognized as a list or record. */
const isNeeded = (name: string) => /^(id|content|members|command|\w+Id)$/.test(name);

/** The kinds of hostile records. */
const hostilities = {
	'names of the prototype': {
		change: (name: string, value: unknown, random: () => number) =>
			typeof value === 'string' && name !== 'id' && random() < 0.2 ? pick(prototypeNames, random) : value,
		more: JSON.parse(`{${prototypeNames.map(name => `"${name}": "${name}"`).join(', ')}}`),
	},
	'parts nested 3,000 levels deep': {
		change: (name: string, value: unknown, random: () => number) => {
			if (isNeeded(name)) return value;
			const odds = name === 'response' ? 0.5 : typeof value === 'object' ? 0.5 : 0.05;
			return random() < odds ? pick<unknown>([deep, [deep, {type: 'RCON', deep}], {deep}], random) : value;
		},
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
export const allHostilities = Object.keys(hostilities) as Hostility[];

/** Set HOSTILE_SEED to try other values or to reproduce a failure. */
const {HOSTILE_SEED} = process.env;
export const hostileSeed = Number(HOSTILE_SEED ?? 1);

/** Makes a value from the service hostile. */
function hostile(value: unknown, kind: Hostility, random: () => number): unknown {
	const {change, more} = hostilities[kind];
	return changed(value, random, change, more);
}

/** A service whose responses are all hostile. Adds the fields that contain prototype names to `named`. */
export function hostileService(kind: Hostility, random: () => number, named = new Set<string>()): Between {
	let answers = 0;
	return async (request, service) => {
		const answer = await service();
		const text = await answer.clone().text();
		if (!answer.headers.get('content-type')?.includes('json') || text === '') return answer;
		const {status} = answer;
		const given = hostile(JSON.parse(text), kind, random);
		if (kind !== 'names of the prototype' || !answer.ok) return jsonAnswer(given, status);
		const name = endpointOf(request);
		const fields = name === undefined ? [] : recordFields(name);
		const at = answers++ % Math.max(1, fields.length);
		// If fields exclude each other, the last one wins.
		const turned = [...fields.slice(at), ...fields.slice(0, at)];
		const nameIn = (record: unknown) => {
			const chosen = random() < 0.3 ? turned : turned.filter(() => random() < 0.3);
			for (const field of chosen) named.add(`${name} ${nameOfField(field)}`);
			return withWords(
				record,
				chosen,
				(_field, index) => pick(prototypeNames.slice(index % 5), random) ?? '',
			);
		};
		return jsonAnswer(ofEachRecord(given, nameIn), status);
	};
}

const jsonAnswer = (value: unknown, status: number) =>
	new Response(sent(value), {status, headers: {'content-type': 'application/json'}});

/** The words in each record of an endpoint's response, except its id: a record with another id is another record. */
const recordFields = (name: EndpointName): WordField[] =>
	answerFields(name)
		.map(({place, form}) => ({place: place[0] === '*' ? place.slice(1) : place, form}))
		.filter(({place}) => place[0] !== 'id');

/** All fields that `hostileService` may report for an endpoint. */
export const namedIn = (name: EndpointName): string[] =>
	recordFields(name).map(field => `${name} ${nameOfField(field)}`);

const nameOfField = ({place, form}: WordField) => `${place.join('.')} (${form})`;

const patterns = answering.flatMap(name => {
	const {method, path, alternative}: Endpoint = endpoints[name];
	return [path, alternative ?? path].map(given => ({
		name,
		method,
		path: new RegExp(`^${given.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
	}));
});

const endpointOf = ({method, url}: Request): EndpointName | undefined =>
	patterns.find(row => row.method === method && row.path.test(new URL(url).pathname))?.name;

function ofEachRecord(value: unknown, change: (record: unknown) => unknown): unknown {
	if (Array.isArray(value)) return (value.length > 0 ? value : [{id: prototypeNames[0]}]).map(change);
	if (typeof value === 'object' && value !== null && 'content' in value && Array.isArray(value.content))
		return {...value, content: ofEachRecord(value.content, change)};
	return change(value);
}

/** Sends the team every kind of feed message, about everything that exists and something that does not. */
export function broadcastAll({broker, teamId}: Demo, kind: Hostility, random: () => number): void {
	for (const serverId of [...prototypeNames, 'alpha', 'nobody']) {
		for (const packet of packets(serverId, prototypeNames[0])) {
			broker.broadcast(teamId, packet);
			broker.broadcast(teamId, JSON.parse(sent(hostile(packet, kind, random))) as object); // Serialized from an object.
		}
	}
}

/** Feed messages as the public agent sends them. */
const packets = (serverId: string, nodeId: string): object[] => [
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
	{nodeTask: allWords('getNodeTask', [], serverId)},
	{automationRun: allWords('getRun', [], serverId)},
	{serverId, backup: allWords('getServer', ['backups', '*'], serverId)},
	{serverId, command: allWords('getServer', ['commands', '*'], serverId)},
	{id: serverId, displayName: nodeId, state: serverId},
	{[serverId]: {[nodeId]: serverId}},
];

/** The record at a place of a response, with one word in all of its fields. */
function allWords(name: EndpointName, at: readonly string[], word: string): unknown {
	const fields = answerFields(name).filter(({place}) => at.every((step, index) => place[index] === step));
	return withWords(
		{},
		fields.map(({place, form}) => ({place: place.slice(at.length), form})),
		() => word,
	);
}
