import {expect, test} from 'vitest';
import {openService, type Service} from '../open-service.ts';

const asToken = (token: unknown) => ({'Application-Token': String(token)});

/** Makes a member, who signs in with the headers. */
async function join({post, call}: Service, name: string, permissions: readonly string[]) {
	const {code} = (await post('/team/team/invite-code', {name, permissions})).body;
	const {token, memberId, applicationId} = (await call('POST', '/team/join', {code}, {})).body;
	return {headers: asToken(token), memberId, applicationId: String(applicationId)};
}

const missing = {status: 403, body: {key: 'missingPermission.MANAGE_SERVERS'}};
const managing = ['MANAGE_TEAM', 'ACCESS_TEAM'];

test('nobody can kick, change, revoke or replace someone with more permissions', async () => {
	const service = await openService();
	const {post, call} = service;
	const ana = await join(service, 'Ana', managing);
	const ben = await join(service, 'Ben', [...managing, 'MANAGE_SERVERS']);
	const request = {name: 'bot', permissions: ['MANAGE_SERVERS']};
	const bot = (await post('/team/team/application-user', request)).body;
	const invited = {name: 'Cleo', userEmail: 'cleo@team.example', permissions: ['MANAGE_SERVERS']};
	await post('/team/team/invite-code', invited);
	const as = (method: string, path: string, body?: object) =>
		call(method, `/team/team/${path}`, body, ana.headers);
	const {memberId} = ben;
	expect(await as('POST', 'kick', {memberId})).toMatchObject(missing);
	expect(await as('POST', 'permission', {memberId, newPermissions: []})).toMatchObject(missing);
	expect(await as('DELETE', `application-user/${String(bot['id'])}`)).toMatchObject(missing);
	expect(await as('DELETE', `application-user/${ben.applicationId}`)).toMatchObject(missing);
	expect(await as('DELETE', 'invite/cleo@team.example')).toMatchObject(missing);
	expect(await as('POST', 'invite', {userEmail: 'CLEO@team.example'})).toMatchObject(missing);
	const replacing = {userEmail: 'cleo@team.example', permissions: []};
	expect(await as('POST', 'invite-code', replacing)).toMatchObject(missing);
	// The other way around it is allowed, and so is ending one's own token.
	const down = await call('POST', '/team/team/kick', {memberId: ana.memberId}, ben.headers);
	expect(down.status).toBe(200);
	const own = `/team/team/application-user/${ben.applicationId}`;
	expect((await call('DELETE', own, undefined, ben.headers)).status).toBe(200);
});

test('only the owner revokes the token of a linked machine', async () => {
	const service = await openService();
	const {post, call} = service;
	const ana = await join(service, 'Ana', managing);
	const {nodeId} = (await post('/node/add', {name: 'loft'})).body;
	const token = service.demo.context.store.applications.all().find(one => one.nodeId === nodeId);
	const path = `/team/team/application-user/${token?.id}`;
	const refused = await call('DELETE', path, undefined, ana.headers);
	expect(refused).toMatchObject({status: 403, body: {key: 'general.owner_only'}});
	expect((await call('DELETE', path)).status).toBe(200);
});
