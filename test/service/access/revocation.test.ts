import {expect, test} from 'vitest';
import {openService, type Service} from '../open-service.ts';

type Row = Record<string, unknown>;

const asToken = (token: unknown) => ({'Application-Token': String(token)});
const granted = ['MANAGE_TEAM', 'ACCESS_TEAM', 'MANAGE_AUTOMATIONS', 'ACCESS_AUTOMATIONS', 'MANAGE_SERVERS'];

/** A member with a token who has issued something of each kind. */
async function issueAll({post, call}: Service) {
	const {code} = (await post('/team/team/invite-code', {name: 'Ana', permissions: granted})).body;
	const {token, memberId} = (await call('POST', '/team/join', {code}, {})).body;
	const as = (path: string, body: object, by = asToken(token)) => call('POST', path, body, by);
	const bot = (await as('/team/team/application-user', {name: 'bot', permissions: granted})).body;
	await as('/team/team/invite-code', {name: 'Ben', permissions: []}, asToken(bot['token']));
	const workflow = [{type: 'WAIT', seconds: 600}];
	const fields = {teamId: 'team', name: 'night', workflow, targets: {all: true}, enabled: true};
	const night = (await as('/automation/create', fields, asToken(bot['token']))).body;
	await as(`/automation/${String(night['id'])}/trigger/manual`, {});
	await as('/server/cs/stop', {delayMinutes: 30}, asToken(bot['token']));
	return {memberId, bot: bot['id'], night: String(night['id'])};
}

const ends = [
	{kind: 'token', name: 'bot'},
	{kind: 'invitation', name: 'Ben'},
	{kind: 'automation', name: 'night'},
	{kind: 'task', name: 'cs'},
];
const counts = {issuedInvites: 1, issuedAutomations: 1, issuedTasks: 1};

async function expectEnded(service: Service, automationId: string) {
	const {call, until} = service;
	const automation = (await call('GET', `/automation/${automationId}`)).body;
	expect(automation).toMatchObject({
		enabled: false,
		createdBy: 'bot',
		review: expect.stringContaining('bot'),
	});
	expect((await call('GET', '/team/my')).text).not.toContain('"Ben"');
	await until(async () => !(await call('GET', '/node/node/task')).text.includes('"PENDING"'));
	const tasks = JSON.parse((await call('GET', '/node/node/task')).text) as Row[];
	expect(tasks.filter(({type}) => type === 'TIMED_SHUTDOWN')).toMatchObject([{state: 'CANCELED'}]);
	await until(async () => !(await call('GET', '/automation-run/by-team/team')).text.includes('RUNNING'));
	const {content} = (await call('GET', '/automation-run/by-team/team')).body;
	expect(content).toMatchObject([{status: 'CANCELED'}]);
}

test('removing a member lists and ends their tokens and invitations, and disables automations for review', async () => {
	const service = await openService();
	const {post, call} = service;
	const {memberId, night} = await issueAll(service);
	const {members} = (await call('GET', '/team/my')).body as {members: Row[]};
	const ana = members.find(({id}) => id === memberId);
	// With the token of joining.
	expect(ana).toMatchObject({...counts, issuedTokens: 2});
	expect(ana?.['ends']).toMatchObject([{kind: 'token', name: 'Ana'}, ...ends]);
	expect((await post('/team/team/kick', {memberId})).status).toBe(200);
	const automation = (await call('GET', `/automation/${night}`)).body;
	expect(automation['review']).toContain('Ana');
	const edited = await post(`/automation/${night}`, {...automation, enabled: true});
	expect(edited.body).toMatchObject({enabled: true});
	expect(edited.body).not.toHaveProperty('review');
});

test('revoking a token does the same with its tokens and invitations', async () => {
	const service = await openService();
	const {call} = service;
	const {bot, night} = await issueAll(service);
	const list = JSON.parse((await call('GET', '/team/team/application-users')).text) as Row[];
	const listed = list.find(({id}) => id === bot);
	expect(listed).toMatchObject({...counts, issuedTokens: 0});
	expect(listed?.['ends']).toMatchObject(ends.slice(1));
	expect((await call('DELETE', `/team/team/application-user/${String(bot)}`)).status).toBe(200);
	await expectEnded(service, night);
});

test('disables an automation that a revoked token changed but did not create', async () => {
	const service = await openService();
	const {post, call} = service;
	const {body} = await post('/automation/create', {teamId: 'team', name: 'mine', enabled: true});
	const {token, id} = (await post('/team/team/application-user', {name: 'bot', permissions: granted})).body;
	const path = `/automation/${String(body['id'])}`;
	await call('POST', path, {description: 'changed'}, asToken(token));
	await post(path, {description: 'changed again'});
	await call('DELETE', `/team/team/application-user/${String(id)}`);
	expect((await call('GET', path)).body).toMatchObject({enabled: false});
});

test('strict records have neither creators nor lists of what ends with them', async () => {
	const service = await openService({strictSpec: true});
	const {body} = await service.post('/automation/create', {teamId: 'team', name: 'mine'});
	expect(body).not.toHaveProperty('createdBy');
	expect((await service.call('GET', '/team/my')).text).not.toContain('"ends"');
});
