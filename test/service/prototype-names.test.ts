import {expect, test} from 'vitest';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpoints} from '../../src/contract/endpoints/index.ts';
import type {Fleet} from '../../src/demo/fleet.ts';
import {idsIn, neededFields, wordsTaken} from '../helpers/contract-fields.ts';
import {openService, type Service} from './open-service.ts';
import {smallFleet} from './small-fleet.ts';

const names = [
	'__proto__',
	'constructor',
	'prototype',
	'toString',
	'hasOwnProperty',
	'valueOf',
	'__defineGetter__',
];
const rows: Endpoint[] = Object.values(endpoints);

/** Everything that an object inherits; the tests must not add to it. */
const inherited = () => Object.getOwnPropertyNames(Object.prototype).sort();
const before = inherited();

/** Values under all the names, as JSON, because a literal would set the prototype. */
const bodyOf = (value: string) => `{${names.map(name => `"${name}": ${value}`).join(', ')}}`;

async function expectNoHarm({call}: Service, method: string, path: string, body?: string) {
	const {status} = await call(method, path, body);
	expect({method, path, body, isFine: status < 500}).toMatchObject({isFine: true});
	expect(inherited()).toEqual(before);
}

test.each(names)('%s as an ID in a path, a query or a body does not exist', async name => {
	const service = await openService();
	for (const {method, path, alternative, query = {}, body, openBody} of rows) {
		const parameters = Object.keys(query).map(parameter => `${parameter}=${name}`);
		for (const pattern of [path, ...(alternative === undefined ? [] : [alternative])]) {
			const filled = pattern.replaceAll('{teamId}', 'team').replaceAll(/\{\w+\}/g, name);
			const fields = Object.keys(body ?? {}).map(field => `"${field}": "${name}"`);
			const text = body || openBody ? `{${fields.join(', ')}}` : undefined;
			await expectNoHarm(service, method, filled, text);
			await expectNoHarm(service, method, `${filled}?${parameters.join('&')}&${name}=1`, text);
		}
	}
	expect((await service.call('GET', `/server/${name}`)).body['key']).toBe('general.not_found');
	expect((await service.call('GET', `/${name}`)).body['key']).toBe('general.path_not_found');
});

/** IDs that exist. */
const ids: Record<string, string> = {
	teamId: 'team',
	nodeId: 'node',
	serverId: 'down',
	automationId: 'round',
};

test.each(names)('%s in one field of an otherwise valid request crashes nothing', async name => {
	const service = await openService();
	let requestCount = 0;
	for (const {method, path, query, body} of rows) {
		const right = (given: string) =>
			given.replaceAll(/\{(\w+)\}/g, (_match, id: string) => ids[id] ?? 'none');
		const needed = body && JSON.stringify(neededFields(body, 'plain'));
		const search = Object.entries(neededFields(query, 'plain')).map(([field, value]) => `${field}=${value}`);
		for (const id of idsIn(path))
			await expectNoHarm(service, method, right(path.replace(`{${id}}`, name)), needed);
		for (const [field] of wordsTaken(query, name))
			await expectNoHarm(
				service,
				method,
				`${right(path)}?${[...search, `${field}=${name}`].join('&')}`,
				needed,
			);
		for (const [field, value] of wordsTaken(body, name)) {
			const fields = {...neededFields(body, 'plain'), [field]: value};
			await expectNoHarm(service, method, `${right(path)}?${search.join('&')}`, JSON.stringify(fields));
		}
		requestCount += idsIn(path).length + wordsTaken(query, name).length + wordsTaken(body, name).length;
	}
	expect(requestCount).toBeGreaterThanOrEqual(60);
	expect((await service.call('GET', '/team/my')).status).toBe(200);
});

test.each(['null', '1', '"text"', '[]', '{"polluted": true}', '{"__proto__": {"polluted": true}}'])(
	'bodies whose fields have such names and the value %s change nothing else',
	async value => {
		const service = await openService();
		const {settingProfileId} = (await service.call('GET', '/server/cs')).body;
		for (const {method, path} of rows) {
			if (method === 'GET') continue;
			const filled = path.replaceAll(/\{(\w+)\}/g, (_match, id: string) => ids[id] ?? 'none');
			await expectNoHarm(service, method, filled, bodyOf(value));
		}
		const inner = bodyOf(value);
		for (const body of [
			`{"profileId": "${String(settingProfileId)}", "gameSettings": ${bodyOf(inner)}, "hyphenParams": ${inner}}`,
			`{"profileId": "${String(settingProfileId)}", "gameUserSettings": {"ServerSettings": ${inner}}}`,
		])
			await expectNoHarm(service, 'POST', '/setting/profile', body);
		await expectNoHarm(service, 'POST', '/setting/profile/generate-ini', bodyOf(inner));
		const ini = names.map(name => `[${name}]\n${name}=polluted`).join('\n');
		await expectNoHarm(service, 'POST', '/setting/profile/parse-ini', JSON.stringify({content: ini}));
		await expectNoHarm(
			service,
			'POST',
			'/automation/round',
			`{"targets": ${inner}, "workflow": [${inner}], "trigger": ${inner}}`,
		);
		await expectNoHarm(
			service,
			'POST',
			'/automation/round/trigger/manual',
			`{"targetIds": ${JSON.stringify(names)}}`,
		);
		expect((await service.call('GET', '/team/my')).status).toBe(200);
	},
);

test.each(names)('a fleet whose records are named %s works like any other', async name => {
	const [server] = smallFleet.servers;
	const [node] = smallFleet.nodes;
	const fleet: Fleet = {
		...smallFleet,
		team: {...smallFleet.team, id: name, members: [], invites: []},
		nodes: node ? [{...node, id: name, name}] : [],
		servers: server ? [{...server, id: name, name, node: name}] : [],
		automations: [
			{
				id: name,
				name,
				targets: {serverIds: [name]},
				workflow: [{type: 'RCON', command: 'status', var: name}],
				trigger: {type: 'STATE_CHANGE', to: 'ONLINE'},
			},
		],
	};
	const {call, post, until} = await openService({fleet});
	const list: unknown = JSON.parse((await call('GET', `/server/by-team/${name}`)).text);
	expect(list).toMatchObject([{id: name, nodeId: name, state: 'RUNNING'}]);
	expect((await post(`/server/${name}/rcon?await=true`, {command: 'status'})).status).toBe(200);
	expect((await post(`/server/${name}/restart`)).status).toBe(200);
	await until(async () => {
		const {body} = await call('GET', `/automation-run/by-team/${name}`);
		return JSON.stringify(body).includes('"SUCCEEDED"');
	});
	const {body} = await post(`/automation/${name}/trigger/manual`, {targetIds: [name]});
	expect(Object.entries(Object(body['targetIds']))).toEqual([[name, true]]);
	expect(inherited()).toEqual(before);
});
