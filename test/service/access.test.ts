import {expect, test, vi} from 'vitest';
import type {Endpoint} from '../../src/contract/endpoint.ts';
import {endpoints, type EndpointName} from '../../src/contract/endpoints/index.ts';
import {permissions} from '../../src/contract/permissions.ts';
import {localNodeId} from '../../src/service/own/local-node.ts';
import {Refusal} from '../../src/service/http/refusal.ts';
import {openService, stompClient, type Answer, type Service} from './open-service.ts';
import {openOwnService} from './own/open-own.ts';
import {waitFor} from '../helpers/wait-for.ts';

const topic = '/topic/team/team';
const minute = 60_000;

const asToken = (token: unknown) => ({'Application-Token': String(token)});

let count = 0;
/** No two tokens or invitations of a team have the same name. */
const newName = () => `name ${++count}`;

async function createToken({post}: Service, granted: readonly string[], more: object = {}): Promise<Answer> {
	return post('/team/team/application-user', {name: newName(), permissions: granted, ...more});
}

/** Invites a person and joins with the code. */
async function join({post, call}: Service, name: string, granted: readonly string[]) {
	const invited = await post('/team/team/invite-code', {name, permissions: granted});
	const joined = await call('POST', '/team/join', {code: invited.body['code']}, {});
	return {code: invited.body['code'], headers: asToken(joined.body['token']), id: joined.body['memberId']};
}

/** Follows the feed with a token; the result is called when the service closes it. */
async function follow({demo}: Service, token: unknown, destination = topic) {
	const closed = vi.fn<(words: string | undefined) => void>();
	const client = stompClient(demo, asToken(token));
	await new Promise<void>((resolve, reject) => {
		client.onConnect = () => {
			client.subscribe(destination, () => {});
			resolve();
		};
		client.onStompError = ({headers}) => {
			closed(headers['message']);
			reject(new Error(headers['message']));
		};
		client.activate();
	});
	return closed;
}

const keyOf = ({status, body}: Answer) => ({status, key: body['key']});

test('a token works in every form, is listed without its secret, and ends with its feed when it is revoked', async () => {
	const service = await openService();
	const {call, pass} = service;
	const {status, body} = await createToken(service, ['ACCESS_SERVERS'], {name: 'Status board'});
	expect({status, id: body['id']}).toEqual({status: 200, id: expect.stringMatching(/^status-board-\w{6}$/)});
	const token = String(body['token']);
	const id = String(body['id']);
	for (const headers of [
		asToken(token),
		{'Application-Id': id, 'Application-Secret': token.split('_').at(-1) ?? ''},
		{Authorization: `Bearer ${token}`},
	])
		expect((await call('GET', '/server/by-team/team', undefined, headers)).status).toBe(200);
	const closed = await follow(service, token);
	await pass(2 * minute);
	await call('GET', '/server/by-team/team', undefined, asToken(token));
	const list = await call('GET', '/team/team/application-users');
	expect(JSON.parse(list.text)).toContainEqual({
		id,
		name: 'Status board',
		permissions: ['ACCESS_SERVERS'],
		createdAt: '2026-11-21T03:00:00.000Z',
		lastUsedAt: '2026-11-21T03:02:00.000Z',
		expiresAt: null,
		issuedTokens: 0,
		issuedInvites: 0,
		issuedAutomations: 0,
		issuedTasks: 0,
		ends: [],
	});
	for (const other of [list, await call('GET', '/team/my'), await call('GET', '/team/team/action-log')])
		expect(other.text).not.toMatch(/[0-9a-f]{64}/);
	expect((await call('DELETE', `/team/team/application-user/${id}`)).status).toBe(200);
	await pass(100);
	expect(closed).toHaveBeenCalledWith('The credentials are no longer valid.');
	expect((await call('GET', '/server/by-team/team', undefined, asToken(token))).status).toBe(401);
});

