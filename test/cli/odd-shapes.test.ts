import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';

const unreadable = 'the day before yesterday';

/** As other services might send it: numeric IDs, numbers as text, wrapped lists, times in many forms. */
const odd: Record<string, unknown> = {
	'/team/my': {
		data: {
			team: {
				id: 1,
				name: 'Odd',
				owner: 7,
				members: [7, {userId: 8, userName: 'Ada'}, {role: 'ADMIN'}],
				invitedMembers: {count: 2},
				applications: 'none',
				limits: [3],
				iconImageId: {},
			},
		},
	},
	'/server/by-team/1': {
		servers: [
			{
				id: 11,
				displayName: 'Alpha',
				state: 'running',
				onlinePlayers: '4',
				nodeId: 5,
				commands: [{command: 'status', response: 'ok', timestamp: unreadable}],
			},
			{id: '12', displayName: 'Bravo', state: 'Hibernating', onlinePlayers: {}, nodeId: 5},
			{id: 11, displayName: 'Alpha', state: 'running'},
			{id: null, displayName: 'Broken'},
			'no record',
		],
	},
	'/server/11': {
		server: {
			id: 11,
			created: unreadable,
			backups: [{id: 3, createdAt: unreadable}],
			commands: [{command: 'status', response: 'ok', timestamp: unreadable}],
		},
	},
	'/node/by-team/1': {
		items: [
			{id: 5, status: 'online', lastAlive: unreadable, daemonVersion: {version: '2.1'}},
			{id: 6, lastAlive: '2026-11-22 09:41:07'},
			{id: 9},
		],
	},
	'/node/5/task': {
		data: [{id: 1, type: 'BACKUP', state: 'running', targetIds: {11: true}, createdAt: unreadable}],
	},
	'/node/6/task': {tasks: []},
	'/node/9/task': [],
	'/automation/by-team/1': {content: [{id: 2, name: 'Nightly', enabled: 'true'}], page: {number: '0'}},
	'/automation-run/by-team/1': {
		content: [
			{id: 4, automationId: 2, status: 'succeeded', createdAt: [2026, 11, 22, 9, 41], finishedAt: unreadable},
		],
		page: '0',
		size: '20',
		totalElements: '1',
		totalPages: '1',
	},
};

async function oddService(over: Record<string, unknown> = {}) {
	const answers = {...odd, ...over};
	const {url, seen} = await httpService(({method, url: target}, response) => {
		const {pathname} = new URL(target, 'http://service');
		if (method === 'POST' && pathname.endsWith('/rcon')) json(response, 200, {response: '2 players'});
		else if (method === 'POST') json(response, 200, {});
		else if (pathname === '/info/version') response.end('2.2.1');
		else if (pathname in answers) json(response, 200, answers[pathname]);
		else json(response, 404, {key: 'general.not_found', message: 'no'});
	});
	return {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 'token-of-a-test', RCONDECK_FEED_URL: 'off'}, seen};
}

test('servers shows readable records, flags duplicates, and counts the unreadable ones', async () => {
	const {env} = await oddService();
	const {code, out, err} = await runCli(['servers'], {env});
	expect({code, out}).toEqual({
		code: 3,
		out: expect.stringMatching(/^Alpha \(2x\) +RUNNING +4 .*11$\n^Bravo +Hibernating +- .*12$/m),
	});
	expect(out.match(/Alpha/g)).toHaveLength(1);
	expect(err).toContain('Unreadable record: Broken (id: expected an id).');
	expect(err).toContain('2 unreadable records.');
	expect(err).toContain('Duplicate records: Alpha. Showing the first of each.');
	expect(err).toContain('1 server has a state that does not say whether the server is up.');
});

test('handover counts empty states and unreadable records', async () => {
	const {env} = await oddService();
	const {code, out} = await runCli(['handover'], {env});
	expect(code).toBe(3);
	expect(out).toContain(': 1 up, 0 down, 0 busy, 1 unknown, 2 unreadable');
	expect(out).toMatch(/^UNREAD +Broken {2}id: expected an id$/m);
	expect(out).toMatch(/^PENDING +Alpha {2}BACKUP RUNNING$/m);
	const {out: text} = await runCli(['handover', '--json'], {env});
	expect(JSON.parse(text)).toMatchObject({handover: {unreadable: [{name: 'Broken'}, {name: 'record 5'}]}});
});

test('an unreadable time is unknown, a missing one is a dash', async () => {
	const {env} = await oddService();
	const out = async (...argv: string[]) => (await runCli(argv, {env})).out;
	expect(await out('nodes')).toMatch(/ONLINE +2\.1 +unknown +5$[^]*- +2026-11-22T09:41:07Z +6$[^]*- +- +9$/m);
	expect(await out('node', 'list', '--json')).toContain(`"lastAlive":"${unreadable}"`);
	expect(await out('tasks')).toMatch(/^BACKUP +RUNNING +- +unknown +- +11 +5 +1$/m);
	expect(await out('runs')).toMatch(/^2026-11-22T09:41:00Z +Nightly +SUCCEEDED +unknown +- +4$/m);
	const show = await out('show', '11');
	expect(show).toMatch(/^Created +unknown$/m);
	expect(show).toMatch(/^unknown +- +- +- +3$/m);
	expect(show).toContain('unknown  > status');
});

test('a team in an unusual shape causes no failure, and its members are listed', async () => {
	const {env, seen} = await oddService();
	const {out, err} = await runCli(['team'], {env});
	expect(out).toMatch(/^- +- +- +7$\n^Ada +- +- +8$/m);
	expect(err).toContain('Unreadable record: record 3 (expected an id).');
	expect((await runCli(['team', 'kick', '8', '--yes'], {env})).code).toBe(0);
	expect(seen.at(-1)).toMatchObject({method: 'POST', url: '/team/1/kick'});
	expect(JSON.parse(String(seen.at(-1)?.body))).toEqual({memberId: '8'});
});

test('accepts the output of a command from a response without names', async () => {
	const {env} = await oddService();
	expect(await runCli(['rcon', '11', '--', 'status'], {env})).toMatchObject({code: 0, out: '2 players\n'});
});

test('reads a version in plain text', async () => {
	const {env} = await oddService();
	expect((await runCli(['info'], {env})).out).toContain('2.2.1');
});

test.each([
	['name', {a: 1}],
	['owner', [1]],
	['members', 'many'],
	['invitedMembers', 5],
	['applications', [[1]]],
	['limits', 'none'],
	['iconImageId', []],
	['inviteCode', {}],
])('%s of the team as %j does not prevent listing the servers', async (name, value) => {
	const {env} = await oddService({'/team/my': {id: 1, [name]: value}});
	expect(await runCli(['servers', '--json'], {env})).toMatchObject({
		code: 3,
		out: expect.stringContaining('"displayName":"Alpha"'),
	});
});
