import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli, startCli} from './run-cli.ts';

const forbidden = {status: 403, body: {key: 'missingPermission.ACCESS_SERVERS', message: 'no'}};

type Answer = {status: number; body: unknown};

/** A service with the same response for all lists; `known` is the only ID that exists. */
async function service(list: Answer, {known = 'known', team}: {known?: string; team?: object} = {}) {
	const {url, seen} = await httpService(({method, url: path}, response) => {
		if (path === '/team/my') json(response, 200, {id: 't', ...team});
		else if (path.includes('/by-team/') && !path.includes('run')) json(response, list.status, list.body);
		else if (path.startsWith('/automation-run'))
			json(response, 200, {content: [], page: 0, size: 20, totalElements: 0, totalPages: 0});
		else if (path === '/server/create' || path.endsWith('/kick')) json(response, 200, {id: 'new'});
		else if (path.split('/')[2] !== known) json(response, 404, {key: 'general.not_found', message: 'no'});
		else if (path.includes('rcon'))
			json(response, 200, {serverId: known, command: {command: '', response: 'yes'}});
		else if (method === 'GET') json(response, 200, {id: known, displayName: 'one', gameType: 'CS2'});
		else json(response, 200, {id: known});
	});
	return {
		env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'},
		asked: () =>
			seen
				.filter(({url: path}) => path !== '/team/my' && !/\/(server|node|automation)\/by-team/.test(path))
				.map(({method, url: path, body}) => `${method} ${path} ${body.toString()}`.trim()),
	};
}

const create = ['create', '--yes', '--name', 'n', '--game', 'CS2', '--map', 'm', '--node'];

test.each([
	[['stop', 'known', '--yes'], 'POST /server/known/stop {}'],
	[['start', 'known', '--yes'], 'POST /server/known/start'],
	[['restart', 'known', '--yes'], 'POST /server/known/restart {}'],
	[['rcon', 'known', '--', 'x'], 'POST /server/known/rcon?await=true&timeoutMs=5000 {"command":"x"}'],
	[['rename', '--yes', 'known', 'b'], 'POST /server/known/change-display-name {"displayName":"b"}'],
	[['move', '--yes', 'known', '/srv'], 'POST /server/known/change-directory {"serverDirectory":"/srv"}'],
	[['show', 'known'], 'GET /server/known'],
	[
		['broadcast', 'known', '--yes', '--', 'hi'],
		'POST /server/known/rcon?await=true&timeoutMs=5000 {"command":"say hi"}',
	],
	[[...create, 'known'], 'POST /server/create {"nodeId":"known","name":"n","gameType":"CS2","map":"m"}'],
	[['node', 'show', 'known'], 'GET /node/known'],
	[['automation', 'trigger', 'known', '--yes'], 'POST /automation/known/trigger/manual {}'],
	[
		['automation', 'trigger', 'known', '--yes', '--target', 'a', 'b'],
		'POST /automation/known/trigger/manual {"targetIds":["a","b"]}',
	],
	[['runs', '--automation', 'known'], 'GET /automation-run/by-team/t?page=0&size=20&automationId=known'],
])('%j uses the ID when the list is rejected, unreadable or empty', async (argv, request) => {
	for (const list of [forbidden, {status: 200, body: '<html>'}, {status: 200, body: []}]) {
		const {env, asked} = await service(list);
		const {code, err} = await runCli(argv, {env});
		expect({code, err, asked: asked().at(-1)}).toMatchObject({code: 0, asked: request});
		expect(err.includes('Cannot list')).toBe(list.status !== 200 || list.body === '<html>');
	}
});

test('an unknown ID exits with 6 and a forbidden one with 5, whatever the list contains', async () => {
	const {env} = await service(forbidden, {known: 'other'});
	const ran = await runCli(['stop', 'srv-1', '--yes'], {env});
	expect(ran.code).toBe(6);
	expect(ran.err).toContain('Cannot list the servers');
	expect(ran.err).toContain('Using "srv-1" as an ID.');
	const {url} = await httpService(({url: path}, response) =>
		path === '/team/my' ? json(response, 200, {id: 't'}) : json(response, 403, forbidden.body),
	);
	const refused = await runCli(['stop', 'srv-1', '--yes'], {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}});
	expect(refused.code).toBe(5);
});

test('a list that fails with a server error does not prevent a request for an ID', async () => {
	const {env, asked} = await service({status: 500, body: {key: 'server.error', message: 'no'}});
	const {code} = await runCli(['stop', 'known', '--yes'], {env});
	expect({code, asked: asked()}).toEqual({code: 0, asked: ['POST /server/known/stop {}']});
});

