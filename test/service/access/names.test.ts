import {expect, test} from 'vitest';
import {openService, type Service} from '../open-service.ts';

const long = 'x'.repeat(101);
const taken = {status: 409, body: {key: 'team.name_taken'}};
const invalid = {status: 400, body: {key: 'validation.failed'}};

const createToken = ({post}: Service, name: string) =>
	post('/team/team/application-user', {name, permissions: []});
const invite = ({post}: Service, name: string) => post('/team/team/invite-code', {name, permissions: []});

test('names of tokens and invitations obey the rule of names', async () => {
	const service = await openService();
	for (const name of [long, 'a\u0000b', 'Ana\u202eb', 'A\u200bna', '\u3164', 'line\nbreak']) {
		expect(await createToken(service, name)).toMatchObject(invalid);
		expect(await invite(service, name)).toMatchObject(invalid);
	}
	const userEmail = `${long.repeat(3)}@team.example`;
	expect(await service.post('/team/team/invite', {userEmail})).toMatchObject(invalid);
});

test('no token and no invitation has a name that looks like that of another one or of a member', async () => {
	const service = await openService();
	const {call} = service;
	const {code} = (await invite(service, 'Ana')).body;
	expect((await call('POST', '/team/join', {code}, {})).status).toBe(200);
	expect((await createToken(service, 'bot')).status).toBe(200);
	expect((await invite(service, 'Ben')).status).toBe(200);
	// Cyrillic letters, another case, full width, and the name of the owner's token.
	for (const name of ['Аnа', 'ANA', 'Ａｎａ', 'bоt', 'BOT', 'Bеn', 'rcondeck', 'rсоndeck']) {
		expect({name, ...(await createToken(service, name))}).toMatchObject(taken);
		expect({name, ...(await invite(service, name))}).toMatchObject(taken);
	}
});

test('a member may use their own name for tokens, and invitations by address get an unused name', async () => {
	const service = await openService();
	const {post, call} = service;
	const {code} = (await invite(service, 'ana')).body;
	const {memberId, token} = (await call('POST', '/team/join', {code}, {})).body;
	const request = {name: 'ana', permissions: [], memberId};
	const own = {'Application-Token': String(token)};
	await post('/team/team/permission', {memberId, newPermissions: ['MANAGE_TEAM']});
	expect((await call('POST', '/team/team/application-user', request, own)).status).toBe(200);
	await post('/team/team/invite', {userEmail: 'ana@one.example'});
	await post('/team/team/invite', {userEmail: 'ana@two.example'});
	const {invitedMembers} = (await call('GET', '/team/my')).body;
	expect(JSON.stringify(invitedMembers)).toMatch(/"ana 2".*"ana 3"/);
});

test('repeated permissions are stored once', async () => {
	const {post, demo} = await openService();
	await post('/team/team/application-user', {name: 'bot', permissions: Array(5000).fill('ACCESS_TEAM')});
	await post('/team/team/permission', {memberId: 'helper', newPermissions: Array(5000).fill('ACCESS_TEAM')});
	const {applications, teams} = demo.context.store;
	expect(applications.all().find(({name}) => name === 'bot')?.permissions).toEqual(['ACCESS_TEAM']);
	const members = teams.all().flatMap(team => team.members);
	expect(members.find(({id}) => id === 'helper')?.permissions).toEqual(['ACCESS_TEAM']);
});
