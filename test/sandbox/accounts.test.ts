import {expect, test} from 'vitest';
import {endpoints, type EndpointName} from '../../src/contract/endpoints/index.ts';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {openService, type Service} from './service.ts';

const withHeaders = ({call}: Service, headers: Record<string, string>) =>
	call('GET', '/team/my', undefined, headers);

test('a token, an id with its secret, and a bearer each open the door', async () => {
	const service = await openService();
	const {token, applicationId, applicationSecret, bearer} = service.sandbox.credentials;
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
	['an id alone', {'Application-Id': 'app-rcondeck'}],
	['an id with a wrong secret', {'Application-Id': 'app-rcondeck', 'Application-Secret': 'wrong'}],
	['a wrong bearer', {Authorization: 'Bearer wrong'}],
	['another scheme', {Authorization: 'Basic d3Jvbmc='}],
])('%s is answered 401 without a key', async (_what, headers) => {
	const {status, body} = await withHeaders(await openService(), headers);
	expect({status, key: body['key']}).toEqual({status: 401, key: undefined});
	expect(body['message']).toEqual(expect.any(String));
});

test('credentials without a team are TEAM_NOT_FOUND, but may ask for the version', async () => {
	const {call, sandbox} = await openService();
	const headers = {'Application-Token': sandbox.credentials.teamlessToken};
	const answer = await call('GET', '/team/my', undefined, headers);
	expect(answer).toMatchObject({status: 404, body: {key: 'TEAM_NOT_FOUND'}});
	expect((await call('GET', '/info/version', undefined, headers)).status).toBe(200);
});

const names = Object.keys(endpoints) as EndpointName[];
const guarded = names.flatMap(name => {
	const row: Endpoint = endpoints[name];
	return row.permission ? [[name, row.method, row.path, row.permission] as const] : [];
});

test.each(guarded)('%s (%s %s) needs %s', async (_name, method, path, permission) => {
	const {call, sandbox} = await openService();
	const filled = path.replaceAll(/\{teamId\}/g, 'team').replaceAll(/\{\w+\}/g, 'any');
	const answer = await call(method, filled, undefined, {
		'Application-Token': sandbox.credentials.noRightsToken,
	});
	expect(answer).toMatchObject({status: 403, body: {key: `missingPermission.${permission}`}});
});

test('credentials that may only read still read everything', async () => {
	const {call, sandbox} = await openService();
	const headers = {'Application-Token': sandbox.credentials.readOnlyToken};
	for (const path of [
		'/team/my',
		'/server/by-team/team',
		'/node/by-team/team',
		'/automation-run/by-team/team',
	])
		expect((await call('GET', path, undefined, headers)).status).toBe(200);
	expect((await call('POST', '/server/cs/stop', {}, headers)).status).toBe(403);
});