test('stops several servers by their IDs even if the team cannot be read', async () => {
	const {url, seen} = await httpService(({method, url: path}, response) =>
		json(response, method === 'GET' ? 403 : 200, path === '/team/my' ? forbidden.body : {}),
	);
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
	const {code} = await runCli(['stop', 'a', 'b', '--yes'], {env});
	const sent = seen.filter(({method}) => method === 'POST').map(({url: path}) => path);
	expect({code, sent: sent.toSorted()}).toEqual({code: 0, sent: ['/server/a/stop', '/server/b/stop']});
});

test('a rolling action verifies its steps with the list, so it accepts no unlisted server', async () => {
	const refused = await service(forbidden);
	expect((await runCli(['restart', 'known', '--rolling', '1', '--yes'], {env: refused.env})).code).toBe(5);
	const {env, asked} = await service(listed);
	const {code, err} = await runCli(['restart', 'id:known', '--rolling', '1', '--yes'], {env});
	expect({code, asked: asked()}).toEqual({code: 6, asked: []});
	expect(err).toContain('known is not listed');
});

test('a selector needs the list: without it nothing is sent, and its error is the outcome', async () => {
	const {env, asked} = await service(forbidden);
	const {code} = await runCli(['stop', '--all', '--yes'], {env});
	expect({code, asked: asked()}).toEqual({code: 5, asked: []});
});

const listed: Answer = {
	status: 200,
	body: [
		{id: '507f1f77bcf86cd799439011', displayName: 'ark-1'},
		{id: '507f1f77bcf86cd799439012', displayName: 'ark-10'},
		{id: 12, displayName: ['not', 'a', 'name'], onlinePlayers: 'many'},
	],
};

test.each([
	['507f1f77bcf86cd7994390ff', '507f1f77bcf86cd7994390ff'],
	['id:anything', 'anything'],
])('a list without %s leaves it to the service', async (word, id) => {
	const {env, asked} = await service(listed, {known: id});
	const {code} = await runCli(['start', word, '--yes'], {env});
	expect({code, asked: asked()}).toEqual({code: 0, asked: [`POST /server/${id}/start`]});
});

test('does not send to an unlisted name, and suggests the closest one', async () => {
	const {env, asked} = await service(listed);
	const {code, err} = await runCli(['start', 'arc-1', '--yes'], {env});
	expect({code, asked: asked()}).toEqual({code: 6, asked: []});
	expect(err).toContain('There is no server "arc-1". Did you mean ark-1');
});

test('an exact name takes precedence over part of a name, and a part of two names matches both', async () => {
	const {env, asked} = await service(listed, {known: '507f1f77bcf86cd799439011'});
	expect((await runCli(['start', 'ark-1', '--yes'], {env})).code).toBe(0);
	expect(asked()).toEqual(['POST /server/507f1f77bcf86cd799439011/start']);
	const {code, err} = await runCli(['start', 'ark', '--yes'], {env});
	expect(code).toBe(6);
	expect(err).toContain('"ark" matches 2 servers: ark-1 [507f1f77bcf86cd799439011], ark-10 [');
});

const shapes = {
	members: ['u-1', {memberId: 'u-2', name: 'Noor'}, {userId: 3, email: 'three@example.org'}, {id: 4}],
};

test.each([
	['u-1', 'u-1'],
	['Noor', 'u-2'],
	['three@example.org', '3'],
	['3', '3'],
	['4', '4'],
])('with members in any shape, kick %s sends the member ID %s', async (word, memberId) => {
	const {env, asked} = await service(listed, {team: shapes});
	expect((await runCli(['team', 'kick', word, '--yes'], {env})).code).toBe(0);
	expect(asked()).toEqual([`POST /team/t/kick {"memberId":"${memberId}"}`]);
});

test('a watch continues with an ID that cannot be listed', async () => {
	const {env} = await service(forbidden);
	const watch = startCli(['watch', 'known', '--every', '10', '--', 'x'], {env});
	expect(await watch.says('yes')).toContain('known');
	watch.end({code: 130});
	expect(await watch.ended).toMatchObject({code: 130});
});

test.each([
	[{members: []}, 'u-7', 'u-7'],
	[{members: [{id: 'u-1', name: 'Mina', email: 'mina@example.org'}]}, 'u-7', 'u-7'],
	[{members: [{id: 'u-1', name: 'Mina', email: 'mina@example.org'}]}, 'id:other', 'other'],
	[{members: [{id: 'u-1', name: 'Mina', email: 'mina@example.org'}]}, 'MINA@example.org', 'u-1'],
	[{members: [{id: 'u-1', name: 'Mina', email: 'mina@example.org'}]}, 'mina', 'u-1'],
])('with a team of %j, kick %s sends the member ID %s', async (team, word, memberId) => {
	const {env, asked} = await service(listed, {team});
	expect((await runCli(['team', 'kick', word, '--yes'], {env})).code).toBe(0);
	expect(asked()).toEqual([`POST /team/t/kick {"memberId":"${memberId}"}`]);
});
