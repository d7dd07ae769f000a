import {expect, test} from 'vitest';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpoints, type EndpointName} from '../../src/contract/endpoints/index.ts';

const rows: [string, Endpoint][] = Object.entries(endpoints);

/** The specification's tables: method, path, method of the client, query fields, body fields. */
const specification: [string, string, EndpointName, string[]?, string[]?][] = [
	// Teams
	['GET', '/team/my', 'myTeam'],
	['POST', '/team/{teamId}/invite', 'inviteMember', [], ['userEmail']],
	['POST', '/team/{teamId}/kick', 'kickMember', [], ['memberId']],
	['POST', '/team/{teamId}/icon', 'uploadTeamIcon'],
	// Nodes
	['GET', '/node/by-team/{teamId}', 'listNodes'],
	['GET', '/node/{nodeId}', 'getNode'],
	// Servers
	['GET', '/server/by-team/{teamId}', 'listServers'],
	['GET', '/server/{serverId}', 'getServer'],
	[
		'POST',
		'/server/create',
		'createServer',
		[],
		['nodeId', 'name', 'gameType', 'map', 'serverDirectory', 'enablePreaquaticaBeta'],
	],
	['POST', '/server/{serverId}/start', 'startServer'],
	['POST', '/server/{serverId}/stop', 'stopServer', [], ['forceStop', 'delayMinutes', 'delayedStopMessage']],
	['POST', '/server/{serverId}/restart', 'restartServer', [], ['delayMinutes', 'delayedRestartMessage']],
	['POST', '/server/{serverId}/rcon', 'sendRcon', [], ['command']],
	['POST', '/server/{serverId}/rcon', 'awaitRcon', ['await', 'timeoutMs'], ['command']],
	['POST', '/server/{serverId}/change-directory', 'changeDirectory', [], ['serverDirectory']],
	['POST', '/server/{serverId}/change-display-name', 'changeDisplayName', [], ['displayName']],
	// Automations
	['GET', '/automation/by-team/{teamId}', 'listAutomations'],
	[
		'POST',
		'/automation/create',
		'createAutomation',
		[],
		['teamId', 'name', 'description', 'enabled', 'targets', 'workflow', 'trigger', 'runTimeoutSec'],
	],
	['POST', '/automation/{automationId}/trigger/manual', 'triggerAutomation', [], ['targetIds']],
	[
		'POST',
		'/automation/{automationId}',
		'editAutomation',
		[],
		['name', 'description', 'enabled', 'targets', 'workflow', 'trigger', 'runTimeoutSec'].concat(
			// Set by the service, and accepted unchanged.
			['id', 'teamId', 'createdAt', 'updatedAt'],
		),
	],
	[
		'GET',
		'/automation-run/by-team/{teamId}',
		'listRuns',
		['page', 'size', 'automationId', 'statuses', 'createdFrom', 'createdTo'],
	],
	// Other
	['GET', '/info/version', 'version'],
	['GET', '/images/{imageId}', 'getImage'],
];

test.each(specification)('%s %s is the method %s', (method, path, name, query = [], body = []) => {
	const row: Endpoint = endpoints[name];
	expect(row).toMatchObject({method, path});
	expect(row.extension).toBeUndefined();
	expect(Object.keys(row.query ?? {})).toEqual(query);
	const fields = Object.keys(row.body ?? {});
	expect(fields.filter(field => !row.extensionFields?.includes(field))).toEqual(body);
});

test('only a restart and an awaited command have fields beyond the specification, apart from records', () => {
	const extended = rows.flatMap(([name, {extensionFields}]) =>
		extensionFields ? [[name, extensionFields]] : [],
	);
	expect(extended).toEqual([
		['restartServer', ['forceStop']],
		['awaitRcon', ['later']],
		// A whole record may be sent back.
		['editAutomation', ['createdBy', 'createdById', 'review']],
	]);
});

test('marks every other endpoint as an extension', () => {
	const known = new Set<string>(specification.map(([, , name]) => name));
	const others = rows.filter(([name]) => !known.has(name));
	expect(others.filter(([, row]) => row.extension === undefined).map(([name]) => name)).toEqual([]);
	expect(others.length).toBeGreaterThan(20);
});

test('no two rows are the same endpoint, except for the two forms of RCON', () => {
	const seen = rows.map(([, {method, path}]) => `${method} ${path}`);
	const twice = seen.filter((one, index) => seen.indexOf(one) !== index);
	expect(twice).toEqual(['POST /server/{serverId}/rcon']);
});

test('knows both paths of create, edit and trigger', () => {
	expect(endpoints.createAutomation.alternative).toBe('/automation');
	expect(endpoints.editAutomation.alternative).toBe('/automation/{automationId}/edit');
	expect(endpoints.triggerAutomation.alternative).toBe('/automation/{automationId}/trigger-manual');
});

test('alternative paths have the same path parameters', () => {
	const parameters = (path: string) => [...path.matchAll(/\{\w+\}/g)].map(String).sort();
	const pairs = rows.flatMap(([, {path, alternative}]) =>
		alternative === undefined ? [] : [[path, alternative]],
	);
	expect(pairs.map(([, other = '']) => parameters(other))).toEqual(
		pairs.map(([path = '']) => parameters(path)),
	);
});

/** (Specification: Authentication) */
test.each([
	['ACCESS_SERVERS', ['listServers', 'getServer']],
	[
		'MANAGE_SERVERS',
		[
			'createServer',
			'startServer',
			'stopServer',
			'restartServer',
			'sendRcon',
			'awaitRcon',
			'changeDirectory',
			'changeDisplayName',
		],
	],
] as const)('the permission %s is required by %j', (permission, names) => {
	for (const name of names) expect(endpoints[name].permission).toBe(permission);
});