test('a token ends with its feed when it expires', async () => {
	const service = await openService({timings: {heartbeatMs: 3_600_000}});
	const {body} = await createToken(service, ['ACCESS_SERVERS'], {expiresInSeconds: 90 * 24 * 3600});
	const closed = await follow(service, body['token']);
	const isAccepted = async () =>
		(await service.call('GET', '/server/cs', undefined, asToken(body['token']))).status;
	expect(await isAccepted()).toBe(200);
	expect(closed).not.toHaveBeenCalled();
	service.clock.setAhead(90 * 24 * 3600_000);
	expect(await isAccepted()).toBe(401);
	const short = await createToken(service, ['ACCESS_SERVERS'], {expiresInSeconds: 60});
	const ended = await follow(service, short.body['token']);
	await service.clock.advance(minute);
	await service.pass(100);
	expect(ended).toHaveBeenCalledOnce();
});

test('a token has exactly its permissions at every endpoint, and only the owner uses real servers', async () => {
	const service = await openService();
	const answers = async (granted: readonly string[]) => {
		const {body} = await createToken(service, granted);
		const names = Object.keys(endpoints) as EndpointName[];
		return Promise.all(
			names.map(async name => {
				const row: Endpoint = endpoints[name];
				const path = row.path.replaceAll('{teamId}', 'team').replaceAll(/\{\w+\}/g, 'none');
				const sent = row.method === 'POST' ? {} : undefined;
				const answer = await service.call(row.method, path, sent, asToken(body['token']));
				return {row, name, key: String(answer.body['key'])};
			}),
		);
	};
	const reading = permissions.filter(each => each.startsWith('ACCESS_'));
	for (const {row, name, key} of await answers(reading)) {
		const missing = row.permission === undefined || reading.includes(row.permission) ? '' : row.permission;
		expect({name, missing: /^missingPermission\.(.*)/.exec(key)?.[1] ?? ''}).toEqual({name, missing});
	}
	// Each permission alone opens its own endpoints and no others.
	for (const granted of permissions.filter(each => each !== 'ALL')) {
		for (const {row, name, key} of await answers([granted])) {
			const isForbidden = row.permission !== undefined && row.permission !== granted;
			expect({granted, name, isForbidden: key.startsWith('missing')}).toEqual({granted, name, isForbidden});
		}
	}
	const {body} = await createToken(service, ['ALL']);
	const added = {displayName: 'x', gameType: 'X', settings: {power: {kind: 'none'}, stopMs: 1, readyMs: 1}};
	const answer = await service.call('POST', '/own-server/add', added, asToken(body['token']));
	expect(keyOf(answer)).toEqual({status: 403, key: 'general.owner_only'});
});

test('only the owner removes real servers, also by force or with their node', async () => {
	const {service, add, call} = await openOwnService();
	const id = await add({power: {kind: 'none'}, stopMs: 1, readyMs: 1});
	const {teamId} = service;
	const request = {name: 'manager', permissions: ['ALL']};
	const {body} = await call('POST', `/team/${teamId}/application-user`, request);
	const as = (method: string, path: string, sent?: object) => call(method, path, sent, String(body['token']));
	const ownerOnly = {status: 403, body: {key: 'general.owner_only'}};
	for (const forceDelete of [true, false])
		expect(await as('POST', `/server/${id}/delete`, {forceDelete})).toMatchObject(ownerOnly);
	expect(await as('DELETE', `/node/${localNodeId}`)).toMatchObject(ownerOnly);
	expect((await call('GET', `/own-server/${id}`)).status).toBe(200);
	expect((await call('POST', `/server/${id}/delete`, {forceDelete: true})).status).toBe(200);
	expect((await call('GET', `/own-server/${id}`)).status).toBe(404);
});

test('the feed of a team needs ACCESS_SERVERS', async () => {
	const service = await openService();
	const {body} = await createToken(service, ['ACCESS_TEAM']);
	const closed = await follow(service, body['token']);
	await service.pass(100);
	expect(closed).toHaveBeenCalledWith(`Access to ${topic} is denied.`);
});

