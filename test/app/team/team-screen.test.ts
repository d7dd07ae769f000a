import {expect, test} from 'vitest';
import {createApi} from '../../../src/client/rest/client.ts';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';
import {Team} from '../../../src/contract/models/team.ts';
import {learnPermissions} from '../../../src/app/kernel/state/learn-permissions.ts';
import {factRows, openScreen} from '../../../src/app/kernel/screens/screen-view.ts';
import {ApiError} from '../../../src/contract/errors.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';

const team = Team.parse({
	id: 'team-1',
	name: 'Dev Guild',
	owner: {id: 'u-1', name: 'Mina', email: 'mina@example.org', permissions: ['ALL']},
	members: [
		{id: 'u-2', name: 'Tom', email: 'tom@example.org', permissions: ['ACCESS_SERVERS'], twoFAEnabled: false},
		{id: 'u-1', name: 'Mina', email: 'mina@example.org', permissions: ['ALL'], twoFAEnabled: true},
		{id: 'u-3', email: 'nameless@example.org', permissions: ['MANAGE_SERVERS', 'ACCESS_NODES', 'FLY']},
	],
	invitedMembers: [{id: 'i-1', name: 'Lea', email: 'lea@example.org', invitedAt: '2026-11-20T00:00:00Z'}],
	applications: {'app-deck': ['ACCESS_SERVERS', 'MANAGE_SERVERS']},
	inviteCode: 'sesame-7',
	limits: {maxServers: 2, maxMembers: 5, maxNodes: 4},
	plan: 'gold',
});

function atTeam(given: Parameters<typeof openHeadlessApp>[2] = {}): HeadlessApp {
	const app = openHeadlessApp([server('a'), server('b')], 'a', given);
	app.services.store.dispatch({type: 'access/granted', team, at: app.services.clock.now()});
	app.press('7');
	return app;
}

const cells = (app: HeadlessApp) =>
	openScreen(app.state(), app.services.screens)?.shown.map(row =>
		['kind', 'name', 'about', 'email']
			.map(column => renderWithKeys(row.cell(column, app.services.clock.now()).text, usualKeymap))
			.join(' | '),
	);
const facts = (app: HeadlessApp) => {
	const {services} = app;
	const view = openScreen(app.state(), app.services.screens);
	return view
		? factRows(view, app.state(), 100, services.clock.now(), services).map(
				({label, text}) => `${label}${text}`,
			)
		: [];
};
const goTo = (app: HeadlessApp, id: string) => {
	const place = openScreen(app.state(), app.services.screens)?.shown.findIndex(row => row.id === id) ?? -1;
	expect(place).toBeGreaterThanOrEqual(0);
	app.press('g', ...Array<string>(place).fill('j'));
};

test('shows members with the owner first, invitations, these credentials, the team, applications, and limits with usage', () => {
	expect(cells(atTeam())).toEqual([
		'owner | Mina | everything | hidden',
		'member | Tom | sees servers | hidden',
		'member | u-3 | manages servers; sees nodes; FLY | hidden',
		'invited | Lea | 1d ago, not answered yet | hidden',
		'you | this session | no permission errors so far | -',
		'team | Dev Guild | 3 members, 1 invited | -',
		'app | app-deck | manages servers | -',
		'limit | servers | 2 of 2 | -',
		'limit | members | 3 of 5 | -',
		'limit | nodes | at most 4 (usage unknown) | -',
	]);
});

test('members with names that look alike are marked', () => {
	const app = atTeam();
	const twin = {id: 'u-4', name: 'Тоm', permissions: []};
	const alike = Team.parse({id: 'team-1', name: 'Dev Guild', members: [...team.members, twin]});
	app.services.store.dispatch({type: 'access/granted', team: alike, at: app.services.clock.now()});
	const marked = cells(app)?.filter(row => row.includes('looks like')) ?? [];
	expect(marked).toEqual([
		expect.stringMatching(/^member \| Tom \| ≈ looks like Тоm, /),
		expect.stringMatching(/^member \| Тоm \| ≈ looks like Tom, /),
	]);
});

test('hides addresses and codes until `x`, and again when the screen is left', () => {
	const app = atTeam();
	const everything = () => `${JSON.stringify(cells(app))}${JSON.stringify(facts(app))}`;
	goTo(app, 'team');
	expect(everything()).not.toMatch(/@example|sesame/);
	app.press('x');
	expect(everything()).toContain('sesame-7');
	expect(everything()).toContain('nameless@example.org');
	app.press('1', '7');
	expect(everything()).not.toMatch(/@example|sesame/);
});

test('a filter does not find hidden text', () => {
	const app = atTeam();
	app.press('/');
	app.type('mina@');
	expect(cells(app)).toEqual([]);
	app.press('esc', 'x', '/');
	app.type('mina@');
	expect(cells(app)).toHaveLength(1);
});

test('a permission is missing after a rejection, present after a success, and otherwise unknown', () => {
	const app = atTeam();
	const learn = (permission: string, standing: 'held' | 'lacking') =>
		app.services.store.dispatch({type: 'access/learned', permission, standing});
	learn('ACCESS_SERVERS', 'held');
	learn('MANAGE_SERVERS', 'lacking');
	goTo(app, 'credential');
	expect(cells(app)).toContainEqual(expect.stringContaining('MANAGE_SERVERS missing'));
	const text = facts(app).join('\n').replaceAll(/\s+/g, ' ');
	expect(text).toContain('may see servers and their consoles: ACCESS_SERVERS (reported by the service)');
	expect(text).toContain(
		'cannot send RCON, start, stop, restart, create and change servers: MANAGE_SERVERS is missing',
	);
	expect(text).toContain('unknown invite, kick, and change the icon: MANAGE_TEAM');
});

