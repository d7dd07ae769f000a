import {expect, test} from 'vitest';
import type {ServiceEvent} from '../../../src/service/events.ts';
import {openService, readAnswer, type Service} from '../open-service.ts';

type Entry = Record<string, unknown>;

async function logOf({call}: Service, size = 25): Promise<Entry[]> {
	const {body} = await call('GET', `/team/team/action-log?size=${size}`);
	return body['content'] as Entry[];
}

const asToken = (token: unknown) => ({'Application-Token': String(token)});

test('an entry has the actor, the action, the target, the address and the changed fields', async () => {
	const service = await openService();
	const {demo, post, call} = service;
	const {code} = (await post('/team/team/invite-code', {name: 'Ana', permissions: ['MANAGE_SERVERS']})).body;
	const {token, memberId, applicationId} = (await call('POST', '/team/join', {code}, {})).body;
	const rename = new Request('http://demo/server/cs/change-display-name', {
		method: 'POST',
		headers: asToken(token),
		body: JSON.stringify({displayName: 'arena'}),
	});
	const facts = {requestId: 'req-1'};
	expect((await readAnswer(await demo.fetch(rename, '192.0.2.7', facts))).status).toBe(204);
	const [renamed, joined] = await logOf(service);
	expect(renamed).toEqual({
		id: expect.any(String),
		teamId: 'team',
		createdAt: expect.any(String),
		who: 'Ana',
		actorId: memberId,
		tokenId: applicationId,
		action: 'changeDisplayName',
		targetId: 'cs',
		before: {displayName: 'cs'},
		after: {displayName: 'arena'},
		requestId: 'req-1',
		address: '192.0.2.7',
	});
	expect(joined).toMatchObject({
		action: 'joinTeam',
		actorId: memberId,
		tokenId: applicationId,
		isSecurity: true,
	});
});

test('entries about access name the new record, but no secret or email address', async () => {
	const service = await openService();
	const {post, call} = service;
	const {id} = (await post('/team/team/application-user', {name: 'bot', permissions: ['ACCESS_TEAM']})).body;
	await post('/team/team/permission', {memberId: 'helper', newPermissions: ['ACCESS_TEAM']});
	const invited = {userEmail: 'cleo@team.example', permissions: []};
	const {id: inviteId} = (await post('/team/team/invite-code', invited)).body;
	await call('DELETE', `/team/team/application-user/${String(id)}`);
	const [revoked, invite, changed, created] = await logOf(service);
	expect(created).toMatchObject({targetId: id, after: {name: 'bot', permissions: '["ACCESS_TEAM"]'}});
	expect(changed).toMatchObject({targetId: 'helper', after: {permissions: '["ACCESS_TEAM"]'}});
	expect(changed?.['before']).toHaveProperty('permissions');
	expect(invite).toMatchObject({targetId: inviteId, after: {name: 'cleo'}});
	expect(revoked).toMatchObject({targetId: id, before: {name: 'bot'}});
	expect(JSON.stringify([revoked, invite, changed, created])).not.toMatch(/cleo@|Hash/);
});

test('requests that change nothing are not logged, and harmless ones do not displace security events', async () => {
	const service = await openService();
	const {post, call, demo} = service;
	const before = (await logOf(service)).length;
	await post('/setting/profile/parse-ini', {content: '[a]\nb=c'});
	await post('/setting/profile/generate-ini', {a: {b: 'c'}});
	expect(await logOf(service)).toHaveLength(before);
	await post('/team/team/permission', {memberId: 'helper', newPermissions: ['ACCESS_TEAM']});
	const request = {name: 'bot', permissions: ['MANAGE_SERVERS']};
	const {token} = (await post('/team/team/application-user', request)).body;
	for (let count = 0; count < 1010; count++) {
		const displayName = `cs ${count % 2}`;
		await call('POST', '/server/cs/change-display-name', {displayName}, asToken(token));
	}
	const kept = demo.context.store.actions.all().map(({action}) => action);
	expect(kept.filter(action => action === 'setMemberPermissions')).toHaveLength(1);
	expect(kept.filter(action => action === 'changeDisplayName')).toHaveLength(1000);
});

test('only the owner can push out security events with more of them', async () => {
	const service = await openService({limits: {maxSecurityEvents: 5}});
	const {post, call} = service;
	const manager = {name: 'manager', permissions: ['MANAGE_TEAM']};
	const {token} = (await post('/team/team/application-user', manager)).body;
	const as = (method: string, path: string, body?: object) =>
		call(method, `/team/team/${path}`, body, asToken(token));
	const answers = [];
	for (let number = 0; number < 5; number++)
		answers.push(await as('POST', 'invite-code', {name: `guest ${number}`, permissions: []}));
	expect(answers.map(({status}) => status)).toEqual([200, 200, 200, 200, 429]);
	expect(answers.at(-1)?.body['key']).toBe('team.too_many_changes');
	// Ending access always works.
	const {id} = answers[0]?.body ?? {};
	expect((await as('DELETE', `invite/${String(id)}`)).status).toBe(200);
	expect((await post('/team/team/invite-code', {name: 'Ana', permissions: []})).status).toBe(200);
	const actions = (await logOf(service)).map(({action}) => action);
	expect(actions).toContain('createApplicationUser');
	expect(actions).toHaveLength(7);
});

test('security events and failed sign-ins are reported as they happen', async () => {
	const events: ServiceEvent[] = [];
	const {demo, post} = await openService({onEvent: event => events.push(event)});
	await post('/team/team/application-user', {name: 'bot', permissions: []});
	const wrong = new Request('http://demo/team/my', {headers: asToken(`rcondeck_bot-1_${'0'.repeat(64)}`)});
	await demo.fetch(wrong, '192.0.2.7');
	const security = events.flatMap(event => (event.kind === 'security' ? [event.entry] : []));
	expect(security).toMatchObject([
		{action: 'createApplicationUser', actorId: 'app-rcondeck'},
		{action: 'signInFailed', tokenId: 'bot-1', address: '192.0.2.7'},
	]);
});
