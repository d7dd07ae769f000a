import {expect, test, vi} from 'vitest';
import {endpoints, type EndpointName} from '../../src/contract/endpoints/index.ts';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {openService, type Service} from './open-service.ts';

const unauthorized = {
	status: 401,
	body: {key: 'general.unauthorized', message: expect.stringMatching(/./)},
};

const withHeaders = ({call}: Service, headers: Record<string, string>) =>
	call('GET', '/team/my', undefined, headers);

test('accepts a token, an ID with its secret, and a bearer token', async () => {
	const service = await openService();
	const {token, applicationId, applicationSecret, bearer} = service.demo.credentials;
	for (const headers of [
		{'Application-Token': token},
		{'Application-Id': applicationId, 'Application-Secret': applicationSecret},
		{Authorization: `Bearer ${bearer}`},
	]) {
		expect(await withHeaders(service, headers)).toMatchObject({status: 200, body: {id: 'team'}});
	}
});

test.each([
	['none', {}],
	['a wrong token', {'Application-Token': 'wrong'}],
	['an empty token', {'Application-Token': ''}],
	['an ID alone', {'Application-Id': 'app-rcondeck'}],
	['an ID with a wrong secret', {'Application-Id': 'app-rcondeck', 'Application-Secret': 'wrong'}],
	['a wrong bearer', {Authorization: 'Bearer wrong'}],
	['another scheme', {Authorization: 'Basic d3Jvbmc='}],
])('%s is 401, before any other error of the request', async (_what, headers) => {
	const service = await openService();
	expect(await withHeaders(service, headers)).toMatchObject(unauthorized);
	for (const [method, path, body] of [
		['GET', '/no/such/path', undefined],
		['DELETE', '/team/my', undefined],
		['POST', '/server/none/rcon?await=maybe', '{'],
	] as const)
		expect(await service.call(method, path, body, headers)).toMatchObject(unauthorized);
});

test('a full disk locks nobody out, and a heartbeat that cannot be stored is reported', async () => {
	const bugs: unknown[] = [];
	const service = await openService({onBug: bug => void bugs.push(bug)});
	const {applications, nodes} = service.demo.context.store;
	const full = new Error('database or disk is full');
	const fail = () => {
		throw full;
	};
	vi.spyOn(applications, 'put').mockImplementation(fail);
	vi.spyOn(nodes, 'put').mockImplementation(fail);
	await service.pass(120_000);
	expect((await service.call('GET', '/team/my')).status).toBe(200);
	expect(bugs).toContain(full);
	expect(new Set(bugs)).toEqual(new Set([full]));
});

test('reports a missing permission before a missing record, and that before a bad request', async () => {
	const {call, post, demo} = await openService();
	const noRights = {'Application-Token': demo.credentials.noPermissionsToken};
	const forbidden = {status: 403, body: {key: 'missingPermission.MANAGE_SERVERS'}};
	expect(await call('POST', '/server/none/rcon?await=maybe', '{', noRights)).toMatchObject(forbidden);
	const missing = {status: 404, body: {key: 'general.not_found'}};
	for (const path of ['/server/none/rcon?await=maybe', '/team/others/invite', '/automation/none'])
		expect(await post(path, '{')).toMatchObject(missing);
});

test('credentials without a team get TEAM_NOT_FOUND, but may read the version', async () => {
	const {call, demo} = await openService();
	const headers = {'Application-Token': demo.credentials.teamlessToken};
	const answer = await call('GET', '/team/my', undefined, headers);
	expect(answer).toMatchObject({status: 404, body: {key: 'TEAM_NOT_FOUND'}});
	expect((await call('GET', '/info/version', undefined, headers)).status).toBe(200);
});

const names = Object.keys(endpoints) as EndpointName[];
const guarded = names.flatMap(name => {
	const row: Endpoint = endpoints[name];
	return row.permission ? [[name, row.method, row.path, row.permission] as const] : [];
});

test.each(guarded)('%s (%s %s) requires %s', async (_name, method, path, permission) => {
	const {call, demo} = await openService();
	const filled = path.replaceAll(/\{teamId\}/g, 'team').replaceAll(/\{\w+\}/g, 'any');
	const answer = await call(method, filled, undefined, {
		'Application-Token': demo.credentials.noPermissionsToken,
	});
	expect(answer).toMatchObject({status: 403, body: {key: `missingPermission.${permission}`}});
});

test('read-only credentials can read everything', async () => {
	const {call, demo} = await openService();
	const headers = {'Application-Token': demo.credentials.readOnlyToken};
	for (const path of [
		'/team/my',
		'/server/by-team/team',
		'/node/by-team/team',
		'/automation-run/by-team/team',
	])
		expect((await call('GET', path, undefined, headers)).status).toBe(200);
	expect((await call('POST', '/server/cs/stop', {}, headers)).status).toBe(403);
});