test("an application finds its permissions in the team's record", () => {
	const app = atTeam({settings: {applicationId: 'app-deck'}});
	goTo(app, 'credential');
	const text = facts(app).join('\n').replaceAll(/\s+/g, ' ');
	expect(text).toContain('signed in with the application app-deck');
	expect(text).toContain('may send RCON, start, stop, restart, create and change servers: MANAGE_SERVERS');
	expect(text).toContain('cannot invite, kick, and change the icon: MANAGE_TEAM is missing');
});

test('the client learns permissions from responses and rejections', async () => {
	const learned: string[] = [];
	const refusal = {key: 'missingPermission.MANAGE_SERVERS'};
	const api = createApi({
		baseUrl: 'http://service',
		credentials: undefined,
		clock: systemClock,
		random: Math.random,
		fetch: ({method}) => (method === 'GET' ? Response.json([]) : Response.json(refusal, {status: 403})),
		middleware: [
			learnPermissions({
				dispatch: event => {
					if (event.type === 'access/learned') learned.push(`${event.permission} ${event.standing}`);
				},
			}),
		],
	});
	await api.listServers({teamId: 't'});
	await expect(api.startServer({serverId: 's'})).rejects.toBeInstanceOf(ApiError);
	expect(learned).toEqual(['ACCESS_SERVERS held', 'MANAGE_SERVERS lacking']);
});

test.each([
	['nonsense', 'It is not an email address.'],
	['TOM@example.org', 'This person is already a member.'],
	['lea@example.org', 'They are already invited; K withdraws an invitation.'],
])('rejects inviting %s before sending anything', async (address, problem) => {
	const app = atTeam();
	await app.openDialog('I');
	app.type(address);
	app.press('enter');
	expect(renderWithKeys(app.view()?.fields[0]?.problem ?? '', usualKeymap)).toBe(problem);
	expect(app.sent).toEqual([]);
});

test('an invitation is reviewed, then sent once', async () => {
	const app = atTeam();
	await app.openDialog('I');
	app.type('new@example.org');
	app.press('enter', 'tab', 'enter');
	await app.settle();
	expect(app.sent).toEqual([{method: 'invite', input: {teamId: 'team-1', userEmail: 'new@example.org'}}]);
	expect(app.lastNotice()).toBe('new@example.org was invited.');
});

test('kicking requires the name, and the owner cannot be kicked', async () => {
	const app = atTeam();
	goTo(app, 'member:u-1');
	app.press('K');
	expect(app.lastNotice()).toBe('The team owner cannot be kicked.');
	goTo(app, 'member:u-2');
	await app.openDialog('K');
	const target = app.view()?.review?.rows.find(({label}) => label === 'Target')?.lines[0];
	expect(renderWithKeys(target ?? '', usualKeymap)).toMatch(/^Tom {3}\S/);
	app.press('enter');
	expect(app.lastNotice()).toBe('Type the confirmation first.');
	app.type('Tom');
	app.press('tab', 'tab', 'enter');
	await app.settle();
	expect(app.sent).toEqual([{method: 'kick', input: {teamId: 'team-1', memberId: 'u-2'}}]);
});

test('K on an invitation withdraws it if the service can', async () => {
	const app = atTeam();
	goTo(app, 'invite:i-1');
	await app.openDialog('K');
	app.press('tab', 'enter');
	await app.settle();
	expect(app.sent).toEqual([{method: 'withdraw', input: {teamId: 'team-1', userEmail: 'lea@example.org'}}]);
});

test('K reports a service that cannot withdraw invitations once that is known', () => {
	const app = atTeam();
	app.services.store.dispatch({type: 'access/missed', endpoint: 'withdrawInvite'});
	goTo(app, 'invite:i-1');
	app.press('K');
	expect(app.lastNotice()).toBe('This service does not offer withdrawing invitations.');
});

test('K on anything else lists the rows that can be kicked', () => {
	const app = atTeam();
	goTo(app, 'team');
	app.press('K');
	expect(app.lastNotice()).toBe('Select a member to kick, or an invitation to withdraw.');
});

test('shows versions and clocks beside the team', () => {
	const app = atTeam();
	goTo(app, 'team');
	app.services.store.dispatch({type: 'access/versionRead', version: '2.2.1'});
	const text = () => facts(app).join('\n').replaceAll(/\s+/g, ' ');
	expect(text()).toContain('service version 2.2.1 rcondeck version 0.0.0');
	expect(text()).toContain('clock unknown: the answers carry no date');
	app.services.store.dispatch({type: 'access/skewRead', skewMs: 900});
	expect(text()).toContain('clock matches the service within a few seconds');
	app.services.store.dispatch({type: 'access/skewRead', skewMs: -42_000});
	expect(text()).toContain('the service is 42s behind this machine');
	expect(text()).toContain('plan gold');
});

test('an invitation without an ID and a member without a name do not reveal their addresses', async () => {
	const app = atTeam();
	const nameless = Team.parse({
		id: 'team-1',
		members: [{id: 'u-9', email: 'secret@example.org'}],
		invitedMembers: [{email: 'other@example.org'}],
	});
	app.services.store.dispatch({type: 'access/granted', team: nameless, at: app.services.clock.now()});
	const rows = openScreen(app.state(), app.services.screens)?.shown.map(({id, fields}) => [id, fields]);
	expect(JSON.stringify(rows)).not.toContain('@');
	goTo(app, 'invite:number 1');
	expect(facts(app).join('\n')).toContain('hidden (x shows it)');
	goTo(app, 'member:u-9');
	await app.openDialog('K');
	expect(JSON.stringify(app.view())).not.toContain('secret@');
});