test('an invitation code makes one member, who acts under their own name until they are removed', async () => {
	const service = await openService();
	const {call, post, pass} = service;
	const {code, headers, id} = await join(service, 'Ana', ['ACCESS_SERVERS', 'MANAGE_SERVERS']);
	expect(keyOf(await call('POST', '/team/join', {code}, {}))).toEqual({
		status: 400,
		key: 'team.wrong_code',
	});
	expect((await call('POST', '/server/cs/rcon', {command: 'status'}, headers)).status).toBe(200);
	await service.until(async () => (await call('GET', '/server/cs')).text.includes('"by":"Ana"'));
	const log = JSON.parse((await call('GET', '/team/team/action-log')).text) as {content: object[]};
	expect(log.content.slice(0, 2)).toMatchObject([
		{who: 'Ana', action: 'sendRcon'},
		{who: 'Ana', action: 'joinTeam'},
	]);
	const {members} = (await call('GET', '/team/my')).body;
	expect(members).toContainEqual(expect.objectContaining({id, name: 'Ana'}));
	const closed = await follow(service, headers['Application-Token']);
	await post('/team/team/permission', {memberId: id, newPermissions: ['ACCESS_SERVERS']});
	expect((await call('POST', '/server/cs/rcon', {command: 'status'}, headers)).status).toBe(403);
	expect((await post('/team/team/kick', {memberId: id})).status).toBe(200);
	await pass(100);
	expect(closed).toHaveBeenCalledOnce();
	expect((await call('GET', '/server/cs', undefined, headers)).status).toBe(401);
	expect((await call('GET', '/team/team/application-users')).text).not.toContain('Ana');
});

test('a code is accepted as people type it, and not after its time or without the invitation', async () => {
	const service = await openService();
	const {call, post, clock} = service;
	const invite = async (more: object) =>
		String((await post('/team/team/invite-code', {permissions: [], ...more})).body['code']);
	const enter = async (code: string) => (await call('POST', '/team/join', {code}, {})).status;
	const typed = await invite({name: 'Ana'});
	expect(typed).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-?){4}$/);
	expect(await enter(typed.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o'))).toBe(200);
	const late = await invite({name: 'Ben', expiresInSeconds: 3600});
	await clock.advance(3600_000);
	expect(await enter(late)).toBe(400);
	const replaced = await invite({userEmail: 'cleo@team.example'});
	const second = await invite({userEmail: 'Cleo@team.example'});
	expect(await enter(replaced)).toBe(400);
	await call('DELETE', '/team/team/invite/cleo@team.example');
	expect(await enter(second)).toBe(400);
	expect((await post('/team/team/invite-code', {permissions: []})).status).toBe(400);
});

test('nobody can grant permissions that they lack', async () => {
	const service = await openService();
	const {call} = service;
	const {headers, id} = await join(service, 'Ana', ['MANAGE_TEAM', 'ACCESS_TEAM', 'ACCESS_SERVERS']);
	const as = async (path: string, body: object) =>
		keyOf(await call('POST', `/team/team/${path}`, body, headers));
	const missing = {status: 403, key: 'missingPermission.MANAGE_SERVERS'};
	const more = ['ACCESS_SERVERS', 'MANAGE_SERVERS'];
	expect(await as('application-user', {name: 'x', permissions: more})).toEqual(missing);
	expect(await as('invite-code', {name: 'x', permissions: more})).toEqual(missing);
	expect(await as('permission', {memberId: id, newPermissions: more})).toEqual(missing);
	expect((await as('application-user', {name: 'x', permissions: ['ALL']})).key).toBe('missingPermission.ALL');
	const ownerOnly = {status: 403, key: 'general.owner_only'};
	const forOther = {name: 'x', permissions: ['ACCESS_SERVERS'], memberId: 'helper'};
	expect(await as('application-user', forOther)).toEqual(ownerOnly);
	expect(await as('permission', {memberId: 'owner', newPermissions: []})).toEqual(ownerOnly);
	const {status} = await call('DELETE', '/team/team/application-user/app-rcondeck', undefined, headers);
	expect(status).toBe(403);
	// A token of one's own has at most one's own permissions.
	const own = await call(
		'POST',
		'/team/team/application-user',
		{name: 'x', permissions: ['ACCESS_SERVERS'], memberId: id},
		headers,
	);
	expect((await call('GET', '/server/cs', undefined, asToken(own.body['token']))).status).toBe(200);
	expect(keyOf(await createToken(service, ['EVERYTHING']))).toEqual({status: 400, key: 'validation.failed'});
});

test('a removed member loses all access: tokens, and invitations that they made', async () => {
	const service = await openService();
	const {call, post} = service;
	const granted = ['MANAGE_TEAM', 'ACCESS_TEAM', 'ACCESS_SERVERS'];
	const {headers, id} = await join(service, 'Ana', granted);
	const issue = async (by: Record<string, string>) => {
		const request = {name: newName(), permissions: granted};
		return asToken((await call('POST', '/team/team/application-user', request, by)).body['token']);
	};
	const invite = async (by: Record<string, string>) => {
		const request = {name: newName(), permissions: granted};
		return (await call('POST', '/team/team/invite-code', request, by)).body['code'];
	};
	const bot = await issue(headers);
	const second = await issue(bot);
	const others = asToken((await createToken(service, ['ACCESS_SERVERS'])).body['token']);
	const codes = [await invite(headers), await invite(second)];
	const status = async (by: Record<string, string>) =>
		(await call('GET', '/server/cs', undefined, by)).status;
	expect([await status(bot), await status(second)]).toEqual([200, 200]);
	await post('/team/team/kick', {memberId: id});
	expect([await status(bot), await status(second), await status(others)]).toEqual([401, 401, 200]);
	for (const code of codes)
		expect(keyOf(await call('POST', '/team/join', {code}, {})).key).toBe('team.wrong_code');
});

test('a token that a demoted member issued, or an invitation, has at most the permissions left to the member', async () => {
	const service = await openService();
	const {call, post} = service;
	const granted = ['MANAGE_TEAM', 'ACCESS_TEAM', 'ACCESS_SERVERS', 'MANAGE_SERVERS'];
	const {headers, id} = await join(service, 'Ana', granted);
	const request = {name: 'bot', permissions: granted};
	const {body} = await call('POST', '/team/team/application-user', request, headers);
	const invite = {...request, name: 'Ben'};
	const {code} = (await call('POST', '/team/team/invite-code', invite, headers)).body;
	const rename = async (by: Record<string, string>) =>
		keyOf(await call('POST', '/server/cs/change-display-name', {displayName: 'cs'}, by));
	const closed = await follow(service, body['token']);
	expect((await rename(asToken(body['token']))).status).toBe(204);
	await post('/team/team/permission', {memberId: id, newPermissions: ['ACCESS_SERVERS']});
	await waitFor(() => expect(closed).toHaveBeenCalled());
	const refused = {status: 403, key: 'missingPermission.MANAGE_SERVERS'};
	expect(await rename(asToken(body['token']))).toEqual(refused);
	expect((await call('GET', '/server/cs', undefined, asToken(body['token']))).status).toBe(200);
	const joined = await call('POST', '/team/join', {code}, {});
	expect(await rename(asToken(joined.body['token']))).toEqual(refused);
});

test('a revoked token ends with everything that was issued with it', async () => {
	const service = await openService();
	const {call} = service;
	const {body: stolen} = await createToken(service, ['MANAGE_TEAM', 'ACCESS_SERVERS']);
	const issue = async (by: unknown) =>
		(
			await call(
				'POST',
				'/team/team/application-user',
				{name: newName(), permissions: ['MANAGE_TEAM', 'ACCESS_SERVERS']},
				asToken(by),
			)
		).body['token'];
	const second = await issue(stolen['token']);
	const third = await issue(second);
	const other = (await createToken(service, ['ACCESS_SERVERS'])).body['token'];
	const invite = {name: 'x', permissions: []};
	const {code} = (await call('POST', '/team/team/invite-code', invite, asToken(third))).body;
	const brief = {...invite, expiresInSeconds: 60};
	await call('POST', '/team/team/application-user', {...brief, name: newName()}, asToken(second));
	await call('POST', '/team/team/invite-code', {...brief, name: newName()}, asToken(second));
	await service.clock.advance(minute);
	const list = JSON.parse((await call('GET', '/team/team/application-users')).text) as {id: string}[];
	const listed = list.find(({id}) => id === stolen['id']);
	expect(listed).toMatchObject({issuedTokens: 2, issuedInvites: 1});
	const closed = await follow(service, third);
	await call('DELETE', `/team/team/application-user/${String(stolen['id'])}`);
	await waitFor(() => expect(closed).toHaveBeenCalled());
	const statuses = [stolen['token'], second, third, other].map(async token =>
		call('GET', '/server/cs', undefined, asToken(token)).then(({status}) => status),
	);
	expect(await Promise.all(statuses)).toEqual([401, 401, 401, 200]);
	expect(keyOf(await call('POST', '/team/join', {code}, {})).key).toBe('team.wrong_code');
});

test('a join that cannot be stored leaves neither a member nor a token, and its code works again', async () => {
	const service = await openService();
	const {demo, call, post} = service;
	const {code} = (await post('/team/team/invite-code', {name: 'Ana', permissions: []})).body;
	const before = (await call('GET', '/team/my')).text;
	const {actions} = demo.context.store;
	const full = vi.spyOn(actions, 'put').mockImplementationOnce(() => {
		throw new Refusal('general.not_carried_out');
	});
	expect((await call('POST', '/team/join', {code}, {})).status).toBe(503);
	full.mockRestore();
	expect((await call('GET', '/team/my')).text).toBe(before);
	expect((await call('POST', '/team/join', {code}, {})).status).toBe(200);
});

test('tokens and invitations issued with a token end with it', async () => {
	const service = await openService();
	const {call, clock} = service;
	const expiresInSeconds = 3600;
	const {body} = await createToken(service, ['MANAGE_TEAM'], {expiresInSeconds});
	const as = async (path: string, more: object = {}) => {
		const request = {name: newName(), permissions: ['MANAGE_TEAM'], ...more};
		return (await call('POST', `/team/team/${path}`, request, asToken(body['token']))).body['expiresAt'];
	};
	expect(await as('application-user')).toBe(body['expiresAt']);
	expect(await as('application-user', {expiresInSeconds: 7200})).toBe(body['expiresAt']);
	expect(await as('invite-code')).toBe(body['expiresAt']);
	const sooner = new Date(clock.now() + 60_000).toISOString();
	expect(await as('application-user', {expiresInSeconds: 60})).toBe(sooner);
});

test('failed sign-ins are limited per address, and lock out neither valid credentials nor other addresses', async () => {
	const {demo, clock, call} = await openService();
	const from = (address: string | undefined, token: string, path = '/team/my') =>
		demo.fetch(new Request(`http://demo${path}`, {headers: asToken(token)}), address);
	const tryCode = (address: string) =>
		demo.fetch(new Request('http://demo/team/join', {method: 'POST', body: '{"code":"wrong"}'}), address);
	for (let attempt = 0; attempt < 20; attempt++) expect((await from('1.1.1.1', 'wrong')).status).toBe(401);
	const limited = await from('1.1.1.1', 'wrong');
	expect(limited.status).toBe(429);
	expect(limited.headers.get('retry-after')).toBe('60');
	expect((await tryCode('1.1.1.1')).status).toBe(429);
	expect((await from('1.1.1.1', demo.credentials.token)).status).toBe(200);
	expect((await from('2.2.2.2', 'wrong')).status).toBe(401);
	expect((await from(undefined, 'wrong')).status).toBe(401);
	for (let attempt = 0; attempt < 20; attempt++)
		expect((await tryCode(`2001:db8::${attempt.toString(16)}`)).status).toBe(400);
	expect((await tryCode('2001:db8:0:0:ffff::1')).status).toBe(429);
	expect((await tryCode('2001:db8:0:1::1')).status).toBe(400);
	await clock.advance(minute);
	expect((await from('1.1.1.1', 'wrong')).status).toBe(401);
	// The feed counts as well.
	const errors: (string | undefined)[] = [];
	for (let attempt = 0; attempt < 20; attempt++) {
		const peer = {
			send: (text: string) => errors.push(/^ERROR\nmessage:(.*)/.exec(text)?.[1]),
			close: () => {},
			waitingBytes: () => 0,
			address: '1.1.1.1',
		};
		const handshake = (name: string) => (name === 'application-token' ? 'wrong' : undefined);
		demo.broker.accept(peer, handshake).receive('CONNECT\naccept-version:1.2\n\n\0');
	}
	await clock.advance(0);
	expect(new Set(errors.slice(0, 19))).toEqual(new Set(['The credentials are missing or wrong.']));
	expect(errors.at(-1)).toBe('Too many failed sign-ins. Try again later.');
	// Many addresses together cannot try many secrets of one account either.
	const wrong = `rcondeck_app-rcondeck_${'0'.repeat(64)}`;
	for (let attempt = 0; attempt < 100; attempt++)
		expect((await from(`10.0.${attempt}.1`, wrong)).status).toBe(401);
	expect((await from('3.3.3.3', wrong)).status).toBe(429);
	expect((await from('3.3.3.3', demo.credentials.token)).status).toBe(200);
	expect((await call('GET', '/team/my')).status).toBe(200);
});
